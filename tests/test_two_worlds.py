"""Whoever works in one world finds nothing of the other: not on a page, nor in a file, nor by an address."""

import itertools
import re
from collections.abc import Iterable
from functools import partial

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from asylum.letters.models import Letter
from asylum.procedure.models.application import AsylumApplication
from casework.documents.models import CaseDocument, DocumentVersion
from casework.families.models import FamilyChange
from casework.merges.models import Merge
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.models import ImportBatch
from tests.browser import HERE, LOOKS, chromium, faults_in, showing
from tests.build import an_arrival
from tests.cast import Cast, as_
from tests.crawl import (
    LEAVES,
    START,
    Walks,
    betrayals,
    crawl_only,
    everybody,
    follow,
    found,
    heads_looked_at_once,
    look_at,
    name_of,
    send,
    telling_paths,
    text_of,
    typed_again,
)
from tests.page import page_of
from tests.test_url_permissions import addresses, permission_of
from tests.world import Stage, Worlds

# Of each kind of page so many are opened by each person; the worlds hold three of everything.
MOST_OF_A_KIND = 3
# The second of a role opens one of each kind: that the role reads many of them shows the first.
SECOND_OF_A_ROLE = {"Bruno", "Luis"}
# Addresses that no page of this world links to; each is asked for by name in its app's own tests.
NOT_LINKED = {
    "board-exchange",
    "call-release",
    "site-act",
    "board-place",
    "site-notice-withdraw",
    "stand-in-end",
    "warning-days-reset",
    "application-move-undo",
    "permit-cancel-correct",
    "permit-cancel-undo",
    "permit-confirm",
    "permit-confirm-retract",
    "alias-show",
    "change-show",
    "first-step-take-back",
    "room-bring-back",
    "room-reopen",
    "rooms-take-back",
    "screening-paper-preview",
    "screening-paper-view",
    "arrival-group",
    "group-place",
    "arrival-duplicates",
    "authority-tell",
    "bed-closure-correct",
    "bed-undo",
    "site-undo",
    "bed-reopen",
    "case-close-undo",
    "case-reopen",
    "case-reopeners",
    "cases-assign-undo",
    "deadline-correct",
    "deadline-hand-over-undo",
    "deadline-settle-undo",
    "family-bring-back",
    "family-join",
    "draft-save",
    "document-describe",
    "document-checks",
    "document-preview",
    "document-view",
    "exit-back",
    "grant-approve",
    "grant-refuse",
    "holiday-correct",
    "instrument-correct",
    "import-accept",
    "import-check",
    "import-doubt",
    "import-families",
    "import-row-doubt",
    "import-row-restore",
    "import-sheet",
    "import-undo",
    "paper-end-correct",
    "letter-preview",
    "letter-preview-page",
    "logo-picture",
    "loss-confirm",
    "loss-withdraw",
    "mfa_deactivate_totp",
    "mfa_download_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_reauthenticate",
    "mfa_view_recovery_codes",
    "note-correct",
    "observation-start",
    "agreement-notice-correct",
    "plan-draw-up",
    "placement-allow",
    "placement-cancel",
    "placement-check-in",
    "placement-confirm",
    "placement-correct-move",
    "placement-provisional",
    "renunciation-submit",
    "search-results",
    "second-factor-image",
    "session-extend",
    "subject-request-complete",
    "subject-request-extend",
    "subject-request-give-up",
    "subject-request-incomplete",
    "slip-image",
    "token-revoke",
    "user-enable",
    "suspension-withdraw",
    "term-move-list",
}
# So many kinds of page at most are met only by whoever opens several of one kind.
SELDOM_REACHED = 30
# And so many templates: fragments and pages of states that seldom are, for which the long test has worlds of its own.
SELDOM_SHOWN = 120


@pytest.fixture
def cast(stage: Stage) -> Cast:
    return stage.cast


@pytest.fixture
def worlds(stage: Stage) -> Worlds:
    return stage.worlds


