"""Sight: what a list shows and what a single answer says can never disagree."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model, Q

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources
from casework.cases.actions import close_case, move_case, refer_to_legal, restrict_case
from casework.families.actions.builder import join_family
from casework.families.actions.family import end_membership
from casework.notes.actions import write_note
from casework.notes.models import Note
from casework.register.choices import EndReason, Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember, LegalReferral
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from tests.build import a_case, an_arrival, people_of
from tests.cast import Cast
from tests.world import Family, build_worlds

D = datetime.date
MODELS = [
    Case,
    Individual,
    FamilyMember,
    Arrival,
    Note,
    IdentityDocument,
    ServiceRecord,
    LegalReferral,
]


@pytest.fixture
def many(cast: Cast) -> dict[str, Case]:
    """Cases in every state that changes who sees them, by what is special about them."""
    found = {
        "plain": an_arrival(cast),
        "of_sur": a_case(cast, by=cast.bruno),
        "of_arauca": a_case(cast, by=cast.mara),
        "referred": a_case(cast),
        "closed": a_case(cast),
        "moved": a_case(cast),
        "restricted": a_case(cast),
        "restricted_to_ana": a_case(cast),
        "restricted_and_referred": a_case(cast),
        "left_by_one": an_arrival(cast),
        "gained_one": a_case(cast, by=cast.sonia, team=cast.sur),
    }
    write_note(found["plain"], text="Nota", by=cast.ana)
    for name in ("referred", "restricted_and_referred"):
        refer_to_legal(found[name], by=cast.ana)
    close_case(found["closed"], reason=EndReason.ONWARD, on=D(2019, 5, 1), by=cast.ana)
    move_case(found["moved"], team=cast.sur, by=cast.sonia)
    for name in ("restricted", "restricted_and_referred"):
        restrict_case(found[name], people=[], by=cast.sonia)
    restrict_case(found["restricted_to_ana"], people=[cast.ana], by=cast.sonia)
    mover = people_of(found["left_by_one"])[3]
    join_family(
        found["gained_one"],
        other=found["left_by_one"],
        relations={mover: Relation.BROTHER},
        on=D(2019, 4, 1),
        by=cast.sonia,
    )
    leaver = found["left_by_one"].members.get(relation_to_principal=Relation.SPOUSE)
    end_membership(leaver, left_on=D(2019, 4, 2), by=cast.ana)
    return found


ASKED = [
    Permission.CASE_READ,
    Permission.CASE_CARD,
    Permission.CASE_MOVE,
    Permission.INDIVIDUAL_CHANGE,
    Permission.NOTE_WRITE,
    Permission.PLACEMENT_READ,
    Permission.PERMIT_CHANGE,
    Permission.AUDIT_READ,
]


def questions(cast: Cast) -> Iterator[tuple[User, Permission, type[Model]]]:
    """Every permission about cases and people; for what hangs on them, reading."""
    for user in cast.users.values():
        for permission in ASKED:
            for model in MODELS if permission == Permission.CASE_READ else (Case, Individual):
                yield user, permission, model


def test_a_list_and_a_single_answer_always_agree(cast, many):
    disagreeing = []
    for user, permission, model in questions(cast):
        listed = set(model.objects.visible_to(user, permission))
        if not user.holds(permission):
            assert listed == set()
            continue
        allowed = {row for row in model.objects.all() if can(user, permission, about=row)}
        if listed != allowed:
            disagreeing.append((user.full_name, permission, model.__name__))
    assert disagreeing == []


def names(many: dict[str, Case], cases: object) -> set[str]:
    by_number = {case.number: name for name, case in many.items()}
    return {by_number[case.number] for case in cases}  # type: ignore[attr-defined]


def test_everybody_sees_exactly_the_cases_that_their_place_gives_them(cast, many):
    with access_sources.filled_with():
        seen = {
            name: names(many, Case.objects.visible_to(user)) for name, user in cast.users.items()
        }
    everything_in_cucuta = set(many) - {"of_arauca"}
    assert seen == {
        "ana": {"plain", "referred", "closed", "restricted_to_ana", "left_by_one"},
        "bruno": {"of_sur", "moved", "gained_one"},
        "carla": set(),
        "lucia": set(),
        "luis": set(),
        "sonia": everything_in_cucuta,
        "adela": set(),
        "aurelio": set(),
        "mara": {"of_arauca"},
    }


def test_legal_officers_reach_what_was_referred_unless_it_is_restricted(cast, many):
    assert names(many, Case.objects.visible_to(cast.lucia)) == {"referred"}


def test_a_person_is_seen_with_the_case_of_today_and_after_leaving_with_the_last_one(cast, many):
    mover = people_of(many["gained_one"])[1]
    leaver = people_of(many["left_by_one"])[1]
    seen_by = {
        name: {
            person for person in (mover, leaver) if can(user, Permission.INDIVIDUAL_READ, person)
        }
        for name, user in {"ana": cast.ana, "bruno": cast.bruno}.items()
    }
    assert seen_by == {"ana": {leaver}, "bruno": {mover}}


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
    "asylum.FlightAccount": ("individual", LEGAL),
    "asylum.Permit": ("individual", FILE),
    "asylum.Renunciation": ("individual", FILE),
    "asylum.AsylumApplication": ("individual", FILE),
}


def test_each_kind_of_row_is_seen_by_exactly_those_whom_the_matrix_names(cast, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    worlds = build_worlds(cast)
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
