"""What a reader can compute from several tables of one office.

A table of the same month may show a number that another withholds, and a quarter minus two of its months is the third. So all
tables of a reader are checked as one system of equations: the lines of every table, equal numbers for unchanged counts, and
the differences of nested periods.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self, TypeVar

from reporting.rules.companions import ProtectionTask, companions, is_exposed, narrows
from reporting.rules.reader import Key, Limits
from reporting.rules.suppression import (
    Impossible,
    ProtectedTable,
    losses,
    nothing_impossible,
    withhold,
)

Name = TypeVar("Name")


@dataclass(frozen=True)
class DatedTable:
    """One indicator of a released or new table: the indicator's code, the days, the counts and marks.

    `ends_on` is the first day after. `adds_up` means that the counts of shorter periods add up to those of longer ones.
    """

    counted: str
    starts_on: datetime.date
    ends_on: datetime.date
    adds_up: bool
    table: ProtectedTable

    def has_same_days_as(self, other: Self) -> bool:
        return (self.counted, self.starts_on, self.ends_on) == (
            other.counted,
            other.starts_on,
            other.ends_on,
        )

    def is_part_of(self, other: Self) -> bool:
        """Whether its days are part of the other's days, so that a reader can compute the count of the remaining days."""
        if not self.adds_up or self.counted != other.counted or self.has_same_days_as(other):
            return False
        return other.starts_on <= self.starts_on and self.ends_on <= other.ends_on

    @property
    def days(self) -> int:
        return (self.ends_on - self.starts_on).days

    def is_disjoint_from(self, other: Self) -> bool:
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
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        table = ProtectedTable(
            stored["rows"],
            stored["columns"],
            {(row, column): count for row, column, count in stored["counts"]},
            stored["k"],
            {(row, column) for row, column in stored["hidden"]},
            {(row, column) for row, column in stored["small"]},
        )
        return cls(
            stored["counted"],
            datetime.date.fromisoformat(stored["starts_on"]),
            datetime.date.fromisoformat(stored["ends_on"]),
            stored["adds_up"],
            table,
        )


def exposes(blocks: Sequence[DatedTable], *, k: int) -> bool:
    """Whether a reader of all these tables can narrow a number below `k` further than its mark does.

    Each table is protected alone; this checks all of them together, and their differences.
    """
    system = _System(blocks, k)
    return is_exposed(ProtectionTask(system.counts, system.lines, {}, k, system.known_limits))


def withhold_for_readers(
    block: DatedTable,
    readers: Iterable[tuple[int, Sequence[DatedTable]]],
    *,
    impossible: Impossible = nothing_impossible,
) -> None:
    """Withholds numbers of the block, as few as possible, so that readers of earlier releases can compute no small number.

    `readers` has the smallest number that each reader may see, and the reader's blocks. A solution exists, because a table
    with everything withheld is safe.
    """
    reader_blocks = list(readers)
    tasks = [_reader_task(block, blocks, k, impossible) for k, blocks in reader_blocks]
    earlier = {key for _k, blocks in reader_blocks for each in blocks for key in each.table.hidden}
    chosen = companions(*tasks, first_choice={(CANDIDATE, *key) for key in earlier})
    withhold(block.table, {(row, column) for _name, row, column in chosen})


def _reader_task(
    block: DatedTable, held: Sequence[DatedTable], k: int, impossible: Impossible
) -> ProtectionTask:
    """The task to protect the block against a reader who has these blocks. The block is the table CANDIDATE."""
    connected = _connected([block], [(each, [each]) for each in held])
    system = _System([block, *(each for each, _blocks in connected)], k)
    block_losses = losses(block.table, impossible)
    named_losses = {(CANDIDATE, *key): loss for key, loss in block_losses.items()}
    known = {key: limits for key, limits in system.known_limits.items() if key[0] != CANDIDATE}
    return ProtectionTask(
        system.counts, system.lines, named_losses, k, known, marks_below=block.table.k
    )


# The name that `_System` gives to the first table, which is the new one.
CANDIDATE = "0"


