"""The solver against every plan there is, in small worlds; and what a plan must never do."""

import datetime
import uuid
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from casework.register.choices import Sex
from reference.choices import RoomNeed
from shelters.choices import Severity
from shelters.plan.choices import Proof
from shelters.plan.rules import (
    REASON,
    PlanFamily,
    PlanRoom,
    PlanTask,
    faults,
    greedy,
    in_rooms,
    ways_of,
)
from shelters.plan.solver import PlanSearch, solve
from shelters.rules.protection import Bonds, Sleeper, broken_at_site, broken_in_room

DAY = datetime.date(2019, 5, 16)
LATER = DAY + datetime.timedelta(days=5)
NO_NEEDS: dict[uuid.UUID, list[str]] = {}


def person(family, sex=Sex.FEMALE, age: int | None = 30):
    return Sleeper(uuid.uuid4(), family, sex, age)


def family_of(*people, until=None, nights=3, moves=None):
    """A family of pairs of sex and age."""
    key = uuid.uuid4()
    sleepers = tuple(person(key, sex, age) for sex, age in people)
    return PlanFamily(key, sleepers, nights * len(sleepers), until, moves=moves or {})


def room_of(site, beds, **facts):
    return PlanRoom(uuid.uuid4(), site, tuple(beds), **facts)


SITES = [uuid.UUID(int=1), uuid.UUID(int=2)]
untils = st.sampled_from([None, LATER])
people = st.lists(
    st.tuples(st.sampled_from([Sex.FEMALE, Sex.MALE]), st.sampled_from([3, 14, 40])),
    min_size=1,
    max_size=3,
)
families = st.lists(
    st.tuples(people, untils).map(lambda said: family_of(*said[0], until=said[1])),
    min_size=1,
    max_size=3,
)
rooms = st.lists(
    st.builds(
        room_of,
        st.sampled_from(SITES),
        st.lists(untils, min_size=1, max_size=3),
        for_whom=st.sampled_from([frozenset(), frozenset({"women"}), frozenset({"men"})]),
    ),
    min_size=1,
    max_size=3,
)


def ways_over_rooms(family, all_rooms):
    """Every way to sleep the family at one site, and to leave it without a place."""
    yield None
    for beds in product(range(len(all_rooms)), repeat=len(family.people)):
        if len({all_rooms[bed].site_id for bed in beds}) == 1:
            yield beds


def is_allowed(plan, task):
    """Whether nobody sleeps in a bed of another, and no rule refuses anybody: written apart from the code under test."""
    inside = {}
    for family, beds in zip(task.families, plan, strict=True):
        for who, bed in zip(family.people, beds or (), strict=False):
            inside.setdefault(bed, []).append((who, family))
    broken = []
    for bed, those in inside.items():
        room = task.rooms[bed]
        endless = sum(family.until is None for _who, family in those)
        if len(those) > len(room.beds) or endless > room.beds.count(None):
            return False
        sleepers = [who for who, _family in those]
        for who, family in those:
            everybody = [one for inmates in inside.values() for one, _family in inmates]
            at_site = [one for one in everybody if one.family == who.family]
            broken += broken_in_room(who, sleepers, for_whom=room.for_whom, bonds=task.bonds)
            broken += broken_at_site(who, sleepers=at_site, family=family.people, bonds=task.bonds)
    return all(breach.rule.severity != Severity.REFUSE for breach in broken)


def fewest_nights(task):
    """By looking at every plan."""
    every = product(*(ways_over_rooms(family, task.rooms) for family in task.families))
    return min(
        sum(f.bed_nights for f, beds in zip(task.families, plan, strict=True) if beds is None)
        for plan in every
        if is_allowed(plan, task)
    )


def nights_without(task, ways):
    return sum(f.bed_nights for number, f in enumerate(task.families) if number not in ways)


def test_a_plan_keeps_a_girl_from_being_alone_with_a_young_man():
    """The reason costs: the mother sleeps beside her daughter, and the young man in the other room."""
    family = family_of((Sex.FEMALE, 40), (Sex.MALE, 20), (Sex.FEMALE, 14))
    task = PlanTask([family], [room_of(SITES[0], [None, None]), room_of(SITES[0], [None])])
    ways, _is_complete = ways_of(task, family)
    free = [way.rooms for way in ways if way.cost < REASON]
    assert (0, 1, 0) in free
    assert (1, 0, 0) not in free
    assert (1, 0, 0) in [way.rooms for way in ways], "it takes a reason"


@settings(max_examples=60, deadline=None)
@given(families, rooms)
def test_no_plan_leaves_fewer_bed_nights_without_a_place(some_families, some_rooms):
    task = PlanTask(some_families, some_rooms)
    answer = solve(task)
    assert nights_without(task, answer.ways) == fewest_nights(task)
    assert answer.proof == Proof.BEST


