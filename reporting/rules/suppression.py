"""Small numbers in a table with totals.

No published cell lies between 1 and k-1, and of no hidden one can be worked out that it does: for each
there is a table that agrees with all that is shown and has k or more in its place (primary and
complementary suppression; Washington State's small-numbers standard).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reporting.rules.reader import Key, Reader, Unsolved, companions

TOTAL = "total"
TOTAL_LOSS = 4.0
ZERO_LOSS = 2.0


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


def feasible_bounds(table: ProtectedTable) -> dict[Key, tuple[int, int | None]]:
    """What a reader can work out of each hidden number: the least and the greatest that it can be.

    None where nothing that is shown limits it.
    """
    reader = Reader(table.counts, table.lines(), table.hidden)
    return {key: reader.bounds(key) for key in table.hidden}


def protect(
    counts: Mapping[Key, int], *, rows: Sequence[str], columns: Sequence[str], k: int
) -> ProtectedTable:
    """The table with every count from 1 to k-1 withheld, and whatever else would give one away.

    `k` is the smallest count that may be shown (5 for a partner, 10 for the public). Zeros are shown
    unless one is needed to hide another number.
    """
    table = ProtectedTable(rows, columns, with_totals(counts, rows, columns))
    small = [key for key, count in table.counts.items() if 0 < count < k]
    table.hidden = set(small)
    reader = Reader(table.counts, table.lines(), table.hidden)
    # Hiding more forbids no table that was possible before, so what is safe once stays safe. The smallest
    # come first: what hides them often serves the others.
    safe: set[Key] = set()
    for key in sorted(small, key=lambda key: table.counts[key]):
        if key in safe:
            continue
        possible = reader.table_with(key, at_least=k)
        if possible is None:
            further = companions(
                table.counts, table.lines(), losses=_losses(table), key=key, at_least=k
            )
            table.hidden |= further
            reader.loses(further)
            possible = reader.table_with(key, at_least=k)
        if possible is None:
            raise Unsolved(f"What was chosen does not protect {key}.")
        safe |= {each for each in small if possible[each] >= k}
    return table


def _losses(table: ProtectedTable) -> dict[Key, float]:
    """What hiding each shown number costs a reader: few before many, body before totals, small before large.

    A total is worth a whole line; a zero harms nobody and says that nobody is missing.
    """
    everybody = table.counts[TOTAL, TOTAL] + 1
    return {
        key: (TOTAL_LOSS if TOTAL in key else ZERO_LOSS if count == 0 else 1)
        + count / everybody / 10
        for key, count in table.counts.items()
        if key not in table.hidden
    }
