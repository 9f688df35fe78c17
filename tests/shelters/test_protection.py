"""Whoever gives somebody a bed is asked whether it is safe: the offers, and every action that places anybody."""

import ast
import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import AuditEvent
from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.register.choices import BirthPrecision, Sex
from shelters import actions
from shelters.actions import placements, presence
from shelters.actions.beds import change_room, close_bed, correct_closure
from shelters.actions.corrections import annul_stays, correct_move
from shelters.actions.undo import undo
from shelters.beds_for_family import Search
from shelters.board import actions as board_actions
from shelters.choices import BedRule
from shelters.models import Placement, StayReason
from shelters.refusals import Endangers, ReasonNeeded, StillInUse
from tests.refusals import refused
from tests.shelters.acts import check_in, check_out, correct_stay
from tests.shelters.build import SINCE, a_family, a_room, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


def make(person, **fields):
    for name, value in fields.items():
        setattr(person, name, value)
    person.save()
    return person


@pytest.fixture
def children_year(today):
    return today.year - 8


@pytest.fixture
def girl(cast, today):
    """A child alone in her file."""
    [person] = people_of(a_family(cast.norte, names=["Niña"]))
    return make(person, sex=Sex.FEMALE, birth_year=today.year - 11)


@pytest.fixture
def parents_and_child(cast, family, children_year):
    """Yorman and Luz, and Eider of eight years."""
    man, woman, child = people_of(family)
    return man, make(woman, sex=Sex.FEMALE), make(child, birth_year=children_year)


@pytest.fixture
def room(site):
    """The room for four, with a man whom nobody of the others knows in its first bed."""
    return beds_of(site)[2:]


@pytest.fixture
def stranger(cast, site, room):
    [man] = people_of(a_family(cast.norte, names=["Zoilo"]))
    return a_stay(man, site, room[0], by=cast.carla, checked_in_at=timezone.now())


