"""Small numbers in a table with totals.

No published cell lies between 1 and k-1, and none can be worked out again by subtraction: every row,
every column and the totals keep either no hidden cell or enough of them that the hidden ones could
also be k or more (primary and complementary suppression; Washington State's small-numbers standard).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

TOTAL = "total"
Key = tuple[str, str]


@dataclass
class ProtectedTable:
    """Counts by row and column with totals under TOTAL; `None` where a number is withheld."""

    rows: Sequence[str]
    columns: Sequence[str]
    counts: dict[Key, int]
    hidden: set[Key] = field(default_factory=set)

    def shown(self, row: str, column: str) -> int | None:
        return None if (row, column) in self.hidden else self.counts[row, column]

    def lines(self) -> Iterator[list[Key]]:
        """Every equation a reader can write: cells first, their total last."""
        for row in (*self.rows, TOTAL):
            yield [*((row, column) for column in self.columns), (row, TOTAL)]
        for column in (*self.columns, TOTAL):
            yield [*((row, column) for row in self.rows), (TOTAL, column)]


def with_totals(
    counts: Mapping[Key, int], rows: Sequence[str], columns: Sequence[str]
) -> dict[Key, int]:
    """`counts` completed by zeros and by the totals of rows, columns and all."""
    full = {(row, column): counts.get((row, column), 0) for row in rows for column in columns}
    for row in rows:
        full[row, TOTAL] = sum(full[row, column] for column in columns)
    for column in (*columns, TOTAL):
        full[TOTAL, column] = sum(full[row, column] for row in rows)
    return full


def feasible_bounds(table: ProtectedTable) -> dict[Key, tuple[int, int]]:
    """What a reader can work out of each hidden cell: its least and greatest possible value.

    Bounds are pushed through the equations until nothing moves any more.
    """
    ceiling = table.counts[TOTAL, TOTAL] * 2 + 1
    bounds = {
        key: (0, ceiling) if key in table.hidden else (count, count)
        for key, count in table.counts.items()
    }
    open_lines = [line for line in table.lines() if not table.hidden.isdisjoint(line)]
    moved = True
    while moved:
        moved = False
        for line in open_lines:
            moved |= _tighten(bounds, line, table.hidden)
    return {key: bounds[key] for key in table.hidden}


def _tighten(bounds: dict[Key, tuple[int, int]], line: list[Key], hidden: set[Key]) -> bool:
    *cells, total = line
    low = sum(bounds[cell][0] for cell in cells)
    high = sum(bounds[cell][1] for cell in cells)
    moved = total in hidden and _narrow(bounds, total, low, high)
    total_low, total_high = bounds[total]
    for cell in cells:
        if cell in hidden:
            cell_low, cell_high = bounds[cell]
            moved |= _narrow(
                bounds, cell, total_low - high + cell_high, total_high - low + cell_low
            )
    return moved


def _narrow(bounds: dict[Key, tuple[int, int]], key: Key, low: int, high: int) -> bool:
    before = bounds[key]
    bounds[key] = (max(before[0], low), min(before[1], high))
    return bounds[key] != before


def protect(
    counts: Mapping[Key, int], *, rows: Sequence[str], columns: Sequence[str], k: int
) -> ProtectedTable:
    """The table with every count from 1 to k-1 withheld, and whatever else would give one away.

    `k` is the smallest count that may be shown (5 for a partner, 10 for the public). Zeros are shown.
    """
    table = ProtectedTable(rows, columns, with_totals(counts, rows, columns))
    small = {key for key, count in table.counts.items() if 0 < count < k}
    table.hidden = set(small)
    while exposed := _exposed(table, small, k):
        if not _hide_one_more(table, exposed):
            table.hidden = set(table.counts)
            return table
    return table


def _exposed(table: ProtectedTable, small: set[Key], k: int) -> Key | None:
    """A small cell of which a reader could tell that it is below k; the first in table order."""
    bounds = feasible_bounds(table)
    return next((key for key in table.counts if key in small and bounds[key][1] < k), None)


def _hide_one_more(table: ProtectedTable, exposed: Key) -> bool:
    """Withholds the least useful further cell: body before totals, lines of `exposed` first, small first."""
    nearby = {key for line in table.lines() if exposed in line for key in line}
    crossing = {key for line in table.lines() if table.hidden & set(line) for key in line}
    choices = crossing - table.hidden
    if not choices:
        return False
    table.hidden.add(
        min(
            choices,
            key=lambda key: (
                TOTAL in key,
                key not in nearby,
                table.counts[key] == 0,
                table.counts[key],
                key,
            ),
        )
    )
    return True
