"""What somebody needs of a room is asked wherever a bed is given, and why it is needed is told to nobody."""

import datetime
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from accounts.permissions import Permission
from accounts.roles import ROLES
from accounts.sight import access_sources
from casework.needs.actions import end_need
from casework.needs.models import SpecificNeed
from casework.register.choices import Sex
from reference.choices import RoomNeed
from shelters.actions import placements
from shelters.beds_for_family import Search
from shelters.choices import BedRule, RoomKind, Severity
from shelters.models import StayReason
from shelters.refusals import ReasonNeeded
from shelters.rules.protection import Bonds, Sleeper
from shelters.rules.room_needs import (
    NEEDS_OF_NO_ROOM,
    RULE_OF_NEED,
    lacking_in_room,
    offered_by,
)
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.acts import check_in
from tests.shelters.build import (
    SINCE,
    a_family,
    a_room,
    a_site,
    a_stay,
    against_rules,
    beds_of,
    people_of,
)

DAY = datetime.timedelta(days=1)
OURS, THEIRS = uuid.uuid4(), uuid.uuid4()


def needs(person, *wanted, cast, code="DS-PM", is_restricted=False):
    """The person has a need for which a place must offer this."""
    return SpecificNeed.objects.create(
        key_id=person.key_id,
        individual=person,
        code=a_code(code, is_restricted=is_restricted, room_needs=[str(each) for each in wanted]),
        starts_on=SINCE,
        source="observed",
        note="Silla de ruedas desde el accidente.",
        recorded_by=cast.ana,
    )


def somebody(family=OURS):
    return Sleeper(uuid.uuid4(), family, Sex.MALE, 30)


ONE, RELATIVE, STRANGER = somebody(), somebody(), somebody(THEIRS)
PLAIN = {
    "kind": RoomKind.ROOM,
    "floor": 0,
    "is_step_free": True,
    "has_cot": True,
    "has_own_bathroom": True,
}


def lacking(*wanted, others=(), of=ONE, **room):
    found = lacking_in_room(
        ONE,
        others,
        needs={of.person: set(wanted)},
        offers=offered_by(**PLAIN | room),
        bonds=Bonds(),
    )
    return {breach.rule for breach in found}


class TestTheRule:
    @pytest.mark.parametrize(
        ("wanted", "room", "rule"),
        [
            (RoomNeed.GROUND_FLOOR, {"floor": 3}, BedRule.NEEDS_GROUND_FLOOR),
            (RoomNeed.GROUND_FLOOR, {"floor": -1}, BedRule.NEEDS_GROUND_FLOOR),
            (RoomNeed.STEP_FREE, {"is_step_free": False}, BedRule.NEEDS_STEP_FREE),
            (RoomNeed.COT, {"has_cot": False}, BedRule.NEEDS_COT),
            (RoomNeed.SINGLE_ROOM, {"kind": RoomKind.HALL}, BedRule.NEEDS_SINGLE_ROOM),
            (RoomNeed.QUIET, {"kind": RoomKind.HALL}, BedRule.NEEDS_QUIET),
            (RoomNeed.QUIET, {"kind": RoomKind.TENT}, BedRule.NEEDS_QUIET),
            (RoomNeed.BATHROOM, {"has_own_bathroom": False}, BedRule.NEEDS_BATHROOM),
        ],
    )
    def test_asks_where_the_room_does_not_offer_what_is_needed(self, wanted, room, rule):
        assert lacking(wanted, **room) == {rule}
        assert lacking(wanted) == set()
        assert lacking(**room) == set()
        assert lacking(wanted, of=STRANGER, **room) == set(), "a need is that of one person"

    def test_a_lift_is_no_ground_floor_and_a_ground_floor_may_have_steps(self):
        both = (RoomNeed.GROUND_FLOOR, RoomNeed.STEP_FREE)
        assert lacking(*both, floor=3) == {BedRule.NEEDS_GROUND_FLOOR}
        assert lacking(*both, is_step_free=False) == {BedRule.NEEDS_STEP_FREE}

    def test_a_room_of_ones_own_is_shared_with_family_and_nobody_else(self):
        single = RoomNeed.SINGLE_ROOM
        assert lacking(single, others=[RELATIVE]) == set()
        assert lacking(single, others=[RELATIVE, STRANGER]) == {BedRule.NEEDS_SINGLE_ROOM}
        assert lacking(single, others=[STRANGER], of=STRANGER) == {BedRule.JOINS_SINGLE_ROOM}
        assert lacking(single, others=[RELATIVE], of=RELATIVE) == set()

    def test_every_need_of_a_room_has_its_rule_and_each_takes_a_reason(self):
        assert set(RULE_OF_NEED) | NEEDS_OF_NO_ROOM == set(RoomNeed)
        rules = {*RULE_OF_NEED.values(), BedRule.JOINS_SINGLE_ROOM}
        assert {rule.severity for rule in rules} == {Severity.ASK_REASON}