class TestEveryActionAsks:
    """A girl alone and a room with a strange man, by every way that leads into it."""

    def test_place(self, cast, site, girl, room, stranger, today):
        with refused("without an adult of their own", kind=Endangers) as refusal:
            placements.place(girl, site=site, bed=room[1], starts_on=today, by=cast.carla)
        assert "Zoilo" not in str(refusal.value)
        assert not Placement.objects.filter(individual=girl).exists()

    def test_place_the_family(self, cast, site, girl, room, stranger, today):
        with refused("without an adult of their own", kind=Endangers):
            placements.place_family(
                girl.memberships.get().case,
                site=site,
                assignments={girl: room[1]},
                starts_on=today,
                by=cast.carla,
            )

    def test_move(self, cast, site, girl, room, stranger, today):
        stay = a_stay(girl, site, beds_of(site)[0], by=cast.carla)
        with refused("without an adult of their own", kind=Endangers):
            placements.move(stay, bed=room[1], on=today, by=cast.carla)
        with refused("without an adult of their own", kind=Endangers):
            placements.move_all({stay: room[1]}, on=today, by=cast.carla)
        stay.refresh_from_db()
        assert stay.ends_on is None

    def test_move_of_the_stranger(self, cast, site, girl, room, stranger, today):
        a_stay(girl, site, beds_of(site)[0], by=cast.carla)
        with refused("without an adult of their own", kind=Endangers) as refusal:
            placements.move(stranger, bed=beds_of(site)[1], on=today, by=cast.carla)
        assert "Niña" not in str(refusal.value)

    def test_check_in(self, cast, site, girl, room, stranger, today):
        stay = a_stay(girl, site, room[1], by=cast.carla, starts_on=today)
        with refused("without an adult of their own", kind=Endangers):
            check_in(stay, by=cast.carla)

    def test_extend(self, cast, site, girl, room, today):
        [man] = people_of(a_family(cast.norte))
        a_stay(man, site, room[0], by=cast.carla, starts_on=today + 4 * DAY)
        stay = a_stay(
            girl, site, room[1], by=cast.carla, starts_on=today, planned_end_on=today + 4 * DAY
        )
        with refused("without an adult of their own", kind=Endangers):
            placements.extend(stay, planned_end_on=today + 5 * DAY, by=cast.carla)

    def test_taking_back_that_somebody_left(self, cast, site, girl, room, stranger, today):
        check_out(stranger, on=today, by=cast.carla)
        a_stay(girl, site, room[1], by=cast.carla, starts_on=today)
        with refused("without an adult of their own", kind=Endangers):
            undo(stranger, by=cast.carla)

    def test_taking_back_that_somebody_arrived(self, cast, site, girl, room, today):
        stay = a_stay(girl, site, room[1], by=cast.carla, starts_on=today)
        check_in(stay, reason="La cuida la vecina.", by=cast.carla)
        [man] = people_of(a_family(cast.norte))
        a_stay(man, site, room[0], by=cast.carla, starts_on=today)
        with refused("without an adult of their own", kind=Endangers):
            undo(stay, by=cast.carla)

    def test_taking_back_another_day_of_leaving(self, cast, site, girl, room, today):
        stay = a_stay(girl, site, room[1], by=cast.carla, starts_on=today)
        leaves = {"planned_end_on": today + 4 * DAY, "reason": "La cuida la vecina."}
        placements.extend(stay, **leaves, by=cast.carla)
        [man] = people_of(a_family(cast.norte))
        a_stay(man, site, room[0], by=cast.carla, starts_on=today + 4 * DAY)
        with refused("without an adult of their own", kind=Endangers):
            undo(stay, by=cast.carla)

    def test_taking_back_that_a_mother_stays_longer(
        self, cast, site, family, parents_and_child, today
    ):
        _man, woman, child = parents_and_child
        stays = [
            a_stay(person, site, by=cast.carla, starts_on=today, planned_end_on=today + days * DAY)
            for person, days in ((woman, 4), (child, 6))
        ]
        placements.extend(stays[0], planned_end_on=today + 6 * DAY, by=cast.carla)
        with refused("A child stays with the family", kind=Endangers):
            undo(stays[0], by=cast.carla)

    def test_the_right_first_night(self, cast, site, girl, room, stranger, today):
        bedless = {"starts_on": today + 2 * DAY, "by": cast.carla}
        type(stranger).objects.filter(pk=stranger.pk).update(planned_end_on=today + 2 * DAY)
        stay = a_stay(girl, site, room[1], **bedless)
        with refused("without an adult of their own", kind=Endangers):
            correct_stay(stay, starts_on=today + DAY, by=cast.carla)

    def test_the_right_day_of_a_move(self, cast, site, girl, room, stranger, today):
        type(stranger).objects.filter(pk=stranger.pk).update(planned_end_on=today + 2 * DAY)
        stay = a_stay(girl, site, beds_of(site)[0], by=cast.carla, starts_on=today)
        told = {"on": today + 2 * DAY, "reason": "La cuida la vecina."}
        moved = placements.move(stay, bed=room[1], **told, by=cast.carla)
        with refused("without an adult of their own", kind=Endangers):
            correct_move([moved], on=today + DAY, by=cast.carla)

    def test_that_the_mother_never_came(self, cast, site, family, parents_and_child, today):
        _man, woman, child = parents_and_child
        here = {"by": cast.carla, "starts_on": today, "checked_in_at": timezone.now()}
        stays = [a_stay(person, site, **here) for person in (woman, child)]
        with refused("no adult of the family", field="reason", kind=ReasonNeeded):
            annul_stays(stays[:1], cancel_reason="no_show", by=cast.carla)

    def test_a_room_that_becomes_one_for_women(self, cast, site, room, stranger, today):
        with refused("somebody for whom it would no longer be", field="for_whom"):
            change_room(room[0].room, for_whom="women", reason="Hace falta.", by=cast.carla)

    def test_a_closure_put_right_onto_nights_that_somebody_sleeps_there(
        self, cast, site, room, stranger, today
    ):
        closure = close_bed(
            room[0], starts_on=SINCE - 9 * DAY, ends_on=SINCE - DAY, reason="pest", by=cast.carla
        )
        days = {"starts_on": SINCE - 9 * DAY, "ends_on": today, "why_closed": "pest"}
        with refused("Move them first", kind=StillInUse):
            correct_closure(closure, **days, by=cast.carla)

    def test_at_a_site_without_a_bed(self, cast, site, family, parents_and_child, today):
        with refused("A child stays with the family", kind=Endangers):
            placements.place_at_site(
                family, people=[parents_and_child[2]], site=site, starts_on=today, by=cast.carla
            )

    def test_the_offer(self, cast, site, girl, room, stranger, today):
        search = Search(
            girl.memberships.get().case,
            [girl],
            sites=[site],
            night=today,
            until=None,
            reader=cast.carla,
        )
        offered = {bed.room.name for run in search.runs() for bed in search.beds_of(run)}
        assert offered == {"101"}


