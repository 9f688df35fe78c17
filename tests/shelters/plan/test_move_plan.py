"""A plan of moves: made for who must leave, changed by hand, asked again when facts change, applied as a whole."""

import pytest
from django.utils import translation

from shelters.actions import beds as bed_actions
from shelters.actions import placements, undo
from shelters.models import MoveLine, MovePlan, Placement
from shelters.plan import actions
from shelters.plan.actions import PlanClosed, PlanOutdated
from shelters.plan.choices import MoveLineState, MovePlanState, Proof
from shelters.plan.differences import differences
from shelters.plan.reading import PlanFacts
from shelters.refusals import ReasonNeeded
from tests.refusals import refused
from tests.shelters.build import a_room, a_site, a_stay, beds_of
from tests.shelters.plan.plan_builds import (
    BOY,
    DAY,
    GIRL,
    MAN,
    WOMAN,
    case_of,
    family_with,
    plan_of,
    sleeping_at,
    solved_again,
)


@pytest.fixture
def closing(cast):
    return a_site(cast.cucuta, beds=[4, 4], run_by=cast.carla, name="Hotel que cierra")


@pytest.fixture
def other(cast):
    return a_site(cast.cucuta, beds=[3, 2], run_by=cast.carla, name="Hotel que sigue")


@pytest.fixture
def people(cast, closing, today):
    """A mother with two children, and a man alone."""
    mother = family_with(cast.norte, WOMAN, BOY, GIRL, day=today)
    alone = family_with(cast.norte, MAN, day=today)
    sleeping_at(closing, [mother, alone], by=cast.carla)
    return [*mother, *alone]


def planned(closing, cast, today, **facts):
    said = {"leaves_on": today, "counts_until": today + 3 * DAY, **facts}
    return plan_of(closing, by=cast.carla, **said)


def rooms_of(plan):
    return {
        line.placement.individual_id: line.bed and line.bed.room.name
        for line in plan.lines.with_people()
    }


def test_each_family_gets_a_room_and_nobody_moves_before_the_plan_is_applied(
    cast, closing, other, people, today
):
    plan = planned(closing, cast, today)
    *mother, alone = people
    rooms = rooms_of(plan)
    assert {rooms[person.pk] for person in mother} == {"101"}
    assert rooms[alone.pk] == "102"
    assert plan.proof == Proof.BEST
    assert not Placement.objects.filter(site=other).exists()


def test_applied_it_moves_everybody_and_each_family_can_be_taken_back(
    cast, closing, other, people, today
):
    plan = actions.apply_plan(planned(closing, cast, today), by=cast.carla)
    assert plan.state == MovePlanState.APPLIED
    now = Placement.objects.standing().filter(ends_on=None)
    assert {stay.site for stay in now} == {other}
    assert {stay.bed_id for stay in now} == {line.bed_id for line in plan.lines.all()}
    undo.undo(now.get(individual=people[0]), by=cast.carla)
    back = Placement.objects.standing().filter(ends_on=None, site=closing)
    assert {stay.individual_id for stay in back} == {person.pk for person in people[:3]}
    with refused("no draft any more", kind=PlanClosed):
        actions.apply_plan(plan, by=cast.carla)


def test_who_has_no_place_is_said_and_stays(cast, closing, people, today):
    small = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    plan = planned(closing, cast, today)
    states = {line.placement.individual_id: line.state for line in plan.lines.all()}
    *mother, alone = people
    assert {states[person.pk] for person in mother} == {MoveLineState.NO_PLACE}
    assert states[alone.pk] == MoveLineState.PLANNED
    actions.apply_plan(plan, by=cast.carla)
    assert Placement.objects.filter(site=small, ends_on=None).count() == 1
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 3


def test_nothing_is_moved_if_one_bed_was_taken_since(cast, closing, other, people, today):
    plan = planned(closing, cast, today)
    [quick] = family_with(cast.norte, MAN, day=today)
    placements.place(quick, site=other, bed=beds_of(other)[3], starts_on=today, by=cast.carla)
    other_bed = plan.lines.get(placement__individual=people[3]).bed
    if other_bed != beds_of(other)[3]:
        placements.move(
            Placement.objects.get(individual=quick), bed=other_bed, on=today, by=cast.carla
        )
    with refused("Something changed", kind=PlanOutdated) as refusal:
        actions.apply_plan(plan, by=cast.carla)
    case = case_of(people[3])
    assert f"{case.number}: the new bed is no longer free." in refusal.value.sentences
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 4
    again = solved_again(plan, by=cast.carla)
    actions.apply_plan(again, reason="Solo hay esto.", by=cast.carla)
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 0


def changes_of(plan, cast):
    with translation.override("en"):
        found = differences(plan, PlanFacts(plan, by=cast.carla))
    return {(each.family, each.sentence) for each in found}


