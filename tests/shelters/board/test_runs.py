"""The nights of a bed as runs: every night once, as a look at that night alone says, and numbers that add up."""

import datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelters.board.choices import RunKind
from shelters.board.rules import BoardNights, count_nights_of, cut, pieces

DAY = datetime.timedelta(days=1)
TODAY = datetime.date(2026, 11, 26)
BOARD = BoardNights(TODAY - DAY, TODAY + 13 * DAY)
ALWAYS = (datetime.date(2019, 1, 1), None)


class Stay(NamedTuple):
    starts_on: datetime.date
    ends_on: datetime.date | None = None
    planned_end_on: datetime.date | None = None
    has_arrived: bool = True
    allowed_until: datetime.date | None = None
    has_lapsed: bool = False


def day(number):
    return TODAY + number * DAY


def runs_of(*stays, closures=(), stands=ALWAYS, unpaid_on=None):
    drawn = [each for stay in stays for each in pieces(stay, today=TODAY, unpaid_on=unpaid_on)]
    return cut(BOARD, drawn, closures=closures, stands=stands, today=TODAY)


def told(runs):
    return [(run.kind, (run.first - TODAY).days, (run.end - TODAY).days) for run in runs]


def test_a_provisional_place_that_nobody_confirmed_is_marked_until_it_is_late_besides():
    for first, kind in ((2, RunKind.LAPSED), (-1, RunKind.NOT_ARRIVED)):
        stay = Stay(day(first), planned_end_on=day(4), has_arrived=False, has_lapsed=True)
        assert [run.kind for run in runs_of(stay) if run.about] == [kind]


def test_an_empty_bed_is_one_free_run():
    assert told(runs_of()) == [(RunKind.FREE, -1, 13)]


def test_a_stay_is_one_run_whenever_it_began_and_the_gap_after_it_another():
    stay = Stay(day(-9), planned_end_on=day(4))
    assert told(runs_of(stay)) == [(RunKind.SLEPT, -1, 4), (RunKind.FREE, 4, 13)]


def test_a_hold_takes_only_nights_that_are_free_otherwise():
    stay, hold = Stay(day(-1), planned_end_on=day(1)), Stay(day(0), day(3))
    drawn = [*pieces(stay, today=TODAY, unpaid_on=None)]
    runs = cut(BOARD, drawn, holds=[hold], stands=ALWAYS, today=TODAY)
    assert told(runs) == [(RunKind.SLEPT, -1, 1), (RunKind.HELD, 1, 3), (RunKind.FREE, 3, 13)]
    [_yesterday, _tonight, second, *_later] = count_nights_of(BOARD, [(False, runs)])
    assert (second.free, second.held, second.taken) == (0, 1, 0)


def test_a_planned_stay_is_not_slept():
    stay = Stay(day(2), planned_end_on=day(4), has_arrived=False)
    assert told(runs_of(stay)) == [
        (RunKind.FREE, -1, 2),
        (RunKind.PLANNED, 2, 4),
        (RunKind.FREE, 4, 13),
    ]


def test_who_should_have_arrived_is_late_and_who_left_is_past():
    late = Stay(day(-1), planned_end_on=day(4), has_arrived=False)
    left = Stay(day(-3), ends_on=day(0))
    assert told(runs_of(late))[0] == (RunKind.NOT_ARRIVED, -1, 4)
    assert told(runs_of(left))[0] == (RunKind.PAST, -1, 0)


def test_who_stayed_beyond_the_plan_holds_the_bed_until_checked_out():
    stay = Stay(day(-5), planned_end_on=day(0))
    assert told(runs_of(stay)) == [(RunKind.SLEPT, -1, 0), (RunKind.LATE, 0, 13)]


def test_and_whoever_is_expected_there_is_still_drawn():
    stays = (
        Stay(day(-5), planned_end_on=day(0)),
        Stay(day(0), planned_end_on=day(3), has_arrived=False),
    )
    assert told(runs_of(*stays)) == [
        (RunKind.SLEPT, -1, 0),
        (RunKind.LATE, 0, 1),
        (RunKind.PLANNED, 1, 3),
        (RunKind.LATE, 3, 13),
    ]


def test_the_nights_that_nobody_paid_are_a_run_of_their_own():
    stay = Stay(day(-2), planned_end_on=day(8))
    runs = runs_of(stay, unpaid_on=day(3))
    assert told(runs)[:2] == [(RunKind.SLEPT, -1, 3), (RunKind.SLEPT, 3, 8)]
    assert [run.is_unpaid for run in runs] == [False, True, False]


