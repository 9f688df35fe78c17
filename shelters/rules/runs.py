"""Chooses free beds for a family: together, in a suitable room, without splitting larger rooms."""

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from typing import NamedTuple

MOST_AT_A_SITE = 2
# How many letters of a key name a site or a room in a URL.
LETTERS = 8
# At most this number of ways to split a family over the rooms of a site are tried.
MOST_SPLITS = 6


def key_in_url(key: uuid.UUID) -> str:
    """What names a site or a room in the URL of the board."""
    return key.hex[:LETTERS]


class FreeBed(NamedTuple):
    """A bed that is free on all nights. `position` is its place in the row of beds of the room."""

    site_id: uuid.UUID
    room_id: uuid.UUID
    bed_id: uuid.UUID
    position: int
    is_surge: bool = False


class Run(NamedTuple):
    """Beds for everybody, in the order of the people, and the numbers that rank this choice; `asks` counts needed reasons."""

    beds: tuple[FreeBed, ...]
    rooms: int
    surge: int
    gaps: int
    left_over: int
    asks: int = 0

    @property
    def site_id(self) -> uuid.UUID:
        return self.beds[0].site_id

    @property
    def key(self) -> str:
        """Identifies this choice in a form: the beds in order."""
        return ",".join(str(bed.bed_id) for bed in self.beds)

    @property
    def at(self) -> str:
        """The rooms as the board names them in its URL."""
        return ".".join(map(key_in_url, dict.fromkeys(bed.room_id for bed in self.beds)))

    @property
    def fit(self) -> tuple[int, int, int]:
        """The criteria that come before payment; lower is better: reasons needed, surge places, rooms."""
        return (self.asks, self.surge, self.rooms)

    @property
    def cost(self) -> tuple[int, int, int, int, int]:
        """Lower is better: reasons needed, surge places, rooms, gaps between beds, beds left over."""
        return (self.asks, self.surge, self.rooms, self.gaps, self.left_over)


# Returns the run with its people in the best order and `asks` set; None if a rule refuses it.
Judge = Callable[[Run], Run | None]


def best_runs(
    free: Iterable[FreeBed],
    size: int,
    *,
    judge: Judge = lambda run: run,
    most_at_a_site: int = MOST_AT_A_SITE,
    fewest: int = 0,
) -> list[Run]:
    """The best ways to sleep `size` people at each site, grouped by site, the best site first.

    One run for each room that holds everybody. If there is none, or each needs more reasons than every bed there does, which
    are `fewest`, also one over several rooms. `free` is ordered by site, room and position.
    """
    if size < 1:
        return []
    sites: list[list[Run]] = []
    # There are hundreds of beds, and comparing numbers is faster than comparing keys.
    for _site, at_site in groupby(free, key=lambda bed: bed.site_id.int):
        rooms = [list(beds) for _room, beds in groupby(at_site, key=lambda bed: bed.room_id.int)]
        together = [run for beds in rooms if (run := _in_one_room(beds, size))]
        runs = _best_allowed(together, judge, most_at_a_site, fewest)
        if all(run.asks > fewest for run in runs):
            splits = _best_allowed(_across_rooms(rooms, size), judge, 1, fewest)
            runs += sorted(splits, key=lambda run: run.cost)[:1]
        if runs:
            sites.append(sorted(runs, key=lambda run: run.cost)[:most_at_a_site])
    sites.sort(key=lambda runs: runs[0].cost)
    return [run for runs in sites for run in runs]


def _best_allowed(runs: Iterable[Run], judge: Judge, most: int, fewest: int) -> list[Run]:
    """Evaluates runs until `most` need the fewest reasons: later ones, in the order of cost, are no better."""
    allowed: list[Run] = []
    for run in sorted(runs, key=lambda run: run.cost):
        if judged := judge(run):
            allowed.append(judged)
        if sum(each.asks <= fewest for each in allowed) == most:
            break
    return allowed


