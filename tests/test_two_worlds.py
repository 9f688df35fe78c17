"""Whoever works in one world finds nothing of the other: not on a page, nor in a file, nor by an address."""

import html
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import NamedTuple

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.models import User
from casework.documents.models import DocumentVersion
from casework.families.models import FamilyChange
from casework.file import head
from casework.merges.models import Merge
from casework.register.models.assignment import CaseAssignment
from casework.register.models.individual import Individual
from config import urls
from imports.models import ImportBatch
from tests.build import an_arrival
from tests.cast import Cast, as_
from tests.test_url_permissions import addresses, permission_of
from tests.world import Family, Stage, Worlds

LINK = re.compile(r'(?:href|hx-get|action|formaction)="([^"#]+)"')
START = ["/", "/figures/", "/search/", "/api/v1/", "/account/", "/roles/", "/inbox/", "/due/"]
START += ["/placements/", "/pages/gallery"]
# Of each kind of page so many are opened by each person; the worlds hold three of everything.
MOST_OF_A_KIND = 3
# The second of a role opens one of each kind: that the role reads many of them shows the first.
SECOND_OF_A_ROLE = {"Bruno", "Luis"}
LEAVES = {"account_logout", "quick-exit", "session-end-others"}
# Addresses that no page of this world links to; each is asked for by name in its app's own tests.
NOT_LINKED = {
    "first-step-take-back",
    "rooms-take-back",
    "screening-paper-preview",
    "screening-paper-view",
    "arrival-group",
    "arrival-duplicates",
    "authority-tell",
    "bed-closure-correct",
    "bed-reopen",
    "case-close-undo",
    "case-reopen",
    "case-reopeners",
    "cases-assign-undo",
    "deadline-correct",
    "deadline-settle-undo",
    "family-bring-back",
    "family-join",
    "draft-save",
    "document-describe",
    "document-preview",
    "document-view",
    "exit-annul",
    "grant-approve",
    "grant-refuse",
    "holiday-correct",
    "instrument-correct",
    "import-check",
    "import-doubt",
    "import-families",
    "import-row-doubt",
    "import-row-restore",
    "import-sheet",
    "import-undo",
    "paper-end-correct",
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
    "placement-cancel",
    "placement-check-in",
    "placement-correct-move",
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


@pytest.fixture
def cast(stage: Stage) -> Cast:
    return stage.cast


@pytest.fixture
def worlds(stage: Stage) -> Worlds:
    return stage.worlds


@cache
def name_of(path: str) -> str:
    try:
        return resolve(path.split("?")[0]).url_name or ""
    except Resolver404:
        return ""


def kind_of(path: str) -> str:
    """The address' name; each part of a file is a kind of page of its own."""
    name = name_of(path)
    return path.rstrip("/").rsplit("/", 1)[-1] if name == "case-part" else name


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode("utf-8", "replace") + str(dict(answer.headers))


def links(text: str) -> Iterable[str]:
    for link in LINK.findall(text):
        path = html.unescape(link)
        if path.startswith("/") and not path.startswith(("/static/", "//")):
            yield path


class Look(NamedTuple):
    """What somebody who opens an address gets, and where it sends them on."""

    status: int
    text: str
    location: str


def look_at(client: Client, path: str) -> Look:
    answer = client.get(path)
    return Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))


def crawl(user: User, start: Iterable[str] = START) -> dict[str, str]:
    """Every page the user reaches by following links, and its text; of each kind so many."""
    most = 1 if user.full_name in SECOND_OF_A_ROLE else MOST_OF_A_KIND
    with heads_looked_at_once():
        return follow(partial(look_at, as_(user)), start, of_a_kind=most)