def test_a_closed_bed_is_not_free_and_one_that_is_taken_away_is_none():
    closed = runs_of(closures=[(day(1), day(3), "damp")])
    assert told(closed) == [(RunKind.FREE, -1, 1), (RunKind.CLOSED, 1, 3), (RunKind.FREE, 3, 13)]
    gone = runs_of(closures=[(day(8), None, "damp")], stands=(day(0), day(10)))
    assert told(gone) == [
        (RunKind.NO_BED, -1, 0),
        (RunKind.FREE, 0, 8),
        (RunKind.CLOSED, 8, 10),
        (RunKind.NO_BED, 10, 13),
    ]


days = st.integers(-20, 25).map(day)


@st.composite
def stays_in_a_row(draw):
    """Stays of one bed as the constraints allow them: the planned end counts, and one at most is checked in."""
    ends = sorted(draw(st.lists(days, min_size=2, max_size=8, unique=True)))
    stays = []
    for first, last in zip(ends[::2], ends[1::2], strict=False):
        has_arrived = first <= TODAY and draw(st.booleans())
        has_ended = has_arrived and last <= TODAY and draw(st.booleans())
        if has_arrived and not has_ended and any(s.has_arrived and not s.ends_on for s in stays):
            has_arrived = False
        stays.append(
            Stay(first, last if has_ended else None, None if has_ended else last, has_arrived)
        )
    return stays


closed_nights = st.lists(st.tuples(days, st.one_of(st.none(), days)), max_size=2)


@given(
    stays_in_a_row(),
    closed_nights,
    st.one_of(st.none(), days),
    st.tuples(days, st.one_of(st.none(), days)),
)
def test_every_night_is_in_one_run_and_is_what_a_look_at_it_alone_says(
    stays, closed, unpaid_on, stands
):
    closures = [(first, back, "damp") for first, back in closed if back is None or back > first]
    if len(closures) == 2 and (closures[0][1] is None or closures[0][1] > closures[1][0]):
        closures = closures[:1]
    runs = runs_of(*stays, closures=closures, stands=stands, unpaid_on=unpaid_on)
    assert [run.first for run in runs[1:]] == [run.end for run in runs[:-1]]
    assert (runs[0].first, runs[-1].end) == BOARD
    assert all(run.nights > 0 for run in runs)
    for night in BOARD.days:
        [run] = [run for run in runs if run.first <= night < run.end]
        assert (run.kind in TAKEN) == any(holds(stay, night) for stay in stays), night
        if run.kind in TAKEN:
            continue
        is_standing = stands[0] <= night and (stands[1] is None or night < stands[1])
        is_closed = any(
            first <= night and (back is None or night < back) for first, back, _ in closures
        )
        expected = (
            RunKind.NO_BED if not is_standing else RunKind.CLOSED if is_closed else RunKind.FREE
        )
        assert run.kind == expected, night


TAKEN = {RunKind.SLEPT, RunKind.PLANNED, RunKind.PAST, RunKind.LATE, RunKind.NOT_ARRIVED}


def holds(stay, night):
    """Whether the stay holds the bed that night, said anew."""
    if night < stay.starts_on:
        return False
    if stay.ends_on:
        return night < stay.ends_on
    if stay.has_arrived and stay.planned_end_on <= TODAY:
        return True
    return night < stay.planned_end_on


def test_the_numbers_of_a_night_add_up():
    taken = runs_of(Stay(day(-2), planned_end_on=day(2)))
    closed = runs_of(closures=[(day(1), day(2), "damp")])
    counts = count_nights_of(
        BOARD,
        [(False, taken), (False, closed), (True, runs_of())],
        arriving=[day(0)],
        leaving=[day(2)],
    )
    assert [tuple(count) for count in counts[1:4]] == [
        (1, 1, 1, 0, 0, 0, 1, 0),
        (0, 1, 1, 0, 1, 0, 0, 0),
        (2, 0, 1, 0, 0, 0, 0, 1),
    ]
    assert all(count.free + count.taken + count.closed == 2 for count in counts)


@pytest.mark.parametrize("kind", RunKind)
def test_every_kind_has_a_word(kind):
    assert str(kind.label)


def test_who_may_stay_past_the_plan_is_not_late_and_holds_the_bed():
    stay = Stay(day(-5), planned_end_on=day(-1), allowed_until=day(3))
    assert {run.kind for run in runs_of(stay)} == {RunKind.SLEPT}
    over = Stay(day(-5), planned_end_on=day(-1), allowed_until=day(0))
    assert RunKind.LATE in {run.kind for run in runs_of(over)}