def spread_over_rooms(
    run: Run,
    grown_up: Sequence[bool],
    beside: Mapping[int, int] | None = None,
    ages: Sequence[int | None] = (),
    rooms_with_adult: Collection[uuid.UUID | None] = (),
) -> Run:
    """Assigns the beds to the people: if possible an adult in every room, and the youngest beside the adults.

    `beside` names, by index, the adult of each small child: they share a room if it has beds, and otherwise the child gets
    another room with an adult. In `rooms_with_adult` an adult of the family sleeps already.
    """
    beside = beside or {}
    rooms: dict[uuid.UUID, list[FreeBed]] = {}
    for bed in run.beds:
        rooms.setdefault(bed.room_id, []).append(bed)
    adults = [index for index, is_grown_up in enumerate(grown_up) if is_grown_up]
    # The adult with small children gets the room with most beds.
    adults.sort(key=lambda index: (index not in beside.values(), index))
    by_size = sorted(rooms.values(), key=len, reverse=True)
    with_adult = [room_beds for room_beds in by_size if room_beds[0].room_id in rooms_with_adult]
    beds: dict[int, FreeBed] = {}
    beds_left: dict[int, list[FreeBed]] = {}
    for index, room_beds in zip(
        adults, [each for each in by_size if each not in with_adult], strict=False
    ):
        beds[index] = room_beds.pop(0)
        beds_left[index] = room_beds
    with_adult += beds_left.values()
    children = [index for index in range(len(run.beds)) if not grown_up[index]]
    children.sort(key=lambda index: (ages[index] if ages else 0) or 0)
    for index in children:
        room_beds = beds_left.get(beside.get(index, -1)) or max(with_adult, key=len, default=[])
        if room_beds:
            beds[index] = room_beds.pop(0)
    rest = iter([bed for room_beds in by_size for bed in room_beds])
    for index in (*children, *adults):
        if index not in beds:
            beds[index] = next(rest)
    # People in one room get its beds in order.
    in_order = {room: iter([bed for bed in run.beds if bed.room_id == room]) for room in rooms}
    ordered = [next(in_order[beds[index].room_id]) for index in range(len(run.beds))]
    return run._replace(beds=tuple(ordered))


def swaps(run: Run) -> Iterator[Run]:
    """Every run in which two people of different rooms have swapped their beds."""
    for one, other in combinations(range(len(run.beds)), 2):
        if run.beds[one].room_id != run.beds[other].room_id:
            beds = list(run.beds)
            beds[one], beds[other] = beds[other], beds[one]
            yield run._replace(beds=tuple(beds))


def _in_one_room(beds: Sequence[FreeBed], size: int) -> Run | None:
    """The tightest row of `size` beds in this room; None if it is too small."""
    windows = [beds[start : start + size] for start in range(len(beds) - size + 1)]
    runs = [_run(window, left_over=len(beds) - size) for window in windows]
    return min(runs, key=lambda run: run.cost, default=None)


def _across_rooms(rooms: Sequence[Sequence[FreeBed]], size: int) -> Iterator[Run]:
    """Runs over as few rooms as possible: rooms with most free beds first. Each next run leaves out one more of these."""
    ordered = sorted(rooms, key=lambda beds: (any(bed.is_surge for bed in beds), -len(beds)))
    for start in range(min(MOST_SPLITS, len(ordered))):
        chosen: list[FreeBed] = []
        for beds in ordered[start:]:
            chosen += beds[: size - len(chosen)]
            if len(chosen) == size:
                break
        if len(chosen) == size and chosen[0].room_id != chosen[-1].room_id:
            yield _run(chosen, left_over=0)


def _run(beds: Sequence[FreeBed], *, left_over: int) -> Run:
    """A run from beds grouped by room."""
    rooms, gaps = 1, 0
    for before, after in pairwise(beds):
        if before.room_id.int == after.room_id.int:
            gaps += max(0, after.position - before.position - 1)
        else:
            rooms += 1
    surge = sum(bed.is_surge for bed in beds)
    return Run(beds=tuple(beds), rooms=rooms, surge=surge, gaps=gaps, left_over=left_over)
