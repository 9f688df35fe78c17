"""The published rows of a funder's table, their order and their HXL tags.

One block per indicator. Inside a block a row is a place and a population, a column is a sex and an age band; the block's
total row and column are protected together with its cells.
"""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casework.register.choices import Population
from reporting.choices import Indicator, RowKind, SexAge
from reporting.rules.suppression import TOTAL, ProtectedTable, Shown, with_totals

COLUMNS: tuple[str, ...] = tuple(SexAge.values)
# The columns of numbers; each is followed by a column for its mark.
NUMBERS: tuple[str, ...] = (*COLUMNS, "people")
MARK_OF = "mark_of_"


def hxl_tag(column: str) -> str:
    """The HXL 1.1 tag of a column of NUMBERS: sex and age as attributes."""
    if column == "people":
        return "#affected+ind"
    if column == SexAge.OTHER:
        return "#affected+ind+i"
    sex, band = column.split("_", 1)
    return f"#affected+ind+{sex}" + ("+age_unknown" if band == "unknown" else f"+age_{band}")


def mark_tag(column: str) -> str:
    """The tag of the column that says why a number is withheld; it has the attributes of its number."""
    return hxl_tag(column).replace("#affected", "#meta+withheld")


HEADINGS: list[tuple[str, str]] = [
    ("first_day", "#date+start"),
    ("last_day", "#date+end"),
    ("cut_off", "#date+reported"),
    ("indicator_code", "#indicator+code"),
    ("indicator_name", "#indicator+name"),
    ("definition", "#indicator+definition"),
    # Sums may use only rows with `#meta+row=part`.
    ("row_kind", "#meta+row"),
    ("row_name", "#meta+row+name"),
    ("directorate_code", "#loc+code"),
    ("directorate_name", "#loc+name"),
    ("municipality_code", "#adm2+code"),
    ("municipality_name", "#adm2+name"),
    ("population", "#beneficiary+type"),
    *(
        heading
        for column in NUMBERS
        for heading in ((column, hxl_tag(column)), (MARK_OF + column, mark_tag(column)))
    ),
]

# Age bands in which nobody of a population can be, which readers know.
IMPOSSIBLE_BANDS: dict[str, frozenset[str]] = {
    Population.FORMER_MEMBER: frozenset({"0_4", "5_11"}),
    Population.ADULT_RELATIVE: frozenset({"0_4", "5_11", "12_17"}),
    Population.CHILD: frozenset({"18_59", "60_plus", "unknown"}),
}


def hxl_row() -> list[str]:
    return [tag for _name, tag in HEADINGS]


def is_impossible(row: str, column: str) -> bool:
    """Whether nobody of the row's population can be in the column: no adult is a child."""
    if column == SexAge.OTHER:
        return False
    population, band = row.rpartition("|")[2], column.split("_", 1)[1]
    return band in IMPOSSIBLE_BANDS.get(population, frozenset())


@dataclass(frozen=True)
class Block:
    """One indicator's counts by (place, population, sex and age), with the places' names."""

    indicator: Indicator
    counts: Mapping[tuple[str, str, str], int]
    place_names: Mapping[str, str]

    def table(self, k: int) -> ProtectedTable:
        """Place and population as rows; nothing is withheld yet."""
        lines = sorted({(place, population) for place, population, _ in self.counts})
        rows = ["|".join(line) for line in lines]
        cells: Counter[tuple[str, str]] = Counter()
        for (place, population, column), number in self.counts.items():
            cells[f"{place}|{population}", column] += number
        return ProtectedTable(rows, COLUMNS, with_totals(cells, rows, COLUMNS), k)


@dataclass(frozen=True)
class Period:
    """The first and the last day, and the cut-off time of the count, in the time zone of the office."""

    starts_on: datetime.date
    last_day: datetime.date
    cut_off: datetime.datetime

    def cells(self) -> list[str]:
        return [
            self.starts_on.isoformat(),
            self.last_day.isoformat(),
            self.cut_off.isoformat(timespec="minutes"),
        ]


def published_rows(block: Block, table: ProtectedTable, *, period: Period) -> list[Sequence[Shown]]:
    """The rows of a block as published: places in order, then the block's total.

    A withheld number is an empty cell, so that no tool reads it as a number; its mark is in the next cell.
    """
    return [_row(block, table, name, period) for name in (*table.rows, TOTAL)]


def _row(block: Block, table: ProtectedTable, name: str, period: Period) -> Sequence[Shown]:
    is_total = name == TOTAL
    kind = RowKind.TOTAL if is_total else RowKind.PART
    place, population = ("", "") if is_total else name.split("|")
    where = (place, TOTAL if is_total else block.place_names.get(place, ""))
    nowhere = ("", "")
    return [
        *period.cells(),
        block.indicator.value,
        str(block.indicator.label),
        str(block.indicator.definition),
        kind.value,
        str(kind.label),
        *(where if block.indicator.is_by_directorate else nowhere),
        *(nowhere if block.indicator.is_by_directorate else where),
        str(Population(population).label) if population else TOTAL,
        *(cell for column in (*COLUMNS, TOTAL) for cell in _number_and_mark(table, name, column)),
    ]


def _number_and_mark(table: ProtectedTable, row: str, column: str) -> tuple[Shown, str]:
    mark = table.mark(row, column)
    return ("", mark.value) if mark else (table.counts[row, column], "")