@pytest.fixture
def high(cast):
    """A hotel with two beds on each of three storeys."""
    return a_site(cast.cucuta, beds=[2, 2, 2], run_by=cast.carla, name="Hotel Alto")


@pytest.fixture
def person(cast):
    """Somebody in a wheelchair, alone in the file."""
    [one] = people_of(a_family(cast.norte, names=["Rita"]))
    needs(one, RoomNeed.GROUND_FLOOR, RoomNeed.DIET, cast=cast)
    return one


class TestEveryActionAsks:
    says = "needs the ground floor, and 103 is not on it"

    @pytest.fixture
    def third(self, high):
        return beds_of(high)[4]

    @pytest.fixture
    def downstairs(self, cast, high, person, today):
        return a_stay(person, high, beds_of(high)[0], by=cast.carla, starts_on=today)

    def asked(self):
        return refused(self.says, field="reason", kind=ReasonNeeded)

    def test_place(self, cast, high, person, third, today):
        told = {"site": high, "bed": third, "starts_on": today, "by": cast.carla}
        with self.asked():
            placements.place(person, **told)
        stay = placements.place(person, reason="Hay ascensor; abajo está lleno.", **told)
        assert stay.reasons.get().rules == [BedRule.NEEDS_GROUND_FLOOR]
        assert check_in(stay, by=cast.carla), "what was answered is not asked again"

    def test_place_the_family(self, cast, high, person, third, today):
        told = {"site": high, "assignments": {person: third}, "starts_on": today}
        with self.asked():
            placements.place_family(person.memberships.get().case, by=cast.carla, **told)

    def test_move(self, cast, high, third, downstairs, today):
        with self.asked():
            placements.move(downstairs, bed=third, on=today, by=cast.carla)
        with self.asked():
            placements.move_all({downstairs: third}, on=today, by=cast.carla)

    def test_check_in_after_the_need_was_recorded(self, cast, high, third, today):
        [one] = people_of(a_family(cast.norte))
        stay = placements.place(one, site=high, bed=third, starts_on=today, by=cast.carla)
        needs(one, RoomNeed.GROUND_FLOOR, cast=cast)
        with self.asked():
            check_in(stay, by=cast.carla)

    def test_extend(self, cast, high, person, third, today):
        stay = a_stay(person, high, third, by=cast.carla, checked_in_at=timezone.now())
        with self.asked():
            placements.extend(stay, planned_end_on=today + 3 * DAY, by=cast.carla)

    def test_the_ground_floor_and_a_place_without_a_bed_ask_nothing(
        self, cast, high, person, today
    ):
        case = person.memberships.get().case
        stays = placements.place_at_site(
            case, people=[person], site=high, starts_on=today, by=cast.carla
        )
        bed = beds_of(high)[0]
        told = {"site": high, "assignments": {person: bed}, "starts_on": today, "by": cast.carla}
        [stay] = placements.place_family(case, **told)
        assert stay.previous == stays[0]
        assert not StayReason.objects.exists()

    def test_a_need_that_ended_asks_nothing(self, cast, high, person, third, today):
        end_need(person.needs.get(), ended_on=today, by=cast.ana)
        told = {"site": high, "bed": third, "starts_on": today, "by": cast.carla}
        assert placements.place(person, **told)

    def test_who_would_join_somebody_in_a_room_of_their_own(self, cast, high, today):
        [alone] = people_of(a_family(cast.norte, names=["Flor"]))
        needs(alone, RoomNeed.SINGLE_ROOM, cast=cast, code="SV-VA", is_restricted=True)
        beds = beds_of(high)
        placements.place(alone, site=high, bed=beds[0], starts_on=today, by=cast.carla)
        [one] = people_of(a_family(cast.norte))
        with refused("needs the room for themselves", kind=ReasonNeeded) as refusal:
            placements.place(one, site=high, bed=beds[1], starts_on=today, by=cast.carla)
        assert not {"Flor", "SV-VA", "SV"} & set(str(refusal.value).replace(".", " ").split())