@settings(max_examples=40, deadline=None)
@given(families, rooms, st.data())
def test_people_who_are_kept_apart_share_no_room(some_families, some_rooms, data):
    everybody = [one for family in some_families for one in family.people]
    pair = (
        data.draw(st.lists(st.sampled_from(everybody), min_size=2, max_size=2, unique=True))
        if (len(everybody) > 1)
        else []
    )
    apart = {frozenset(each.person for each in pair)} if pair else set()
    task = PlanTask(some_families, some_rooms, Bonds(apart=apart))
    answer = solve(task)
    assert not faults(task, answer.ways)
    assert nights_without(task, answer.ways) == fewest_nights(task)
    for inside in in_rooms(task, answer.ways).values():
        assert not apart or not next(iter(apart)) <= {one.person for _number, one in inside}


@settings(max_examples=40, deadline=None)
@given(families, rooms)
def test_greedy_keeps_the_rules_and_is_never_better(some_families, some_rooms):
    task = PlanTask(some_families, some_rooms)
    by_hand = greedy(task, PlanSearch(task, 1).ways)
    assert not faults(task, by_hand)
    assert nights_without(task, by_hand) >= nights_without(task, solve(task).ways)


def chosen_rooms(*some_families, rooms, **facts):
    task = PlanTask(some_families, rooms, **facts)
    ways = solve(task).ways
    return [
        {rooms[room].room_id for room in ways[number].rooms} if number in ways else None
        for number in range(len(some_families))
    ]


WOMAN, MAN, BOY, GIRL = (Sex.FEMALE, 30), (Sex.MALE, 30), (Sex.MALE, 15), (Sex.FEMALE, 4)


def test_a_family_is_not_split_over_two_sites_even_if_beds_stay_empty():
    rooms = [room_of(SITES[0], [None] * 2), room_of(SITES[1], [None] * 2)]
    assert chosen_rooms(family_of(WOMAN, GIRL, GIRL), rooms=rooms) == [None]


def test_one_room_comes_before_two_and_the_own_town_before_another():
    small, other = room_of(SITES[0], [None] * 2), room_of(SITES[0], [None] * 2)
    large = room_of(SITES[1], [None] * 4)
    family = family_of(WOMAN, MAN, GIRL, moves={SITES[0]: 1, SITES[1]: 2})
    assert chosen_rooms(family, rooms=[small, other, large]) == [{large.room_id}]
    near = room_of(SITES[0], [None] * 4)
    assert chosen_rooms(family, rooms=[large, near]) == [{near.room_id}]


def test_women_and_men_who_are_no_family_share_a_room_only_if_there_is_no_other():
    rooms = [room_of(SITES[0], [None] * 2), room_of(SITES[0], [None] * 2)]
    women, men = family_of(WOMAN), family_of(MAN)
    one, other = chosen_rooms(women, men, rooms=rooms)
    assert one != other
    together = [room_of(SITES[0], [None] * 2)]
    assert chosen_rooms(women, men, rooms=together) == [{together[0].room_id}] * 2


def test_no_child_is_alone_among_adults_of_others():
    rooms = [
        room_of(SITES[0], [None], for_whom=frozenset({"women"})),
        room_of(SITES[0], [None] * 2),
    ]
    mother_and_child, man = family_of(WOMAN, BOY), family_of(MAN)
    assert chosen_rooms(mother_and_child, man, rooms=rooms) == [{rooms[1].room_id}, None]


def test_a_site_that_is_paid_comes_before_one_that_is_not():
    short, lasting = room_of(SITES[0], [None]), room_of(SITES[1], [None])
    assert chosen_rooms(family_of(MAN), rooms=[short, lasting], unpaid={SITES[0]: 3}) == [
        {lasting.room_id}
    ]


def test_who_cannot_take_steps_gets_the_room_without_them():
    steps = room_of(SITES[0], [None], offers=frozenset())
    level = room_of(SITES[0], [None], offers=frozenset({RoomNeed.STEP_FREE}))
    walks, rolls = family_of(MAN), family_of(MAN)
    needs = {rolls.people[0].person: [RoomNeed.STEP_FREE]}
    assert chosen_rooms(walks, rolls, rooms=[steps, level], needs=needs) == [
        {steps.room_id},
        {level.room_id},
    ]


def test_who_leaves_later_gets_the_bed_that_is_free_longer():
    rooms = [room_of(SITES[0], [LATER]), room_of(SITES[0], [None])]
    short, endless = family_of(MAN, until=LATER), family_of(MAN)
    assert chosen_rooms(short, endless, rooms=rooms) == [{rooms[0].room_id}, {rooms[1].room_id}]
    assert chosen_rooms(endless, rooms=rooms[:1]) == [None]