NOT_ASKED = {
    "make_provisional": "it changes neither bed nor nights",
    "confirm": "it changes neither bed nor nights",
    "check_out_all": "who has gone cannot be refused: ask_about_those_left",
    "close_bed": "it saves no stay but a closure",
    "take_out_of_service": "it saves no stay but a closure",
    "reopen_bed": "it saves no stay but a closure",
    "close_room": "it saves no stay but closures",
    "reopen_room": "it saves no stay but closures",
    "undo_bed": "it saves no stay but a closure",
    "set_address": "it saves no stay but an address",
    "undo_site": "it saves no stay: refuse_who_may_not_sleep_here",
}
WRITES = {"save", "write_stay"}
ASKS = {"protect", "refuse_what_endangers"}


def calls_of(function):
    """The names that a function calls, of a function or of a method."""
    named = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {getattr(each, "id", None) or getattr(each, "attr", "") for each in named}


def test_every_action_that_saves_a_stay_asks_the_rules_that_protect():
    calls = {
        node.name: calls_of(node)
        for path in (*Path(actions.__path__[0]).glob("*.py"), Path(board_actions.__file__))
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }

    def reaches(name, wanted, seen=()):
        if name in seen:
            return False
        called = calls.get(name, set())
        return bool(called & wanted) or any(
            reaches(each, wanted, (*seen, name)) for each in called if each in calls
        )

    # What clashes.py offers is asked for by these actions, and no act of its own.
    offered = {"write_stay", "write_new_stays", "annul_as_mistake", "take_nights_really_slept"}
    acts = {name for name in calls if not name.startswith("_")} - offered
    writing = {name for name in acts if reaches(name, WRITES)}
    assert {"place", "move_all", "correct_stays", "correct_move", "undo", "take_over"} <= writing
    silent = {name for name in writing if not reaches(name, ASKS)}
    assert silent == set(NOT_ASKED) & writing
    assert set(NOT_ASKED) <= writing
    leaving = {"check_out_all", "annul_stays"}
    assert all(reaches(name, {"ask_about_those_left"}) for name in leaving)


def test_a_child_without_family_gets_a_bed_when_somebody_says_who_looks_after_it(
    cast, site, girl, room, stranger, today
):
    told = {"site": site, "bed": beds_of(site)[0], "starts_on": today, "by": cast.carla}
    with refused("Say who looks after them", field="reason", kind=ReasonNeeded):
        placements.place(girl, **told)
    stay = placements.place(girl, reason="Duerme al lado de la enfermera.", **told)
    assert stay.reasons.get().rules == [BedRule.UNACCOMPANIED]
    [woman] = people_of(a_family(cast.norte))
    with refused("without an adult of their own", kind=Endangers):
        placements.place(
            make(woman, sex=Sex.FEMALE),
            site=site,
            bed=beds_of(site)[1],
            starts_on=today,
            by=cast.carla,
        )


def test_a_child_is_neither_sent_ahead_nor_left_behind(
    cast, site, family, parents_and_child, today
):
    man, woman, child = parents_and_child
    beds = beds_of(site)[2:]
    stays = {
        person: a_stay(person, site, bed, by=cast.carla, checked_in_at=timezone.now())
        for person, bed in zip(parents_and_child, beds, strict=False)
    }
    elsewhere = a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    new = beds_of(elsewhere)
    with refused("A child stays with the family", kind=Endangers):
        placements.move(stays[child], site=elsewhere, bed=new[0], on=today, by=cast.carla)
    with refused(child.display_name, kind=Endangers):
        placements.move_all({stays[man]: new[0], stays[woman]: new[1]}, on=today, by=cast.carla)
    placements.move(stays[man], site=elsewhere, bed=new[0], on=today, by=cast.carla)
    moved = {stays[woman]: new[1], stays[child]: new[2]}
    assert len(placements.move_all(moved, on=today, by=cast.carla)) == 2