def test_an_offer_says_what_the_room_lacks_and_begins_with_one_that_has_it(cast, high, person):
    address = reverse("placement-place", args=[person.memberships.get().case.pk])
    page = page_of(as_(cast.carla).get(address))
    best = page.offered("run")[0]
    assert best == str(beds_of(high)[0].pk)
    assert page.says("Rita: hace falta planta baja, y no lo es: 102")
    assert page.says("Planta baja", "Dieta especial", "Piso 1")
    assert not any(page.holds(word) for word in ("DS-PM", "Necesidad DS-PM", "accidente"))


def test_of_a_family_in_two_rooms_who_needs_the_ground_floor_gets_it(cast, today):
    house = a_site(cast.cucuta, beds=[1, 3], run_by=cast.carla)
    case = a_family(cast.norte, 4)
    last = people_of(case)[-1]
    needs(last, RoomNeed.GROUND_FLOOR, cast=cast)
    search = Search(
        case, people_of(case), sites=[house], night=today, until=None, reader=cast.carla
    )
    [run] = search.runs()
    assert run.asks == 0
    assert search.assignments(run)[last].room.floor == 0


def test_who_sleeps_where_the_need_is_not_met_is_on_the_list_until_somebody_answers(
    cast, high, person, today
):
    stay = a_stay(person, high, beds_of(high)[2], by=cast.carla, checked_in_at=timezone.now())
    [said] = against_rules(cast.carla, today)[stay.pk]
    assert said == "alguien que necesita planta baja duerme en otro piso"
    assert against_rules(cast.luis, today) == {}
    placements.extend(
        stay, planned_end_on=today + DAY, reason="Mañana queda libre el 101.", by=cast.carla
    )
    assert against_rules(cast.carla, today) == {}


def test_the_list_names_whose_room_is_shared_to_who_places_them_both(cast, high, today):
    [alone], [other] = (people_of(a_family(cast.norte, names=[name])) for name in ("Flor", "Abel"))
    needs(alone, RoomNeed.SINGLE_ROOM, cast=cast, code="LP-WP")
    here = {"by": cast.carla, "checked_in_at": timezone.now()}
    stays = [
        a_stay(one, high, bed, **here)
        for one, bed in zip((alone, other), beds_of(high), strict=False)
    ]
    found = against_rules(cast.carla, today)
    assert "junto a Abel" in found[stays[0].pk][0]
    assert "junto a Flor" in found[stays[1].pk][0]


def test_whoever_may_give_a_place_may_see_what_it_must_offer():
    """The sentences of these rules go to who places; of why it is needed they say nothing."""
    for role, described in ROLES.items():
        if Permission.PLACEMENT_CHANGE in described.permissions:
            assert Permission.NEED_FLAGS in described.permissions, role
    for source in access_sources.entries:
        if Permission.PLACEMENT_CHANGE in source.permissions:
            assert Permission.NEED_FLAGS in source.permissions, source


def test_the_log_of_a_reason_tells_the_rule_and_not_the_need(cast, high, person, today):
    told = {"site": high, "bed": beds_of(high)[4], "starts_on": today, "by": cast.carla}
    placements.place(person, reason="Hay ascensor.", **told)
    event = AuditEvent.objects.get(verb="placement.reason_given")
    assert event.details == {"rules": ["needs_ground_floor"]}


def test_needs_of_four_neighbours_cost_no_more_than_of_one(cast, client):
    house = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(house, 40, name="Salón", kind=RoomKind.HALL)
    case, free = a_family(cast.norte), iter(beds_of(house))
    address = reverse("placement-place", args=[case.pk])
    client.force_login(cast.carla)

    def one_more():
        [somebody] = people_of(a_family(cast.norte))
        needs(somebody, RoomNeed.QUIET, cast=cast)
        a_stay(somebody, house, next(free), by=cast.carla)

    def queries():
        client.get(address)
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return len(found)

    one_more()
    once = queries()
    for _ in range(3):
        one_more()
    assert queries() == once
