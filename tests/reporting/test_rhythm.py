"""Months, quarters and years of one office, released in any order: all pass, and none gives another away.

The attacker here is written apart from the product. Its unknowns are the people of each cell in each month, and
all that was released says something about sums of these.
"""

import datetime
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import highspy
import pytest

from reporting.rules import companions
from reporting.rules.differencing import DatedTable, clashing_release, withhold_for_readers
from reporting.rules.suppression import TOTAL, ProtectedTable, with_totals

K = 5
ROWS, COLUMNS = ("r0", "r1", "r2"), ("c0", "c1", "c2")
BODY = list(product(ROWS, COLUMNS))
Months = tuple[int, int]
Cells = Mapping[tuple[str, str], int]
QUARTER = [(0, 1), (1, 2), (2, 3), (0, 3)]
YEAR = [
    *((month, month + 1) for month in range(12)),
    *((first, first + 3) for first in range(0, 12, 3)),
    (0, 12),
]


def a_year(draw: random.Random) -> list[Cells]:
    """Twelve months in which some cells are large, some small and some empty."""
    means = {cell: draw.choice([0, 1, 3, 8, 25]) for cell in BODY}
    return [
        {cell: draw.randint(mean // 2, mean * 2) for cell, mean in means.items()}
        for _month in range(12)
    ]


def first_day(month: int) -> datetime.date:
    return datetime.date(2019 + month // 12, month % 12 + 1, 1)


def counted(year: Sequence[Cells], months: Months) -> DatedTable:
    """The table of these months with nothing withheld yet."""
    counts: Counter[tuple[str, str]] = Counter()
    for month in year[slice(*months)]:
        counts.update(month)
    table = ProtectedTable(ROWS, COLUMNS, with_totals(counts, ROWS, COLUMNS), K)
    return DatedTable("I02", *map(first_day, months), True, table)


def released(year: Sequence[Cells], order: Sequence[Months]) -> dict[Months, DatedTable]:
    """One table after the other, each made when those before it were released, and not refused beside them."""
    held: dict[Months, DatedTable] = {}
    for months in order:
        table = counted(year, months)
        withhold_for_readers(table, [(K, list(held.values()))])
        assert (
            clashing_release([table], [(name, [each]) for name, each in held.items()], k=K) is None
        )
        held[months] = table
    return held


class Attacker:
    """Knows every number that is shown, what the marks say, and that a longer period is the sum of its months."""

    def __init__(self, tables: Mapping[Months, DatedTable]) -> None:
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        ends = range(min(a for a, _b in tables), max(b for _a, b in tables))
        self._at = {unknown: at for at, unknown in enumerate(product(ends, BODY))}
        for _unknown in self._at:
            self._solver.addVar(0, highspy.kHighsInf)
        for months, told in tables.items():
            for key, count in told.table.counts.items():
                self._knows(self._terms(months, key), told.table, key, count)

    def _terms(self, months: Months, key: tuple[str, ...]) -> list[int]:
        rows = ROWS if key[0] == TOTAL else [key[0]]
        columns = COLUMNS if key[1] == TOTAL else [key[1]]
        return [
            self._at[month, cell] for month in range(*months) for cell in product(rows, columns)
        ]

    def _knows(self, terms: list[int], table: ProtectedTable, key: tuple, count: int) -> None:
        least, greatest = float(count), float(count)
        if key in table.hidden:
            least, greatest = (1, K - 1) if key in table.small else (0, highspy.kHighsInf)
        self._solver.addRow(least, greatest, len(terms), terms, [1.0] * len(terms))

    def width(self, months: Months, key: tuple[str, ...]) -> float:
        """How far apart the least and the greatest are that the number can be."""
        terms, found = self._terms(months, key), []
        for sign in (1, -1):
            for at in terms:
                self._solver.changeColCost(at, sign)
            self._solver.run()
            if self._solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
                found.append(sign * self._solver.getInfo().objective_function_value)
            for at in terms:
                self._solver.changeColCost(at, 0)
        # Where nothing limits it there is no answer upwards.
        return found[1] - found[0] if len(found) > 1 else highspy.kHighsInf


def worked_out(tables: Mapping[Months, DatedTable]) -> Iterator[tuple[Months, tuple[str, ...]]]:
    """The small numbers that fall: of the tables, and of what is left when one is taken off the other."""
    attacker = Attacker(tables)
    for months, told in tables.items():
        for key, count in told.table.counts.items():
            if 0 < count < K and attacker.width(months, key) < K - 2 - 1e-6:
                yield months, key


@pytest.mark.parametrize("seed", range(8))
def test_months_and_their_quarter_pass_in_any_order_and_nothing_falls_by_subtraction(seed):
    draw = random.Random(seed)  # noqa: S311 (no secret)
    order = draw.sample(QUARTER, len(QUARTER)) if seed % 4 > 1 else QUARTER[:: 1 - 2 * (seed % 2)]
    tables = released(a_year(draw), order)
    assert len(tables) == len(QUARTER)
    assert list(worked_out(tables)) == []


def test_the_attacker_finds_what_tables_give_away_that_were_made_apart():
    """The control: each table protected alone."""
    year = a_year(random.Random(1))  # noqa: S311 (no secret)
    alone = {months: next(iter(released(year, [months]).values())) for months in QUARTER}
    assert len(list(worked_out(alone))) > 0


def test_a_quarter_after_its_months_does_not_lose_all_its_numbers():
    """How many more go than if it stood alone."""
    year = a_year(random.Random(3))  # noqa: S311 (no secret)
    beside, alone = released(year, QUARTER)[0, 3], released(year, [(0, 3)])[0, 3]
    assert len(alone.table.hidden) <= len(beside.table.hidden) < len(beside.table.counts)


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_year_passes_in_any_order_and_nothing_falls_by_subtraction(seed):
    draw = random.Random(100 + seed)  # noqa: S311 (no secret)
    order = draw.sample(YEAR, len(YEAR)) if seed % 3 == 2 else YEAR[:: 1 - 2 * (seed % 3)]
    tables = released(a_year(draw), order)
    assert len(tables) == len(YEAR)
    assert list(worked_out(tables)) == []


@pytest.mark.parametrize("seed", range(3))
def test_what_is_too_large_for_the_cheapest_choice_is_protected_as_well(seed, monkeypatch):
    """A year beside its months, with the limit moved down to tables that are tried in a second."""
    monkeypatch.setattr(companions, "MOST_FOR_THE_CHEAPEST", 30)
    draw = random.Random(seed)  # noqa: S311
    tables = released(a_year(draw), draw.sample(YEAR, len(YEAR)))
    assert list(worked_out(tables)) == []