def test_what_is_not_paid_is_named_together_with_the_rules_by_whatever_moves(
    cast, site, family, parents_and_child, today
):
    """Who answers for one of the two without the other would be asked twice."""
    man, woman, _child = parents_and_child
    stays = {
        person: a_stay(person, site, bed, by=cast.carla)
        for person, bed in zip(parents_and_child, beds_of(site)[2:], strict=False)
    }
    there = a_site(cast.cucuta, beds=[2, 1], run_by=cast.carla, paid_until=today)
    first, second, alone = beds_of(there)
    small = {stays[man]: first, stays[woman]: second, stays[parents_and_child[2]]: alone}
    with pytest.raises(ReasonNeeded) as asked:
        placements.move_all(small, on=today, by=cast.carla)
    said = "; ".join(str(each) for each in asked.value.sentences)
    assert "ningún adulto de la familia dormiría al lado de una niña o un niño pequeño" in said
    assert f"{there} solo está pagado hasta la noche" in said


def test_a_family_cannot_plan_to_leave_before_its_child(
    cast, site, family, parents_and_child, today
):
    stays = placements.place_family(
        family, site=site, starts_on=today, planned_end_on=today + 5 * DAY, by=cast.carla
    )
    child = next(stay for stay in stays if stay.individual == parents_and_child[2])
    with refused("A child stays with the family", kind=Endangers):
        placements.extend(child, planned_end_on=today + 9 * DAY, by=cast.carla)
    assert len(placements.extend_all(stays, planned_end_on=today + 9 * DAY, by=cast.carla)) == 3


def test_who_leaves_a_child_behind_says_who_looks_after_it(
    cast, site, family, parents_and_child, today
):
    stays = placements.place_family(family, site=site, starts_on=today, by=cast.carla)
    presence.check_in_all(stays, by=cast.carla)
    adults = [stay for stay in stays if stay.individual != parents_and_child[2]]
    with refused(field="reason", kind=ReasonNeeded):
        presence.check_out_all(adults, on=today, by=cast.carla)
    gone = presence.check_out_all(
        adults, on=today, reason="La abuela llega esta noche.", by=cast.carla
    )
    assert {stay.ends_on for stay in gone} == {today}


def test_no_man_sleeps_in_a_room_for_women(cast, site, family, parents_and_child, today):
    man, woman, child = parents_and_child
    ward = a_room(site, 3, name="Ala norte", for_whom="women")
    beds = list(ward.beds.all())
    with refused("women only", kind=Endangers):
        placements.place(man, site=site, bed=beds[0], starts_on=today, by=cast.carla)
    told = {
        "site": site,
        "assignments": {woman: beds[0], child: beds[1]},
        "starts_on": today,
        "by": cast.carla,
    }
    with refused("small boy", field="reason", kind=ReasonNeeded):
        placements.place_family(family, **told)
    assert len(placements.place_family(family, reason="Es el único cuarto.", **told)) == 2


def test_who_is_kept_apart_gets_another_room_and_no_name_is_said(cast, site, room, stranger, today):
    [one] = people_of(a_family(cast.norte))
    Relationship.objects.create(
        key_id=one.key_id,
        individual_a=one,
        individual_b=stranger.individual,
        kind=Bond.APART,
        reason="Lo amenazó.",
        recorded_by=cast.ana,
    )
    with refused("kept apart", kind=Endangers) as refusal:
        placements.place(one, site=site, bed=room[1], starts_on=today, by=cast.carla)
    assert not {"Zoilo", "amenazó"} & set(str(refusal.value).replace(".", " ").split())
    told = {"site": site, "bed": beds_of(site)[0], "starts_on": today, "by": cast.carla}
    with refused("is to be kept apart", field="reason", kind=ReasonNeeded) as refusal:
        placements.place(one, **told)
    assert not {"Zoilo", "amenazó"} & set(str(refusal.value).replace(".", " ").split())
    stay = placements.place(one, reason="En otro piso, y los dos lo saben.", **told)
    assert stay.reasons.get().rules == [BedRule.APART_AT_SITE]


def test_a_year_alone_leaves_room_for_a_child(cast, site, room, stranger, today):
    [one] = people_of(a_family(cast.norte))
    make(one, birth_year=today.year - 18, birth_precision=BirthPrecision.YEAR)
    with refused("without an adult of their own", kind=Endangers):
        placements.place(one, site=site, bed=room[1], starts_on=today, by=cast.carla)
    make(one, birth_year=today.year - 19)
    assert placements.place(one, site=site, bed=room[1], starts_on=today, by=cast.carla)


