"""Protects small numbers in a table with totals.

No number from 1 to k-1 is published. A small number is marked as small or, like the numbers withheld to protect it, only as
withheld. A reader of everything shown, who knows what the marks mean, can narrow no small number further than its mark does:
its possible values are a range as wide as "from 1 to k-1".
"""

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from reporting.rules.companions import ProtectionTask, companions, span_of
from reporting.rules.reader import Key, Limits, Reader, Unsolved, width

TOTAL = "total"
# Costs that decide between choices of equal size: cells rather than totals, numbers than zeros, small than large.
TOTAL_LOSS = 0.5
ZERO_LOSS = 0.2
SIZE_LOSS = 0.3


class Mark(enum.StrEnum):
    """The mark that people read instead of a withheld number, the same in every language."""

    SMALL = "<{k}"
    WITHHELD = "s"


class FileMark(enum.StrEnum):
    """The mark for programs, beside an empty cell, the same in every language.

    It has no digits, because tools that clean numbers turn `<5` into 5.
    """

    SMALL = "small"
    WITHHELD = "withheld"

    def for_people(self, k: int) -> str:
        """The equivalent mark for people."""
        return Mark[self.name].format(k=k)


# A number as readers see it: the number itself, or its mark.
Shown = int | str
# Whether every reader knows that nobody can be counted in a row and column.
Impossible = Callable[[str, str], bool]


@dataclass
class ProtectedTable:
    """Counts by (row, column), with totals under TOTAL, and the keys of those that are withheld.

    `hidden` are all withheld numbers, `small` those of them whose mark states that they are from 1 to k-1.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    counts: dict[Key, int]
    k: int = 1
    hidden: set[Key] = field(default_factory=set)
    small: set[Key] = field(default_factory=set)

    def shown(self, row: str, column: str) -> Shown:
        """The number, or its mark."""
        mark = self.mark(row, column)
        return mark.for_people(self.k) if mark else self.counts[row, column]

    def mark(self, row: str, column: str) -> FileMark | None:
        """Why the number is withheld; None where it is shown."""
        key = (row, column)
        if key in self.small:
            return FileMark.SMALL
        return FileMark.WITHHELD if key in self.hidden else None

    def lines(self) -> Iterator[list[Key]]:
        """Every equation a reader can write: cells first, their total last."""
        for row in (*self.rows, TOTAL):
            yield [*((row, column) for column in self.columns), (row, TOTAL)]
        for column in (*self.columns, TOTAL):
            yield [*((row, column) for row in self.rows), (TOTAL, column)]

    def mark_limits(self) -> dict[Key, Limits]:
        """The limits that the mark of each withheld number states."""
        return {key: (1, self.k - 1) if key in self.small else (0, None) for key in self.hidden}


def nothing_impossible(row: str, column: str) -> bool:
    """For tables in which nothing is impossible."""
    return False


def with_totals(
    counts: Mapping[tuple[str, str], int], rows: Sequence[str], columns: Sequence[str]
) -> dict[Key, int]:
    """`counts` with zeros added, and with the totals of rows, columns and all."""
    full: dict[Key, int] = {
        (row, column): counts.get((row, column), 0) for row in rows for column in columns
    }
    for row in rows:
        full[row, TOTAL] = sum(full[row, column] for column in columns)
    for column in (*columns, TOTAL):
        full[TOTAL, column] = sum(full[row, column] for row in rows)
    return full


def feasible_bounds(table: ProtectedTable) -> dict[Key, Limits]:
    """For each hidden number the minimum and the maximum that a reader can compute."""
    reader = Reader(table.counts, table.lines(), table.mark_limits())
    return {key: reader.bounds(key) for key in table.hidden}


def protect(
    counts: Mapping[tuple[str, str], int],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    k: int,
    impossible: Impossible = nothing_impossible,
) -> ProtectedTable:
    """The table with every count from 1 to k-1 withheld, and as few further ones as possible to protect these.

    `k` is the smallest count that may be shown (5 for a partner, 10 for the public). A zero is withheld only to
    protect another number; an `impossible` zero protects nothing and is shown.
    """
    table = ProtectedTable(rows, columns, with_totals(counts, rows, columns), k)
    withhold(
        table,
        companions(ProtectionTask(table.counts, list(table.lines()), losses(table, impossible), k)),
    )
    return table


def withhold(table: ProtectedTable, chosen: Set[Key]) -> None:
    """Withholds the small numbers and the chosen ones. Raises Unsolved if a small number could still be computed."""
    small = {key for key, count in table.counts.items() if 0 < count < table.k}
    table.hidden, table.small = small | chosen, small - chosen
    bounds = feasible_bounds(table)
    if exposed := [key for key in small if width(bounds[key]) < span_of(table.k)]:
        raise Unsolved(f"The choice does not protect {exposed[0]}.")


def losses(table: ProtectedTable, impossible: Impossible = nothing_impossible) -> dict[Key, float]:
    """The cost of withholding each number. All tie-breakers together cost less than one more number."""
    everybody = table.counts[TOTAL, TOTAL] + 1
    least = 0.5 / (len(table.counts) + 1)
    costs = {}
    for key, count in table.counts.items():
        if 0 < count < table.k:
            costs[key] = least
        elif not (count == 0 and TOTAL not in key and impossible(*key)):
            tie_breaker = TOTAL_LOSS if TOTAL in key else ZERO_LOSS if count == 0 else 0
            costs[key] = 1 + least * (tie_breaker + SIZE_LOSS * count / everybody)
    return costs