@contextmanager
def heads_looked_at_once() -> Iterator[None]:
    """A reader meets the same head of a file on each of its pages: it is made for the first and shown on all.

    Nothing may be written meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head, "head_behind", cache(head.head_behind))
        yield


def follow(look: Callable[[str], Look], start: Iterable[str], *, of_a_kind: int) -> dict[str, str]:
    """The text of every page that links lead to from these on; of each kind so many."""
    seen: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    waiting = deque(start)
    while waiting:
        path = waiting.popleft()
        kind = kind_of(path)
        if path in seen or kind in LEAVES or kinds[kind] == of_a_kind:
            continue
        kinds[kind] += 1
        status, seen[path], location = look(path)
        assert status < 500, path
        if location:
            waiting.append(location)
        waiting.extend(link for link in links(seen[path]) if link not in seen)
    return seen


def found(pages: dict[str, str], words: Iterable[str]) -> list[tuple[str, str]]:
    return [(path, word) for path, text in pages.items() for word in words if word in text]


def betrayals(worlds: Worlds) -> dict[str, list[str]]:
    """For each person the words that they must never meet."""
    norte = [worlds.norte.named, worlds.norte.sealed]
    sur = [worlds.sur.named, worlds.sur.sealed]
    hidden = [worlds.restricted.named, worlds.restricted.sealed, worlds.restricted.case.number]
    everything = [*norte, *sur, *hidden]
    return {
        "ana": [*sur, *hidden],
        "bruno": [*norte, *hidden],
        "carla": [*sur, *hidden, worlds.norte.sealed],
        "lucia": [*sur, *hidden],
        "luis": [*sur, *hidden],
        "sonia": [],
        "adela": everything,
        "aurelio": [word for word in everything if word != worlds.restricted.case.number],
        "mara": everything,
        "elvira": [*sur, *hidden, worlds.norte.sealed],
    }


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


def everybody(cast: Cast) -> dict[str, User]:
    """The cast and who screens for exclusion, whom the world of the north hired."""
    return {**cast.users, "elvira": User.objects.get(full_name="Elvira")}


def telling_paths(pages: dict[str, dict[str, str]], words: list[str]) -> set[str]:
    """Addresses that betray one of the words to somebody: of each kind as few as betray all that it betrays."""
    betrayed: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for seen in pages.values():
        for path, word in found(seen, words):
            betrayed[kind_of(path)][path].add(word)
    paths: set[str] = set()
    for telling in betrayed.values():
        told: set[str] = set()
        for path in sorted(telling, key=lambda path: -len(telling[path])):
            if telling[path] - told:
                told |= telling[path]
                paths.add(path)
    return paths


def crawl_only(
    user: User, paths: Iterable[str], look: Callable[[Client, str], Look] = look_at
) -> dict[str, str]:
    """The answers to these addresses, typed by hand or sent a form; what was typed may come back.

    "Not found" is looked at once as the person sees it, and then without its frame, which is the same each time.
    """
    client = as_(user)
    answers: dict[str, str] = {}
    with ExitStack() as without_frame:
        is_framed = True
        for path in sorted(path for path in paths if name_of(path) not in LEAVES):
            got = look(client, path)
            answers[path] = without_typed(got.text, path)
            if got.status == 404 and is_framed:
                without_frame.enter_context(bare_not_found())
                is_framed = False
    return answers


@contextmanager
def bare_not_found() -> Iterator[None]:
    """A page that is not found says what it was not found by, and nothing else."""

    def bare(request: HttpRequest, exception: Exception) -> HttpResponse:
        return HttpResponse(repr(exception), status=404)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(urls, "handler404", bare, raising=False)
        yield


def without_typed(text: str, path: str) -> str:
    """What an answer says beyond the address that was typed."""
    for typed in (path, *re.findall(r"A-\d{4}-\d{6}", path)):
        text = text.replace(typed, "")
    return text


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
    wanted = {
        pattern.name
        for route, pattern in addresses()
        if permission_of(pattern) and pattern.name and not route.startswith("api/")
    }
    assert wanted - reached - NOT_LINKED - LEAVES == set()
    assert NOT_LINKED & reached == set()


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


def typed_again(family: Family) -> dict[str, str]:
    """The family's first person as a row of the grid."""
    return {
        "row-given_names": "Soraida",
        "row-family_names": family.named,
        "row-sex": "f",
        "row-document": "77001111",
    }


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
    """Every file, extract and undo that the worlds hold; pages link to them for few."""
    rows = {
        "document-download": DocumentVersion.objects.all(),
        "document-preview": DocumentVersion.objects.all(),
        "document-view": DocumentVersion.objects.all(),
        "merge-undo": Merge.objects.all(),
        "import-undo": ImportBatch.objects.all(),
        "import-families": ImportBatch.objects.all(),
    }
    paths = [reverse(name, args=[row.pk]) for name, found in rows.items() for row in found]
    for change in FamilyChange.objects.select_related("case"):
        paths.append(reverse("family-undo", args=[change.case.number, change.pk]))
    for number in Individual.objects.values_list("number", flat=True):
        paths.append(reverse("extract-make", args=[number]))
    for together in CaseAssignment.objects.exclude(together=None).values_list(
        "together", flat=True
    ):
        paths.append(reverse("cases-assign-undo", args=[together]))
    return paths


def send(client: Client, path: str, data: dict[str, str]) -> Look:
    """What comes back when somebody sends this there; nothing of it stays."""
    with transaction.atomic():
        answer = client.post(path, data)
        look = Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))
        transaction.set_rollback(True)
    return look


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
    assert client.get(page).status_code == 404


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