# Whose walks meet, between them, everything that somebody else must not: each sees one world, Lucía its legal papers.
OWNERS = ("ana", "bruno", "lucia", "sonia")
# One of each role, and Bruno of the other team. Luis and Mara hold roles of these: they type, and walk in the long test.
WALKERS = ("ana", "bruno", "carla", "lucia", "sonia", "adela", "aurelio", "elvira")
TYPISTS = (*WALKERS, "luis", "mara")


@pytest.fixture(scope="module")
def walks() -> Walks:
    return Walks()


@pytest.mark.django_db
@pytest.mark.parametrize("name", WALKERS)
def test_nobody_meets_the_other_world_by_following_links(
    stage: Stage, walks: Walks, name: str
) -> None:
    assert found(walks.of(name, stage).pages, betrayals(stage.worlds)[name]) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", TYPISTS)
def test_nobody_meets_the_other_world_by_typing_its_addresses(
    stage: Stage, walks: Walks, name: str
) -> None:
    words = betrayals(stage.worlds)[name]
    met = {owner: walks.of(owner, stage).pages for owner in OWNERS}
    told = telling_paths(met, words) - set(met.get(name, {}))
    assert (len(told) > 50) == bool(words)
    assert found(crawl_only(everybody(stage.cast)[name], told), words) == []


@pytest.mark.django_db
def test_walks_that_meet_nothing_had_something_to_meet_and_lead_nearly_everywhere(
    stage: Stage, walks: Walks
) -> None:
    pages = {name: walks.of(name, stage).pages for name in WALKERS}
    _the_leak_test_has_something_to_leak(pages, stage.worlds)
    reached = {name_of(path) for seen in pages.values() for path in seen}
    assert len(_guarded() - NOT_LINKED - LEAVES - reached) < SELDOM_REACHED


@pytest.mark.django_db
def test_the_images_of_renunciations_are_met_by_the_legal_team_alone(
    stage: Stage, walks: Walks
) -> None:
    images = CaseDocument.objects.filter(scan_of__renunciation__isnull=False)
    addresses = {image.get_absolute_url() for image in images}
    met = {name for name in WALKERS if addresses & set(walks.of(name, stage).pages)}
    assert met == {"lucia"}


@pytest.mark.browser
@pytest.mark.django_db
def test_axe_finds_nothing_on_today_of_each_role(stage: Stage, walks: Walks) -> None:
    """The long test judges every page, and each in both looks."""
    wrong = {}
    # Read before the browser starts: while it runs, Django opens a connection of its own, which sees no world.
    documents = {name: walks.of(name, stage).documents() for name in WALKERS}
    with chromium() as browser:
        for name, look in zip(WALKERS, itertools.cycle(LOOKS), strict=False):
            with showing(browser, documents[name]) as page:
                page.goto(f"{HERE}/")
                if faults := faults_in(page, look):
                    wrong[name] = faults
    assert wrong == {}


@pytest.mark.django_db
def test_walks_show_nearly_every_template(stage: Stage, walks: Walks) -> None:
    shown = {
        each for name in WALKERS for of in walks.of(name, stage).templates.values() for each in of
    }
    folder = settings.BASE_DIR / "templates"
    templates = {str(path.relative_to(folder)) for path in folder.rglob("*.html")}
    assert len(templates - shown) < SELDOM_SHOWN, sorted(templates - shown)


@pytest.mark.long(of="sight")
@pytest.mark.django_db
def test_nobody_meets_the_other_world_by_following_links_or_by_asking_for_its_addresses(
    cast, worlds
):
    families = (worlds.norte, worlds.sur, worlds.restricted)
    start = [*START, *(reverse("placement-place", args=[family.case.pk]) for family in families)]
    people = everybody(cast)
    pages = {name: crawl(user, start) for name, user in people.items()}
    words = betrayals(worlds)
    for name, user in people.items():
        assert found(pages[name], words[name]) == [], f"{name} following links"
        asked = crawl_only(user, telling_paths(pages, words[name]) - set(pages[name]))
        assert found(asked, words[name]) == [], f"{name} typing addresses"
    _the_leak_test_has_something_to_leak(pages, worlds)
    _the_crawl_reached_what_there_is({path for seen in pages.values() for path in seen})


