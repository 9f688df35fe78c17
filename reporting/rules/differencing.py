"""What a reader works out who holds several tables of one office.

The same month made twice shows in one what the other withholds; a quarter less two of its months is the
third. So all that a reader holds is asked together, as one system: the lines of every table, numbers of
the same people that did not change in between, and the differences of periods that lie in each other.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self, TypeVar

from reporting.rules.companions import span_of
from reporting.rules.reader import Key, Limits, Reader, width
from reporting.rules.suppression import ProtectedTable

Name = TypeVar("Name")


@dataclass(frozen=True)
class Told:
    """One block that somebody holds: what is counted, over which days, and its table with its marks.

    `adds_up` says that days add up to longer periods; a night stands for itself.
    """

    counted: str
    starts_on: datetime.date
    ends_on: datetime.date
    adds_up: bool
    table: ProtectedTable

    def is_of_the_same_days_as(self, other: Self) -> bool:
        return (self.counted, self.starts_on, self.ends_on) == (
            other.counted,
            other.starts_on,
            other.ends_on,
        )

    def lies_in(self, other: Self) -> bool:
        """Whether its days are some of the other's, and the rest of those can be worked out."""
        if not self.adds_up or self.counted != other.counted or self.is_of_the_same_days_as(other):
            return False
        return other.starts_on <= self.starts_on and self.ends_on <= other.ends_on

    def is_apart_from(self, other: Self) -> bool:
        return self.ends_on <= other.starts_on or other.ends_on <= self.starts_on

    def as_json(self) -> dict[str, Any]:
        table = self.table
        return {
            "counted": self.counted,
            "starts_on": self.starts_on.isoformat(),
            "ends_on": self.ends_on.isoformat(),
            "adds_up": self.adds_up,
            "rows": list(table.rows),
            "columns": list(table.columns),
            "k": table.k,
            "counts": [[*key, count] for key, count in table.counts.items()],
            "hidden": sorted(table.hidden),
            "small": sorted(table.small),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        table = ProtectedTable(
            kept["rows"],
            kept["columns"],
            {(row, column): count for row, column, count in kept["counts"]},
            kept["k"],
            {(row, column) for row, column in kept["hidden"]},
            {(row, column) for row, column in kept["small"]},
        )
        return cls(
            kept["counted"],
            datetime.date.fromisoformat(kept["starts_on"]),
            datetime.date.fromisoformat(kept["ends_on"]),
            kept["adds_up"],
            table,
        )


def exposes(blocks: Sequence[Told], *, k: int) -> bool:
    """Whether somebody who holds all of these can narrow a number below `k` further than its mark does.

    Each table alone is protected; this asks about all together, and about what is left between them.
    """
    system = _System(blocks)
    reader = Reader(system.counts, system.lines, system.hidden)
    for one, other in system.equal:
        reader.knows_equal(one, other)
    small = [key for key in system.hidden if 0 < system.counts[key] < k]
    return any(width(reader.bounds(key)) < span_of(k) for key in small)


class _System:
    """All numbers of all tables, each named with the place of its table, and how they hang together."""

    def __init__(self, blocks: Sequence[Told]) -> None:
        self.counts: dict[Key, int] = {}
        self.hidden: dict[Key, Limits] = {}
        self.lines: list[list[Key]] = []
        self.equal: list[tuple[Key, Key]] = []
        for number, block in enumerate(blocks):
            self._add(str(number), block)
        for (one, block), (other, later) in combinations(enumerate(blocks), 2):
            if block.is_of_the_same_days_as(later):
                self._compare(str(one), block, str(other), later)
        for number, block in enumerate(blocks):
            inside = [str(at) for at, each in enumerate(blocks) if each.lies_in(block)]
            for parts in _taken_off(inside, blocks):
                self._subtract(str(number), block, parts)

    def _add(self, name: str, block: Told) -> None:
        self.counts |= {(name, *key): count for key, count in block.table.counts.items()}
        self.hidden |= {(name, *key): limits for key, limits in block.table.told().items()}
        self.lines += [[(name, *key) for key in line] for line in block.table.lines()]

    def _number(self, name: str, key: Key) -> int:
        """A row that stands in no line of a table is known to be zero."""
        return self.counts.setdefault((name, *key), 0)

    def _compare(self, one: str, block: Told, other: str, later: Told) -> None:
        """The reader takes for the same what is the same: more than anybody can know."""
        for key in block.table.counts | later.table.counts:
            if self._number(one, key) == self._number(other, key):
                self.equal.append(((one, *key), (other, *key)))

    def _subtract(self, whole: str, block: Told, parts: Sequence[str]) -> None:
        """What is left of a longer period when shorter ones are taken off."""
        rest = f"{whole}-{'-'.join(parts)}"
        for key in block.table.counts:
            left = self._number(whole, key) - sum(self._number(part, key) for part in parts)
            if left >= 0:
                self.counts[rest, *key] = left
                self.hidden[rest, *key] = (0, None)
                named = [(part, *key) for part in parts]
                self.lines.append([*named, (rest, *key), (whole, *key)])


def _taken_off(inside: Sequence[str], blocks: Sequence[Told]) -> Iterator[list[str]]:
    """Each shorter period alone, and as many as stand apart from each other."""
    for part in inside:
        yield [part]
    apart: list[str] = []
    for part in sorted(inside, key=lambda at: blocks[int(at)].starts_on):
        if all(blocks[int(part)].is_apart_from(blocks[int(each)]) for each in apart):
            apart.append(part)
    if len(apart) > 1:
        yield apart


def clashing(
    candidate: Sequence[Told], held: Iterable[tuple[Name, Sequence[Told]]], *, k: int
) -> Name | None:
    """Which earlier one the candidate must not stand beside; None where it may be given away.

    `held` is what the same reader has, newest first. Where only several together give a number away,
    the newest of them is named.
    """
    near = _around(candidate, list(held))
    for name, blocks in near:
        if _touch(candidate, blocks) and exposes([*candidate, *blocks], k=k):
            return name
    if exposes([*candidate, *(each for _name, blocks in near for each in blocks)], k=k):
        return near[0][0]
    return None


def _around(
    candidate: Sequence[Told], held: Sequence[tuple[Name, Sequence[Told]]]
) -> list[tuple[Name, Sequence[Told]]]:
    """Those that share days with the candidate, or with one that does, in the order given."""
    found: set[int] = set()
    reached = list(candidate)
    while further := {
        at for at, (_name, blocks) in enumerate(held) if at not in found and _touch(reached, blocks)
    }:
        found |= further
        reached += [each for at in further for each in held[at][1]]
    return [held[at] for at in sorted(found)]


def _touch(some: Sequence[Told], others: Sequence[Told]) -> bool:
    """Whether any days of one are days of the other."""
    return any(
        one.counted == other.counted and not one.is_apart_from(other)
        for one in some
        for other in others
    )
