"""What each of the cast reads of the two worlds: rows, keys, the API and the timeline say the same."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import permissions_for_row, sees
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.reach import reach_of
from casework.rights.actions import destroy_identities
from casework.slots.api import api_resources
from casework.slots.holdings import holds
from casework.slots.panels import PAGES
from casework.slots.stream import stream
from casework.slots.timeline import Event, Question, TimelineSource, sources_for
from shelters.models import Placement
from tests.accounts.test_keys_seen import MODELS, again, agree
from tests.build import a_case
from tests.casework.file.test_api_resources import all_of, browser_of
from tests.casework.file.test_timeline import told
from tests.casework.needs.test_needs import a_need
from tests.casework.rights.test_erase_individual import readable
from tests.cast import Cast
from tests.crawl import betrayals
from tests.test_canary import sealed_models
from tests.world import Family, Stage, Worlds
from vault.fields import sealed_fields

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(stage: Stage) -> Cast:
    return stage.cast


@pytest.fixture
def worlds(stage: Stage) -> Worlds:
    return stage.worlds


# The most questions of a page of a file that holds a row of every kind.
FULL_FILE = 40
# Who reads what of a family that is with legal aid, by first name, as the roles say it.
FILE = {"ana", "lucia", "luis", "sonia"}
TEAM = {"ana", "sonia"}
LEGAL = {"lucia", "luis"}
# Each with the way to the person, or to the case where the rows are the case's; a pair has two.
READERS: dict[str, tuple[str, set[str]]] = {
    "casework.CaseDocument": ("case", FILE),
    "casework.DocumentVersion": ("document__case", FILE),
    "casework.Consent": ("individual", FILE),
    "casework.ConsentStep": ("consent__individual", FILE),
    "casework.Referral": ("case", FILE),
    "casework.ReferralStep": ("referral__case", FILE),
    "casework.Exit": ("individual", TEAM),
    "casework.OutsideInterview": ("people__individual", FILE),
    "casework.InterviewedPerson": ("individual", FILE),
    "casework.CasePlan": ("case", FILE),
    "casework.PlanGoal": ("case", FILE),
    "casework.Activity": ("individual", FILE),
    "casework.WellbeingNote": ("individual", FILE),
    "casework.HealthScreening": ("individual", FILE),
    "casework.HealthVisit": ("individual", FILE),
    "casework.SpecificNeed": ("individual", FILE),
    "casework.Livelihood": ("individual", FILE),
    "casework.Phone": ("individual", FILE),
    "casework.Alias": ("individual", FILE),
    "casework.AnonymityWish": ("individual", FILE),
    "casework.FactChange": ("individual", FILE),
    "casework.ContactAbroad": ("individual", FILE),
    "casework.OriginSanction": ("individual", FILE),
    "casework.RelativeAbroad": ("individual", FILE),
    "casework.HomeIncident": ("individual", FILE),
    "casework.Detention": ("relative__individual", FILE),
    # The worlds' pairs reach across teams: those go to the supervisor alone.
    "casework.DuplicatePair": ("first second", {"sonia"}),
    "casework.Disarmament": ("individual", FILE),
    "casework.Relationship": ("individual_a", FILE),
    "casework.WorkAuthorisation": ("individual", FILE),
    "casework.InformationGiven": ("individual", FILE),
    "casework.JobApplication": ("individual", FILE),
    "casework.InformalWork": ("individual", FILE),
    "casework.SubjectRequest": ("individual", FILE),
    "casework.CaseTask": ("case", FILE),
    "casework.Note": ("case", FILE),
    "asylum.FlightAccount": ("individual", LEGAL),
    "asylum.Evidence": ("individual", LEGAL),
    "asylum.EvidenceReply": ("evidence__individual", LEGAL),
    "asylum.StandingReview": ("individual", LEGAL),
    "asylum.Measure": ("individual", LEGAL),
    "asylum.MeasureReview": ("measure__individual", LEGAL),
    "asylum.Observation": ("individual", LEGAL),
    "asylum.ObservationReview": ("observation__individual", LEGAL),
    "asylum.IdentificationContest": ("individual", LEGAL),
    "asylum.RecruitmentApproach": ("individual", LEGAL),
    "asylum.DismissedContradiction": ("individual", LEGAL),
    "asylum.Permit": ("individual", FILE),
    "asylum.Renunciation": ("individual", FILE),
    "asylum.AsylumApplication": ("individual", FILE),
}


def test_each_kind_of_row_is_seen_by_exactly_those_whom_the_matrix_names(cast, worlds):
    seen = {
        label: [_readers(cast, label, path, family) for family in (worlds.norte, worlds.sur)]
        for label, (path, _expected) in READERS.items()
    }
    # Bruno's family is not with legal aid; where no row of it exists, nobody reads one.
    expected = {
        label: [readers, _of_sur(label, path, readers, worlds.sur)]
        for label, (path, readers) in READERS.items()
    }
    assert {label: each for label, each in seen.items() if each != expected[label]} == {}
    restricted = {
        label: _readers(cast, label, path, worlds.restricted) - {"sonia"}
        for label, (path, _expected) in READERS.items()
    }
    assert {label: names for label, names in restricted.items() if names} == {}


def _mine(label: str, path: str, family: Family) -> Any:
    theirs = Q()
    for way in path.split():
        is_case = way.rpartition("__")[2] == "case"
        theirs |= Q(**{f"{way}__in": [family.case] if is_case else family.people})
    return apps.get_model(label).objects.filter(theirs)


def _readers(cast: Cast, label: str, path: str, family: Family) -> set[str]:
    model = apps.get_model(label)
    mine = set(_mine(label, path, family).values_list("pk", flat=True))
    return {
        name
        for name, user in cast.users.items()
        if mine & set(model.objects.visible_to(user).values_list("pk", flat=True))
    }


def _of_sur(label: str, path: str, readers: set[str], family: Family) -> set[str]:
    if not _mine(label, path, family).exists():
        return set()
    return {"bruno" if name == "ana" else name for name in readers} - LEGAL


def test_everybody_sees_with_permissions_of_every_reach_what_visible_to_says(
    cast: Cast, worlds: Worlds
) -> None:
    for user in map(again, cast.users.values()):
        of_each_reach = {reach_of(user, p): p for p in sorted(user.permissions_today())}.values()
        for model in MODELS:
            assert [p for p in of_each_reach if not agree(user, model, p)] == []
            assert agree(user, model, Permission.CASE_READ)


def test_what_a_page_asks_at_once_is_what_visible_to_says_with_each_permission(
    cast: Cast, worlds: Worlds
) -> None:
    for user in map(again, cast.users.values()):
        of_each_reach = {reach_of(user, p): p for p in user.permissions_today()}.values()
        for rows in (Case.objects, Individual.objects):
            seen = {p: set(rows.visible_to(user, p)) for p in of_each_reach}
            for row in rows.all():
                over = permissions_for_row(rows, row.pk, user)
                assert [p for p in of_each_reach if (p in over) != (row in seen[p])] == []
                alone = {p for p in of_each_reach if sees(rows, row.pk, user, p)}
                assert alone == {p for p in of_each_reach if row in seen[p]}


def test_stays_of_a_case_that_is_seen_are_those_that_visible_to_gives(
    cast: Cast, worlds: Worlds
) -> None:
    for user in map(again, cast.users.values()):
        stays = Placement.objects.visible_to(user)
        for case in Case.objects.visible_to(user, Permission.PLACEMENT_READ):
            seen = Placement.objects.seen_in(case, user)
            assert set(seen) == set(stays.filter(case=case))


def test_no_table_that_holds_a_row_of_a_file_is_passed_over(cast: Cast, worlds: Worlds) -> None:
    for user in map(again, cast.users.values()):
        for case in Case.objects.visible_to(user):
            question = Question(case, user)
            event_sources = [each for s in sources_for(case, user) for each in s.event_sources]
            passed = [each for each in event_sources if not each.answers(question)]
            assert [each.on for each in passed if each.rows(case, user).exists()] == []
    for family in (worlds.norte, worlds.sur):
        theirs = {label: _mine(label, path, family) for label, (path, _readers) in READERS.items()}
        held = {label for label, rows in theirs.items() if rows.exists()}
        assert [label for label in held if not holds(family.case, apps.get_model(label))] == []


def test_a_file_without_anything_holds_nothing(cast: Cast) -> None:
    case = a_case(cast)
    # From an interview nothing leads to a file but who took part.
    asked = [label for label in READERS if holds(case, apps.get_model(label))]
    assert asked == ["casework.OutsideInterview"]


def test_no_page_of_a_full_file_asks_the_same_twice_nor_more_than_it_may(
    cast: Cast, worlds: Worlds
) -> None:
    number, person = worlds.norte.case.number, worlds.norte.people[0].number
    addresses = [
        reverse("case-detail", args=[number]),
        *(reverse("case-part", args=[number, page]) for page in PAGES if page),
        reverse("case-timeline", args=[number]),
        reverse("individual-detail", args=[person]),
    ]
    client = browser_of(cast.ana)
    for address in addresses:
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        questions = Counter(each["sql"] for each in asked)
        assert [sql for sql, times in questions.items() if times > 1] == [], address
        assert len(asked) <= FULL_FILE, (address, len(asked))


def test_everybody_reads_what_their_sight_gives_and_no_word_of_another_world(cast, worlds):
    """Of each resource one row in sight and one out of it; Luis holds the role of Lucia."""
    users = {name: user for name, user in cast.users.items() if name != "luis"}

    def a_row_of_each(ids: list[Any], seen: set[Any]) -> list[Any]:
        halves = ([pk for pk in ids if (pk in seen) is is_seen] for is_seen in (True, False))
        return [pk for half in halves for pk in half[:1]]

    reads_exactly(users, worlds, a_row_of_each)


@pytest.mark.long(of="sight")
def test_everybody_reads_exactly_what_their_sight_gives_and_no_word_of_another_world(cast, worlds):
    reads_exactly(cast.users, worlds, lambda ids, seen: ids)


def reads_exactly(
    users: dict[str, User], worlds: Worlds, asked: Callable[[list[Any], set[Any]], list[Any]]
) -> None:
    """Each list, and the rows of it that are `asked`, of all keys and of those in sight."""
    words = betrayals(worlds)
    everything = [*words["adela"], worlds.norte.named]
    browsers = {name: browser_of(user) for name, user in users.items()}
    answered = 0
    for resource in api_resources:
        ids = list(resource.model.objects.values_list("pk", flat=True))
        assert ids, f"{resource.path}: nothing to leak"
        for name, user in users.items():
            client = browsers[name]
            holds = user.holds(resource.permission)
            seen = set()
            if holds:
                rows = resource.model.objects.visible_to(user, resource.permission)
                seen = set(rows.values_list("pk", flat=True))
            told = all_of(client, resource)
            place = (resource.path, name)
            assert told["count"] == (len(seen) if holds else None), place
            # Whoever lacks the permission is refused before any row is looked for: one shows it.
            for pk in asked(ids, seen) if holds else ids[:1]:
                one = client.get(reverse(f"api-{resource.path}-detail", args=[pk]))
                assert one.status_code == (200 if pk in seen else 404), place
                answered += pk in seen
                betrayed = [word for word in words[name] if word in one.content.decode()]
                assert betrayed == [], place
            text = json.dumps(told, ensure_ascii=False)
            sealed = [w for w in everything if not w.startswith("A-") and w in text]
            assert sealed == [], place
    assert answered > 50


def test_a_case_out_of_sight_answers_a_filter_like_none(cast, worlds):
    ana, hidden = browser_of(cast.ana), worlds.restricted.case.number
    for resource in api_resources:
        if cast.ana.holds(resource.permission) and (resource.person or resource.case):
            assert all_of(ana, resource, f"?case={hidden}")["count"] == 0, resource.path
            own = all_of(ana, resource, f"?case={worlds.norte.case.number}")["count"]
            assert own == all_of(ana, resource)["count"] - elsewhere(ana, resource, worlds)
    assert ana.get(f"/api/v1/individuals/?case={hidden}").json()["count"] == 0


def elsewhere(client: Client, resource, worlds) -> int:
    """Rows in sight that hang on other cases: what other rooms made for the own team."""
    rows = all_of(client, resource)["results"]
    numbers = {person.number for person in worlds.norte.people}
    return sum(
        row.get("case", worlds.norte.case.number) != worlds.norte.case.number
        or bool(row.get("individual") and row["individual"] not in numbers)
        for row in rows
    )


def test_what_comes_with_a_place_says_what_the_row_says_and_holds_nothing_sealed(
    cast: Cast, worlds: Worlds
) -> None:
    case, compared = worlds.norte.case, set()
    for user in (cast.ana, cast.lucia):
        for event_source in (each for s in sources_for(case, user) for each in s.event_sources):
            if event_source.fields is None:
                continue
            alone = replace(event_source, fields=None)
            source = TimelineSource("one", "One", Permission.CASE_READ, (event_source,))
            of_rows = TimelineSource("one", "One", Permission.CASE_READ, (alone,))
            question = Question(case, user, limit=100)
            stream([source], question)
            with CaptureQueriesContext(connection) as asked:
                events = stream([source], question)
            assert [_comparable(each) for each in events] == [
                _comparable(each) for each in stream([of_rows], question)
            ]
            model = event_source.table(question)
            assert not {each.name for each in sealed_fields(model)} & {*event_source.paths_read}
            tables, places, family, former_members_followed = 1, 1, 1, 1
            assert len(asked) <= tables + places + family + former_members_followed, (
                event_source.on,
                model,
            )
            compared |= {model._meta.label} if events else set()
    assert len(compared) > 20


def _comparable(event: Event) -> tuple[Any, ...]:
    said = (event.at, event.text, event.old, event.new, event.told, event.sentence, event.many)
    by = event.by and (event.by.pk, str(event.by))
    about = event.individual and (event.individual.pk, event.individual.display_name)
    return (*map(str, said), by, about, {name: str(each) for name, each in event.words.items()})


def test_every_room_tells_its_dated_events_to_those_who_may_read_them(cast, worlds, english):
    """The worlds hold a row of everything: no source that somebody may read is silent."""
    case = worlds.norte.case
    kinds = {
        user: {
            source.kind
            for source in sources_for(case, user)
            if list(told(case, user, kind=source.kind))
        }
        for user in (cast.ana, cast.lucia)
    }
    assert kinds[cast.ana] >= TOLD
    assert kinds[cast.lucia] - kinds[cast.ana] == {"flight", "letters"}
    assert list(told(case, cast.bruno, limit=500)) == []
    assert worlds.restricted.case.number not in str(told(case, cast.ana, limit=500))
    a_need(worlds.norte.people[0], cast.lucia, code="TR-WV")
    assert "TR-WV" in str(told(case, cast.lucia, kind="needs"))
    assert "TR-WV" not in str(told(case, cast.ana, limit=500))


TOLD = {
    "case",
    "notes",
    "tasks",
    "plan",
    "wellbeing",
    "home",
    "consents",
    "referrals",
    "documents",
    "data-requests",
    "interviews",
    "needs",
    "service",
    "wishes",
    "work",
    "exits",
    "stays",
    "applications",
    "permits",
    "renunciations",
    "aid",
    "things",
}


def test_a_whole_world_is_gone_with_its_family(cast, worlds):
    """Every room's rows of one family: what outlives its keys belongs to nobody of it alone."""
    family = worlds.norte
    assert family.named in readable()
    everybody = [person for person in Individual.objects.all() if family.named in person.full_name]
    assert set(family.people) <= set(everybody)
    destroy_identities(everybody, by=cast.sonia)
    left = {
        f"{model._meta.label}.{field.name}"
        for model, fields in sealed_models()
        for row in model._base_manager.all()
        for field in fields
        if any(word in str(getattr(row, field.name)) for word in (family.named, family.sealed))
    }
    assert left <= OUTLIVES, left - OUTLIVES
    assert worlds.sur.named in readable()


# Not of one person: what a colleague typed (gone by the clock), a sheet not yet imported, a visitor's name, what was
# reported of a group, an interpreter who is no client, where a site is and whom to call there.
OUTLIVES = {
    "accounts.SavedView.name",
    "asylum.GroupReport.source",
    "asylum.GroupReport.what",
    "asylum.Interpreter.name",
    "asylum.Interpreter.vetted_by",
    "casework.ArrivalDraft.typed",
    "casework.WaitingFile.name",
    "imports.ImportBatch.title",
    "imports.ImportChunk.rows",
    "casework.OutsideInterview.purpose",
    "casework.OutsideInterview.visitor_name",
    "reporting.NamedList.reason",
    "shelters.SiteAddress.address",
    "shelters.SiteAddress.contact",
}