class TestAReason:
    @pytest.fixture
    def woman(self, cast):
        [one] = people_of(a_family(cast.norte, names=["Luz"]))
        return make(one, sex=Sex.FEMALE)

    def test_is_asked_kept_sealed_and_on_record(self, cast, site, room, stranger, woman, today):
        told = {"site": site, "bed": room[1], "starts_on": today, "by": cast.carla}
        with refused("no family", field="reason", kind=ReasonNeeded):
            placements.place(woman, **told)
        stay = placements.place(woman, reason="Son colegas y lo piden.", **told)
        kept = stay.reasons.get()
        assert (kept.reason, kept.rules, kept.recorded_by) == (
            "Son colegas y lo piden.",
            [BedRule.BOTH_SEXES],
            cast.carla,
        )
        event = AuditEvent.objects.get(verb="placement.reason_given")
        assert event.details == {"rules": ["both_sexes"]}

    def test_is_not_asked_twice(self, cast, site, room, stranger, woman, today):
        stay = placements.place(
            woman, site=site, bed=room[1], starts_on=today, reason="Lo piden.", by=cast.carla
        )
        check_in(stay, by=cast.carla)
        assert StayReason.objects.count() == 1

    def test_is_asked_beyond_the_paid_nights_and_the_contract(self, cast, site, family, today):
        type(site).objects.update(paid_until=today + 5 * DAY, contract_ends_on=today + 9 * DAY)
        stays = placements.place_family(
            family, site=site, starts_on=today, planned_end_on=today + 2 * DAY, by=cast.carla
        )
        placements.extend_all(stays, planned_end_on=today + 5 * DAY, by=cast.carla)
        with refused("is paid through the night of", field="reason", kind=ReasonNeeded) as one:
            placements.extend_all(stays, planned_end_on=today + 6 * DAY, by=cast.carla)
        with refused("is paid through the night of", field="reason", kind=ReasonNeeded) as open_end:
            placements.extend_all(stays, planned_end_on=None, by=cast.carla)
        with refused("The contract with", field="reason", kind=ReasonNeeded) as both:
            placements.extend_all(stays, planned_end_on=today + 10 * DAY, by=cast.carla)
        assert [len(each.value.sentences) for each in (one, open_end, both)] == [1, 1, 2]
        placements.extend_all(
            stays, planned_end_on=today + 6 * DAY, reason="El contrato se renueva.", by=cast.carla
        )
        assert StayReason.objects.count() == 3

    def test_is_asked_for_a_day_beyond_what_is_paid_where_no_day_was_named(
        self, cast, site, woman, today
    ):
        type(site).objects.update(paid_until=today + 5 * DAY)
        site.refresh_from_db()
        stay = placements.place(woman, site=site, starts_on=today, by=cast.carla)
        with refused("is paid through the night of", field="reason", kind=ReasonNeeded):
            placements.extend(stay, planned_end_on=today + 9 * DAY, by=cast.carla)
        placements.extend(stay, planned_end_on=today + 4 * DAY, by=cast.carla)
        assert not StayReason.objects.exists()

    def test_placing_moving_and_extending_ask_the_same(self, cast, site, woman, family, today):
        there = a_site(cast.cucuta, beds=[3], run_by=cast.carla, paid_until=today + 5 * DAY)
        person, ends, later = people_of(family)[0], today + 5 * DAY, today + 6 * DAY
        told = {"site": there, "starts_on": today, "by": cast.carla}
        asked = {"field": "reason", "kind": ReasonNeeded}
        with refused("is paid through the night of", **asked):
            placements.place(woman, planned_end_on=later, **told)
        stay = placements.place(woman, planned_end_on=ends, **told)
        with refused("is paid through the night of", **asked):
            placements.extend(stay, planned_end_on=later, by=cast.carla)
        here = placements.place(person, **(told | {"site": site, "planned_end_on": later}))
        move = {"site": there, "bed": beds_of(there)[0], "by": cast.carla}
        with refused("is paid through the night of", **asked):
            placements.move(here, on=today, **move)
        with refused("is paid through the night of", **asked):
            placements.move(here, on=ends, **move)
        placements.extend(here, planned_end_on=None, by=cast.carla)
        # An open end names no night but the first.
        assert placements.move(here, on=today + 4 * DAY, **move)

    def test_is_asked_where_not_even_the_first_night_is_paid(self, cast, site, woman, today):
        type(site).objects.update(paid_until=today)
        site.refresh_from_db()
        with refused("is paid through the night of", field="reason", kind=ReasonNeeded):
            placements.place(woman, site=site, starts_on=today, by=cast.carla)
