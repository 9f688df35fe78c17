"""Cuts the nights of a bed into runs, and counts them by night. Pure.

A run is a half-open range of nights on which one thing is true of a bed: a stay holds it, it is closed, it does not exist
yet or no longer, or it is free.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from shelters.board.choices import RunKind
from shelters.rules.stays import ONE_NIGHT, held_until, is_allowed


class BoardNights(NamedTuple):
    """The nights of a board, half-open."""

    first: datetime.date
    end: datetime.date

    @property
    def days(self) -> list[datetime.date]:
        return [self.first + number * ONE_NIGHT for number in range((self.end - self.first).days)]


class Piece(NamedTuple):
    """A part of a stay that is drawn alike: `end` is None while nobody knows when the bed is free."""

    kind: RunKind
    first: datetime.date
    end: datetime.date | None
    about: Any
    is_unpaid: bool = False


class BedRun(NamedTuple):
    """Nights [first, end) of one bed. `about` is the stay or the closure; None if it is free or does not stand."""

    kind: RunKind
    first: datetime.date
    end: datetime.date
    about: Any = None
    is_unpaid: bool = False

    @property
    def nights(self) -> int:
        return (self.end - self.first).days


def pieces(stay: Any, *, today: datetime.date, unpaid_on: datetime.date | None) -> Iterator[Piece]:
    """The parts of a stay: until its planned end, after it while the person is still here, and from the first unpaid night.

    `stay` has the columns of `shelters.rules.stays.BedHolder`, `starts_on`, `allowed_until` and `has_lapsed`.
    """
    until = held_until(stay, today)
    planned = stay.planned_end_on
    is_past_the_plan = until is None and planned is not None and stay.has_arrived
    is_late = is_past_the_plan and not is_allowed(stay.allowed_until, today)
    kind = _kind(stay, until, today)
    first, end = stay.starts_on, planned if is_late else until
    if unpaid_on and unpaid_on > first and (end is None or unpaid_on < end) and not is_late:
        yield Piece(kind, first, unpaid_on, stay)
        yield Piece(kind, unpaid_on, end, stay, is_unpaid=True)
    elif end is None or first < end:
        is_unpaid = unpaid_on is not None and unpaid_on <= first and kind != RunKind.PAST
        yield Piece(kind, first, end, stay, is_unpaid)
    if is_late:
        yield Piece(RunKind.LATE, planned, None, stay)


def _kind(stay: Any, until: datetime.date | None, today: datetime.date) -> RunKind:
    if stay.has_arrived:
        is_over = stay.ends_on is not None and stay.ends_on <= today
        return RunKind.PAST if is_over else RunKind.SLEPT
    if until is not None and until <= today:
        return RunKind.PAST
    if stay.starts_on < today:
        return RunKind.NOT_ARRIVED
    return RunKind.LAPSED if stay.has_lapsed else RunKind.PLANNED


def cut(
    board: BoardNights,
    stays: Iterable[Piece],
    *,
    closures: Sequence[tuple[datetime.date, datetime.date | None, Any]] = (),
    holds: Sequence[Any] = (),
    stands: tuple[datetime.date, datetime.date | None],
    today: datetime.date,
) -> list[BedRun]:
    """Every night of the board in runs, in order.

    A person who is still there after the plan holds the bed on every night that nobody else is expected, tonight in any
    case. `closures` are the first night, the first night back and the closure; `stands` the bed's first night and its
    first night without. `holds` have `starts_on` and `ends_on`, and take only nights that are free otherwise.
    """
    runs: list[BedRun] = []
    in_order = sorted(stays, key=lambda each: each.first)
    at, still_there = board.first, None

    def between(first: datetime.date, end: datetime.date) -> Iterator[BedRun]:
        if still_there and first < end:
            yield BedRun(still_there.kind, first, end, still_there.about, still_there.is_unpaid)
        elif first < end:
            yield from _untaken(first, end, closures, stands)

    for number, piece in enumerate(in_order):
        end = piece.end or board.end
        if piece.end is None and number + 1 < len(in_order):
            end, still_there = max(in_order[number + 1].first, today + ONE_NIGHT), piece
        first, end = max(piece.first, at), min(end, board.end)
        if first >= end:
            continue
        runs += between(at, first)
        runs.append(BedRun(piece.kind, first, end, piece.about, piece.is_unpaid))
        at = end
    runs += between(at, board.end)
    for hold in holds:
        runs = [part for run in runs for part in _held(run, hold)]
    return runs


def _held(run: BedRun, hold: Any) -> Iterator[BedRun]:
    """The run, cut where the hold begins and ends if it is free."""
    first, end = max(run.first, hold.starts_on), min(run.end, hold.ends_on or run.end)
    if run.kind != RunKind.FREE or first >= end:
        yield run
        return
    if run.first < first:
        yield run._replace(end=first)
    yield BedRun(RunKind.HELD, first, end, hold)
    if end < run.end:
        yield run._replace(first=end)


def _untaken(
    first: datetime.date,
    end: datetime.date,
    closures: Sequence[tuple[datetime.date, datetime.date | None, Any]],
    stands: tuple[datetime.date, datetime.date | None],
) -> Iterator[BedRun]:
    """The runs of nights without a stay: the bed does not stand, is closed, or is free."""
    begins, gone = stands
    if first < (standing := min(max(first, begins), end)):
        yield BedRun(RunKind.NO_BED, first, standing)
    stop = max(standing, min(end, gone)) if gone else end
    at = standing
    for shut_on, back_on, closure in sorted(closures, key=lambda each: each[0]):
        shut, back = max(shut_on, at), min(back_on or stop, stop)
        if shut < back:
            if at < shut:
                yield BedRun(RunKind.FREE, at, shut)
            yield BedRun(RunKind.CLOSED, shut, back, closure)
            at = back
    if at < stop:
        yield BedRun(RunKind.FREE, at, stop)
    if stop < end:
        yield BedRun(RunKind.NO_BED, stop, end)


class NightCount(NamedTuple):
    """The numbers of a site, or of all, on one night."""

    free: int
    taken: int
    surge_free: int
    surge_taken: int
    closed: int
    held: int
    arriving: int
    leaving: int

    def __add__(self, other: Any) -> "NightCount":
        return NightCount(*(one + another for one, another in zip(self, other, strict=True)))


NOTHING = NightCount(0, 0, 0, 0, 0, 0, 0, 0)


def count_nights_of(
    board: BoardNights,
    beds: Iterable[tuple[bool, Sequence[BedRun]]],
    *,
    arriving: Iterable[datetime.date] = (),
    leaving: Iterable[datetime.date] = (),
) -> list[NightCount]:
    """One count for each night. `beds` are pairs: whether it is a surge place, and its runs."""
    changes: dict[str, dict[datetime.date, int]] = defaultdict(lambda: defaultdict(int))
    for is_surge, runs in beds:
        for run in runs:
            if name := _counted(run.kind, is_surge=is_surge):
                changes[name][run.first] += 1
                changes[name][run.end] -= 1
    counts = []
    free = taken = surge_free = surge_taken = closed = held = 0
    days_in, days_out = list(arriving), list(leaving)
    for night in board.days:
        free += changes["free"][night]
        taken += changes["taken"][night]
        surge_free += changes["surge_free"][night]
        surge_taken += changes["surge_taken"][night]
        closed += changes["closed"][night]
        held += changes["held"][night]
        moves = (days_in.count(night), days_out.count(night))
        counts.append(NightCount(free, taken, surge_free, surge_taken, closed, held, *moves))
    return counts


def _counted(kind: RunKind, *, is_surge: bool) -> str:
    match kind:
        case RunKind.NO_BED:
            return ""
        case RunKind.CLOSED | RunKind.HELD:
            return str(kind)
        # A draft takes no bed.
        case RunKind.FREE | RunKind.DRAFT:
            return "surge_free" if is_surge else "free"
    return "surge_taken" if is_surge else "taken"
