"""What a reader can compute from several tables of one office.

The same month made twice shows in one table what the other withholds; a quarter minus two of its months is the third. So
everything that a reader has is checked as one system: the lines of every table, equal numbers for unchanged counts, and the
differences of nested periods.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self, TypeVar

from reporting.rules.companions import Task, companions, exposed, narrowed
from reporting.rules.reader import Key, Limits
from reporting.rules.suppression import Impossible, ProtectedTable, losses, never, withhold

Name = TypeVar("Name")


@dataclass(frozen=True)
class HeldBlock:
    """One block that a reader has: what is counted, for which days, and its table with marks.

    `adds_up` means that days add up to longer periods; nights do not.
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
        """Whether its days are part of the other's, and the remaining days can be computed."""
        if not self.adds_up or self.counted != other.counted or self.is_of_the_same_days_as(other):
            return False
        return other.starts_on <= self.starts_on and self.ends_on <= other.ends_on

    @property
    def days(self) -> int:
        return (self.ends_on - self.starts_on).days

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


def exposes(blocks: Sequence[HeldBlock], *, k: int) -> bool:
    """Whether a reader of all these blocks can narrow a number below `k` further than its mark does.

    Each table is protected alone; this checks all of them together, and their differences.
    """
    system = _System(blocks, k)
    return exposed(Task(system.counts, system.lines, {}, k, system.told))


def withhold_beside(
    block: HeldBlock,
    readers: Iterable[tuple[int, Sequence[HeldBlock]]],
    *,
    impossible: Impossible = never,
) -> None:
    """Withholds in the block's table what would reveal something to readers of earlier releases.

    Takes for each reader the smallest number they may see, and their blocks. Withholds as few numbers as possible. A table
    with everything withheld is always safe, so there is an answer.
    """
    shown_to = list(readers)
    tasks = [_beside(block, held, k, impossible) for k, held in shown_to]
    earlier = {key for _k, held in shown_to for each in held for key in each.table.hidden}
    chosen = companions(*tasks, first_choice={(CANDIDATE, *key) for key in earlier})
    withhold(block.table, {(row, column) for _name, row, column in chosen})


def _beside(block: HeldBlock, held: Sequence[HeldBlock], k: int, impossible: Impossible) -> Task:
    """What one reader will know: the block is the first of the system's tables."""
    near = _around([block], [(each, [each]) for each in held])
    system = _System([block, *(each for each, _blocks in near)], k)
    may_go = losses(block.table, impossible)
    named = {(CANDIDATE, *key): loss for key, loss in may_go.items()}
    told = {key: limits for key, limits in system.told.items() if key[0] != CANDIDATE}
    return Task(system.counts, system.lines, named, k, told, marks_below=block.table.k)


# The name of the first table in a system of several.
CANDIDATE = "0"