def test_each_kind_of_change_names_its_family(cast, closing, other, people, today):
    plan = planned(closing, cast, today)
    assert changes_of(plan, cast) == set()
    [came] = family_with(cast.norte, MAN, day=today)
    a_stay(came, closing, beds_of(closing)[7], by=cast.carla)
    stay = Placement.objects.get(individual=people[3])
    placements.extend(
        stay, planned_end_on=today + 20 * DAY, reason="Espera su turno.", by=cast.carla
    )
    mothers_bed = plan.lines.get(placement__individual=people[0]).bed
    bed_actions.close_bed(mothers_bed, starts_on=today, reason="repair", by=cast.carla)
    assert changes_of(plan, cast) == {
        (case_of(came).number, "somebody came who is not in the plan."),
        (case_of(people[3]).number, "the bed or the day of leaving changed."),
        (case_of(people[0]).number, "the new bed is no longer free."),
    }
    actions.look_at_changes(plan, by=cast.carla)
    assert changes_of(plan, cast) == set()
    states = {line.placement.individual_id: line.state for line in plan.lines.all()}
    assert states[people[3].pk] == MoveLineState.PLANNED
    assert {states[person.pk] for person in (*people[:3], came)} == {MoveLineState.NO_PLACE}


def test_a_rule_that_changed_since_is_named(cast, closing, other, people, today):
    plan = planned(closing, cast, today)
    room = plan.lines.get(placement__individual=people[3]).bed.room
    room.for_whom = "women"
    room.save()
    assert changes_of(plan, cast) == {
        (case_of(people[3]).number, "a rule about who sleeps beside whom refuses the new bed.")
    }


def test_by_hand_a_family_gets_other_beds_or_is_left_out(cast, closing, other, people, today):
    a_room(other, 1, name="201")
    plan = planned(closing, cast, today)
    alone = Placement.objects.get(individual=people[3])
    taken = plan.lines.get(placement__individual=people[0]).bed_id
    with refused("not free"):
        actions.change_family(plan, beds={alone: taken}, by=cast.carla)
    small = next(bed for bed in beds_of(other) if bed.room.name == "201")
    actions.change_family(plan, beds={alone: small.pk}, by=cast.carla)
    solved_again(plan, by=cast.carla)
    assert rooms_of(plan)[people[3].pk] == "201"
    mother = Placement.objects.filter(case=case_of(people[0]))
    actions.change_family(plan, beds=dict.fromkeys(mother), by=cast.carla)
    solved_again(plan, by=cast.carla)
    states = plan.lines.filter(placement__in=mother).values_list("state", flat=True)
    assert set(states) == {MoveLineState.LEFT_OUT}
    *_boy, girl = [stay for stay in mother if stay.individual.birth_year > today.year - 12]
    with refused("who sleeps beside whom"):
        actions.change_family(plan, beds={girl: beds_of(other)[0].pk}, by=cast.carla)


def test_two_families_in_one_room_need_the_reason_that_moves_need(cast, closing, today):
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    woman = family_with(cast.norte, WOMAN, day=today)
    man = family_with(cast.norte, MAN, day=today)
    sleeping_at(closing, [woman, man], by=cast.carla)
    plan = planned(closing, cast, today)
    assert {tuple(line.asks) for line in plan.lines.all()} == {("both_sexes",)}
    with refused(field="reason", kind=ReasonNeeded):
        actions.apply_plan(plan, by=cast.carla)
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 2
    actions.apply_plan(plan, reason="El dueño cierra hoy.", by=cast.carla)
    assert Placement.objects.filter(site=closing, ends_on=None).count() == 0


def test_beds_that_vanish_move_their_people_to_other_rooms_of_the_site(
    cast, closing, other, people, today
):
    first, second = closing.rooms.order_by("name")
    plan = planned(closing, cast, today, rooms=[first.pk])
    lines = plan.lines.filter(placement__individual__in=people[:3]).with_people()
    assert {line.bed.room for line in lines} == {second}


def test_a_new_plan_takes_the_place_of_the_draft(cast, closing, other, people, today):
    one = planned(closing, cast, today)
    two = planned(closing, cast, today + DAY)
    assert dict(MovePlan.objects.values_list("pk", "state")) == {
        one.pk: MovePlanState.DROPPED,
        two.pk: MovePlanState.DRAFT,
    }


def test_a_site_under_notice_takes_nobody_past_its_day(cast, closing, people, today):
    a_site(cast.cucuta, beds=[4], run_by=cast.carla, must_leave_on=today + 9 * DAY)
    plan = planned(closing, cast, today)
    assert set(rooms_of(plan).values()) == {None}


def test_lines_are_seen_by_those_who_see_the_people(cast, closing, other, people, today):
    plan = planned(closing, cast, today)
    seen = MoveLine.objects.visible_to(cast.carla)
    assert set(seen) == set(plan.lines.all())
    assert not MovePlan.objects.visible_to(cast.ana).exists()