class _System:
    """All numbers of all tables, each named with its table, and the equations between them.

    `known_limits` are the limits that the reader knows of hidden numbers, from marks, and of differences between tables, which
    are not negative.
    """

    def __init__(self, blocks: Sequence[DatedTable], k: int) -> None:
        self._k = k
        self.counts: dict[Key, int] = {}
        self.known_limits: dict[Key, Limits] = {}
        self.lines: list[list[Key]] = []
        for number, block in enumerate(blocks):
            self._add(str(number), block)
        for (one, block), (other, later) in combinations(enumerate(blocks), 2):
            if block.has_same_days_as(later):
                self._compare(str(one), block, [(str(other), later)])
        for number, block in enumerate(blocks):
            inside = [(str(at), each) for at, each in enumerate(blocks) if each.is_part_of(block)]
            chains = _chains(inside)
            for parts in chains:
                self._compare(str(number), block, parts)
            for part in inside:
                if [part] not in chains:
                    self._compare(str(number), block, [part], in_chain=False)

    def _add(self, name: str, block: DatedTable) -> None:
        self.counts |= {(name, *key): count for key, count in block.table.counts.items()}
        self.known_limits |= {
            (name, *key): limits for key, limits in block.table.mark_limits().items()
        }
        self.lines += [[(name, *key) for key in line] for line in block.table.lines()]

    def _number(self, name: str, key: Key) -> int:
        """The number of that table, which is zero for a missing row: the reader knows this."""
        return self.counts.setdefault((name, *key), 0)

    def _compare(
        self,
        whole: str,
        block: DatedTable,
        parts: Sequence[tuple[str, DatedTable]],
        *,
        in_chain: bool = True,
    ) -> None:
        """Adds equations for the difference between the whole and its parts: shorter periods, or another count of its days.

        If nothing is left, the reader is assumed to know that both counts are equal, although nobody can know it. The reader
        is also assumed to know whether people were added or removed since the other table. If the parts do not cover the
        whole, a remainder counts only if it is small.
        """
        remainder_name = f"{whole}-{'-'.join(name for name, _part in parts)}"
        covers_whole = sum(part.days for _name, part in parts) == block.days
        adds_up = any(part.is_part_of(block) for _name, part in parts)
        for key in set(block.table.counts).union(*(part.table.counts for _name, part in parts)):
            remainder = self._number(whole, key) - sum(
                self._number(name, key) for name, _part in parts
            )
            part_keys: list[Key] = [(name, *key) for name, _part in parts]
            if remainder == 0 and covers_whole:
                self.lines.append([*part_keys, (whole, *key)])
            elif 0 < remainder < self._k or (remainder >= 0 and adds_up and in_chain):
                self._add_remainder(remainder, (remainder_name, *key), part_keys, (whole, *key))
            elif -self._k < remainder < 0:
                sum_key = (f"{remainder_name}=", *key)
                self.counts[sum_key] = self._number(whole, key) - remainder
                self.known_limits[sum_key] = (0, None)
                self.lines.append([*part_keys, sum_key])
                self._add_remainder(-remainder, (remainder_name, *key), [(whole, *key)], sum_key)

    def _add_remainder(self, remainder: int, name: Key, parts: list[Key], whole: Key) -> None:
        self.counts[name] = remainder
        self.known_limits[name] = (0, None)
        self.lines.append([*parts, name, whole])


def _chains(inside: Sequence[tuple[str, DatedTable]]) -> list[list[tuple[str, DatedTable]]]:
    """Disjoint shorter periods, as many as fit: once starting with the shortest, once with the longest."""
    chains: list[list[tuple[str, DatedTable]]] = []
    for longest_first in (False, True):
        chain: list[tuple[str, DatedTable]] = []
        for part in sorted(inside, key=lambda each: each[1].days, reverse=longest_first):
            if all(part[1].is_disjoint_from(each) for _name, each in chain):
                chain.append(part)
        chain.sort(key=_name_of)
        if chain and chain not in chains:
            chains.append(chain)
    return chains


def _name_of(part: tuple[str, DatedTable]) -> str:
    return part[0]


def clashing_release(
    candidate: Sequence[DatedTable],
    held: Iterable[tuple[Name, Sequence[DatedTable]]],
    *,
    k: int,
    impossible: Impossible = nothing_impossible,
) -> Name | None:
    """The earlier release that conflicts with the candidate; None if it may be released.

    `held` are the releases of the same reader, newest first. If only several together reveal a number, the newest of them is
    returned. What they reveal without the candidate is ignored.
    """
    connected = _connected(candidate, list(held))
    all_blocks = [each for _name, blocks in connected for each in blocks]
    if not any(_reveals(block, all_blocks, k, impossible) for block in candidate):
        return None
    for name, blocks in connected:
        if any(_reveals(block, blocks, k, impossible) for block in candidate):
            return name
    return connected[0][0]


def _reveals(block: DatedTable, held: Sequence[DatedTable], k: int, impossible: Impossible) -> bool:
    unmarked = {(CANDIDATE, *key) for key in block.table.hidden - block.table.small}
    return narrows(_reader_task(block, held, k, impossible), unmarked)


def _connected(
    candidate: Sequence[DatedTable], held: Sequence[tuple[Name, Sequence[DatedTable]]]
) -> list[tuple[Name, Sequence[DatedTable]]]:
    """The releases that share days with the candidate, directly or through another release, in the given order."""
    indexes: set[int] = set()
    blocks_reached = list(candidate)
    while further := {
        index
        for index, (_name, blocks) in enumerate(held)
        if index not in indexes and _share_days(blocks_reached, blocks)
    }:
        indexes |= further
        blocks_reached += [each for index in further for each in held[index][1]]
    return [held[index] for index in sorted(indexes)]


def _share_days(ours: Sequence[DatedTable], others: Sequence[DatedTable]) -> bool:
    """Whether the two share any days."""
    return any(
        one.counted == other.counted and not one.is_disjoint_from(other)
        for one in ours
        for other in others
    )