class _System:
    """All numbers of all tables, each named with its table, and the equations between them.

    `told` is what the reader knows of numbers that are not shown: from their marks, and that differences between tables are
    not negative.
    """

    def __init__(self, blocks: Sequence[HeldBlock], k: int) -> None:
        self._k = k
        self.counts: dict[Key, int] = {}
        self.told: dict[Key, Limits] = {}
        self.lines: list[list[Key]] = []
        for number, block in enumerate(blocks):
            self._add(str(number), block)
        for (one, block), (other, later) in combinations(enumerate(blocks), 2):
            if block.is_of_the_same_days_as(later):
                self._compare(str(one), block, [(str(other), later)])
        for number, block in enumerate(blocks):
            inside = [(str(at), each) for at, each in enumerate(blocks) if each.lies_in(block)]
            chains = _chains(inside)
            for parts in chains:
                self._compare(str(number), block, parts)
            for part in inside:
                if [part] not in chains:
                    self._compare(str(number), block, [part], in_chain=False)

    def _add(self, name: str, block: HeldBlock) -> None:
        self.counts |= {(name, *key): count for key, count in block.table.counts.items()}
        self.told |= {(name, *key): limits for key, limits in block.table.told().items()}
        self.lines += [[(name, *key) for key in line] for line in block.table.lines()]

    def _number(self, name: str, key: Key) -> int:
        """A row that is missing in a table is known to be zero."""
        return self.counts.setdefault((name, *key), 0)

    def _compare(
        self,
        whole: str,
        block: HeldBlock,
        parts: Sequence[tuple[str, HeldBlock]],
        *,
        in_chain: bool = True,
    ) -> None:
        """The remainder when shorter periods, or an earlier count of the same days, are subtracted.

        Where the remainder has no days and no people, the reader is assumed to know that both counts are equal, which is
        more than anybody can know. People added or removed since the other table are a number of people as well; the reader
        is assumed to know which. Of parts that do not cover the whole, only remainders with few people count.
        """
        apart = f"{whole}-{'-'.join(name for name, _part in parts)}"
        is_all = sum(part.days for _name, part in parts) == block.days
        adds_up = any(part.lies_in(block) for _name, part in parts)
        for key in set(block.table.counts).union(*(part.table.counts for _name, part in parts)):
            left = self._number(whole, key) - sum(self._number(name, key) for name, _part in parts)
            named: list[Key] = [(name, *key) for name, _part in parts]
            if left == 0 and is_all:
                self.lines.append([*named, (whole, *key)])
            elif 0 < left < self._k or (left >= 0 and adds_up and in_chain):
                self._left(left, (apart, *key), named, (whole, *key))
            elif -self._k < left < 0:
                together = (f"{apart}=", *key)
                self.counts[together] = self._number(whole, key) - left
                self.told[together] = (0, None)
                self.lines.append([*named, together])
                self._left(-left, (apart, *key), [(whole, *key)], together)

    def _left(self, left: int, name: Key, parts: list[Key], whole: Key) -> None:
        self.counts[name] = left
        self.told[name] = (0, None)
        self.lines.append([*parts, name, whole])


def _chains(inside: Sequence[tuple[str, HeldBlock]]) -> list[list[tuple[str, HeldBlock]]]:
    """Disjoint shorter periods, as many as fit: once starting with the shortest, once with the longest."""
    chains: list[list[tuple[str, HeldBlock]]] = []
    for longest_first in (False, True):
        apart: list[tuple[str, HeldBlock]] = []
        for part in sorted(inside, key=lambda each: each[1].days, reverse=longest_first):
            if all(part[1].is_apart_from(each) for _name, each in apart):
                apart.append(part)
        apart.sort(key=_name)
        if apart and apart not in chains:
            chains.append(apart)
    return chains


def _name(named: tuple[str, HeldBlock]) -> str:
    return named[0]


def clashing(
    candidate: Sequence[HeldBlock],
    held: Iterable[tuple[Name, Sequence[HeldBlock]]],
    *,
    k: int,
    impossible: Impossible = never,
) -> Name | None:
    """The earlier release that conflicts with the candidate; None if it may be released.

    `held` is what the same reader has, newest first. If only several together reveal a number, the newest of them is
    returned. What the reader knows without the candidate is ignored.
    """
    near = _around(candidate, list(held))
    everything = [each for _name, blocks in near for each in blocks]
    if not any(_gives_away(block, everything, k, impossible) for block in candidate):
        return None
    for name, blocks in near:
        if any(_gives_away(block, blocks, k, impossible) for block in candidate):
            return name
    return near[0][0]


def _gives_away(
    block: HeldBlock, held: Sequence[HeldBlock], k: int, impossible: Impossible
) -> bool:
    silent = {(CANDIDATE, *key) for key in block.table.hidden - block.table.small}
    return narrowed(_beside(block, held, k, impossible), silent)


def _around(
    candidate: Sequence[HeldBlock], held: Sequence[tuple[Name, Sequence[HeldBlock]]]
) -> list[tuple[Name, Sequence[HeldBlock]]]:
    """Blocks that share days with the candidate, or with one that does, in the given order."""
    found: set[int] = set()
    reached = list(candidate)
    while further := {
        at for at, (_name, blocks) in enumerate(held) if at not in found and _touch(reached, blocks)
    }:
        found |= further
        reached += [each for at in further for each in held[at][1]]
    return [held[at] for at in sorted(found)]


def _touch(some: Sequence[HeldBlock], others: Sequence[HeldBlock]) -> bool:
    """Whether the two share any days."""
    return any(
        one.counted == other.counted and not one.is_apart_from(other)
        for one in some
        for other in others
    )