def crawl(user: User, start: Iterable[str] = START) -> dict[str, str]:
    """Every page the user reaches by following links, and its text; of each kind so many."""
    most = 1 if user.full_name in SECOND_OF_A_ROLE else MOST_OF_A_KIND
    with heads_looked_at_once():
        return follow(partial(look_at, as_(user)), start, of_a_kind=most)


def _the_leak_test_has_something_to_leak(pages: dict[str, dict[str, str]], worlds: Worlds) -> None:
    assert found(pages["ana"], [worlds.norte.named])
    assert found(pages["ana"], [worlds.norte.sealed])
    assert found(pages["bruno"], [worlds.sur.named])
    assert found(pages["carla"], [worlds.norte.named])
    assert found(pages["lucia"], [worlds.norte.sealed])
    assert found(pages["sonia"], [worlds.restricted.named])
    assert found(pages["elvira"], [worlds.norte.named])


def _the_crawl_reached_what_there_is(paths: Iterable[str]) -> None:
    reached = {name_of(path) for path in paths}
    assert _guarded() - reached - NOT_LINKED - LEAVES == set()
    assert NOT_LINKED & reached == set()


def _guarded() -> set[str]:
    """The names of all addresses that want a permission, but for the API's."""
    return {
        pattern.name
        for route, pattern in addresses()
        if permission_of(pattern) and pattern.name and not route.startswith("api/")
    }


@pytest.mark.django_db
def test_a_search_finds_the_own_family_and_not_the_others(cast, worlds):
    client, never = Client(), betrayals(worlds)["ana"]
    client.force_login(cast.ana)
    for typed in ("kanariosur", "zoraida canariosur", "V-77.001.111"):
        answer = client.post("/search/", {"typed": typed, "q": typed}, follow=True)
        assert found({typed: text_of(answer)}, never) == []


@pytest.mark.django_db
def test_whoever_searches_is_told_of_nobody_of_another_world(cast, worlds):
    words, told = betrayals(worlds), []
    clients = {name: as_(user) for name, user in cast.users.items()}
    for family in (worlds.norte, worlds.sur, worlds.restricted):
        for typed in (family.named, f"zoraida {family.named}", family.people[0].number):
            for name, client in clients.items():
                text = text_of(client.post(reverse("search"), {"q": typed}, follow=True))
                text = text.replace(typed, "", 2)
                assert found({typed: text}, words[name]) == [], f"{name} searching"
                told.append((name, family.people[0].number in text))
    assert ("carla", True) in told


@pytest.mark.django_db
def test_a_letter_and_a_claim_of_another_world_are_found_like_none_that_ever_was(cast, worlds):
    words, told = betrayals(worlds), []
    person = worlds.norte.people[0]
    letter = Letter.objects.filter(individual=person).first()
    claim = AsylumApplication.objects.get(individual=person)
    for name, user in cast.users.items():
        for typed in (letter.code, claim.reference):
            text = text_of(as_(user).post(reverse("search"), {"q": typed}, follow=True))
            assert found({typed: text}, words[name]) == [], f"{name} searching"
            if person.number in text:
                told.append((name, typed))
    assert set(told) == {
        ("lucia", letter.code),
        ("luis", letter.code),
        ("lucia", claim.reference),
        ("luis", claim.reference),
        ("ana", claim.reference),
        ("sonia", claim.reference),
    }


@pytest.mark.django_db
def test_whoever_types_a_person_of_another_world_is_told_of_nobody(cast, worlds):
    words, address = betrayals(worlds), reverse("arrival-duplicates")
    clients = {name: as_(user) for name, user in cast.users.items()}
    for family in (worlds.norte, worlds.sur, worlds.restricted):
        row = typed_again(family)
        for name in clients:
            told = send(clients[name], address, row).text.replace(family.named, "", 1)
            assert found({name: told}, words[name]) == []
    again = send(clients["ana"], address, typed_again(worlds.norte))
    assert worlds.norte.people[0].number in again.text


