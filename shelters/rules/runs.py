"""Which free beds a family should get: together, in a room that fits, without breaking up larger ones."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

MOST_RUNS = 9


class FreeBed(NamedTuple):
    """A bed that is free on all nights asked for, in the order beds stand."""

    site_id: uuid.UUID
    room_id: uuid.UUID
    bed_id: uuid.UUID
    position: int
    is_surge: bool = False


@dataclass(frozen=True)
class Run:
    """Beds for everybody, in order, and what makes this choice better or worse."""

    beds: tuple[FreeBed, ...]
    rooms: int
    surge: int
    gaps: int
    left_over: int

    @property
    def site_id(self) -> uuid.UUID:
        return self.beds[0].site_id

    @property
    def key(self) -> str:
        """Names this choice in a form: the beds in order."""
        return ",".join(str(bed.bed_id) for bed in self.beds)

    @property
    def cost(self) -> tuple[int, int, int, int]:
        """Less is better: no surge place, few rooms, beds side by side, few beds left in the room."""
        return (self.surge, self.rooms, self.gaps, self.left_over)


def best_runs(free: Iterable[FreeBed], size: int, *, most: int = MOST_RUNS) -> list[Run]:
    """Up to `most` ways to sleep `size` people at one site, best first; one for each room that holds all, one for
    each site that needs several rooms. `free` comes ordered by site, room and position."""
    if size < 1:
        return []
    found: list[Run] = []
    for _site, at_site in groupby(free, key=lambda bed: bed.site_id):
        rooms = [list(beds) for _room, beds in groupby(at_site, key=lambda bed: bed.room_id)]
        in_one_room = [run for beds in rooms if (run := _in_one_room(beds, size))]
        found += in_one_room or _across_rooms(rooms, size)
    return sorted(found, key=lambda run: run.cost)[:most]


def _in_one_room(beds: Sequence[FreeBed], size: int) -> Run | None:
    """The tightest row of `size` beds in this room; None where it does not hold everybody."""
    windows = [beds[start : start + size] for start in range(len(beds) - size + 1)]
    runs = [_run(window, left_over=len(beds) - size) for window in windows]
    return min(runs, key=lambda run: run.cost, default=None)


def _across_rooms(rooms: Sequence[Sequence[FreeBed]], size: int) -> list[Run]:
    """The fullest rooms first, so that the family is split over as few as can be."""
    chosen: list[FreeBed] = []
    for beds in sorted(rooms, key=lambda beds: (any(bed.is_surge for bed in beds), -len(beds))):
        chosen += beds[: size - len(chosen)]
        if len(chosen) == size:
            return [_run(chosen, left_over=0)]
    return []


def _run(beds: Sequence[FreeBed], *, left_over: int) -> Run:
    pairs = pairwise(beds)
    return Run(
        beds=tuple(beds),
        rooms=len({bed.room_id for bed in beds}),
        surge=sum(bed.is_surge for bed in beds),
        gaps=sum(
            max(0, after.position - before.position - 1)
            for before, after in pairs
            if before.room_id == after.room_id
        ),
        left_over=left_over,
    )
