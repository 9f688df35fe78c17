"""Sight: what a list shows and what a single answer says can never disagree."""

import datetime
from collections.abc import Iterator

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse

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
from tests.cast import Cast, log_in

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


@pytest.mark.parametrize("kind", ["case", "person"])
def test_a_number_in_small_letters_leads_to_the_same_address_and_tells_nothing(
    cast: Cast, kind: str
) -> None:
    case = an_arrival(cast)
    number = case.number if kind == "case" else people_of(case)[0].number
    name = "case-timeline" if kind == "case" else "individual-detail"
    right = reverse(name, args=[number])
    small = right.replace(number, number.lower())
    assert small != right
    answer = log_in(cast.ana).get(small + "?page=2")
    assert (answer.status_code, answer.url) == (302, right + "?page=2")
    assert log_in(cast.ana).get(right).status_code == 200
    # Whoever does not see it, and whoever asks for one that never was, gets the same two answers.
    nobodys = reverse(name, args=[number[:-6] + "999999"])
    for address in (right, nobodys):
        for reader in (cast.bruno, cast.adela):
            browser = log_in(reader)
            answer = browser.get(address.lower())
            assert (answer.status_code, answer.url) == (302, address)
            assert browser.get(address).status_code == 404
        assert Client().get(address.lower()).url == address
    assert log_in(cast.ana).post(small).status_code == 404