@pytest.mark.django_db
def test_files_extracts_and_undoing_of_another_world_are_not_there(cast, worlds):
    """Asked for by address, and sent: each as if nobody else had been there."""
    words = betrayals(worlds)
    addresses = hidden_addresses()
    assert {name_of(path) for path in addresses} >= {
        "document-preview",
        "merge-undo",
        "family-undo",
    }
    for name, user in cast.users.items():
        answers = crawl_only(user, addresses)
        assert found(answers, words[name]) == [], f"{name} reading"
        acts = [path for path in addresses if not name_of(path).startswith("document-")]
        posted = crawl_only(user, acts, partial(send, data={"sure": "on"}))
        assert found(posted, words[name]) == [], f"{name} sending"


def hidden_addresses() -> list[str]:
    """A file of each case, and every extract and undo that the worlds hold; pages link to them for few."""
    files = DocumentVersion.objects.order_by("document__case_id", "pk")
    files = files.distinct("document__case_id")
    rows = {
        "document-download": files,
        "document-preview": files,
        "document-view": files,
        "merge-undo": Merge.objects.all(),
        "import-undo": ImportBatch.objects.all(),
        "import-families": ImportBatch.objects.all(),
    }
    paths = [reverse(name, args=[row.pk]) for name, found in rows.items() for row in found]
    changes = FamilyChange.objects.order_by("case_id", "pk").distinct("case_id")
    for change in changes.select_related("case"):
        paths.append(reverse("family-undo", args=[change.case.number, change.pk]))
    for number in Individual.objects.values_list("number", flat=True):
        paths.append(reverse("extract-make", args=[number]))
    for number in Case.objects.values_list("number", flat=True):
        paths.append(reverse("document-checks", args=[number]))
    for together in CaseAssignment.objects.exclude(together=None).values_list(
        "together", flat=True
    ):
        paths.append(reverse("cases-assign-undo", args=[together]))
    return paths


@pytest.mark.django_db
def test_anothers_search_is_not_there(cast, worlds):
    ana, bruno = Client(), Client()
    ana.force_login(cast.ana)
    bruno.force_login(cast.bruno)
    answer = ana.post("/search/", {"typed": "kanarionorte", "q": "kanarionorte"})
    assert "kanarionorte" not in answer["Location"]
    assert bruno.get(answer["Location"]).status_code == 404
    assert worlds.norte.named in text_of(ana.get(answer["Location"]))


@pytest.mark.django_db
def test_a_lost_role_counts_at_the_next_request(cast):
    client = Client()
    client.force_login(cast.ana)
    page = f"/cases/{an_arrival(cast).number}/"
    assert client.get(page).status_code == 200
    cast.ana.grants.update(ends_on=cast.cucuta.today())
    assert client.get(page)["Location"] == reverse("account")


@pytest.mark.django_db
def test_the_absent_and_the_forbidden_look_alike(cast):
    number = an_arrival(cast).number
    client = Client()
    client.force_login(cast.bruno)
    forbidden = client.get(f"/cases/{number}/")
    absent = client.get("/cases/A-2019-999999/")
    assert (forbidden.status_code, absent.status_code) == (404, 404)
    same = text_of(forbidden).replace(number, "A-2019-999999")
    token = re.compile(r'"[A-Za-z0-9]{64}"')
    assert token.sub("", same) == token.sub("", text_of(absent))


@pytest.mark.django_db
def test_names_are_set_apart_from_what_stands_beside_them_and_no_translator_reads_a_page(
    stage: Stage, walks: Walks
) -> None:
    """A name in a sentence or a list of choices is text; where it stands for the person it is an element of its own."""
    names = {person.full_name for person in stage.worlds.norte.people}
    apart, wrong = 0, []
    for path, document in walks.of("ana", stage).documents().items():
        if "<html" not in document:
            continue
        root = page_of(document, whatever_status=True).root
        if next(root.all("html")).attributes.get("translate") != "no":
            wrong.append((path, "may be translated"))
        apart += sum(each.text in names for each in root.all("bdi"))
        wrong += [
            (path, each.text)
            for each in root.all("a", "td", "dd", "h1", "h2", "h3", "b")
            if any(isinstance(child, str) and child.strip() in names for child in each.children)
        ]
        wrong += [(path, "element in an attribute") for _each in root.where('no"')]
    assert wrong == []
    assert apart > 100
