"""The funder's monthly table as rows: what is published, in which order, under which HXL tag.

One block per indicator. Inside a block a row is a place and a population, a column is a sex and an
age band; the block's total row and column are protected together with its cells.
"""

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casework.register.choices import Population
from reporting.choices import Indicator, SexAge
from reporting.rules.suppression import TOTAL, protect

WITHHELD = "<{k}"

HEADINGS: list[tuple[str, str]] = [
    ("first_day", "#date+start"),
    ("last_day", "#date+end"),
    ("cut_off", "#date+reported"),
    ("indicator_code", "#indicator+code"),
    ("indicator_name", "#indicator+name"),
    ("place_code", "#loc+code"),
    ("place_name", "#loc+name"),
    ("population", "#population+type"),
    *((column, "") for column in SexAge.values),
    ("people", "#affected+ind"),
]


def hxl_tag(column: str) -> str:
    """HXL 1.1 tag of a column of people: sex and age as attributes."""
    if column == SexAge.OTHER:
        return "#affected+ind+i"
    sex, band = column.split("_", 1)
    return f"#affected+ind+{sex}" + ("+age_unknown" if band == "unknown" else f"+age_{band}")


def hxl_row() -> list[str]:
    return [tag or hxl_tag(name) for name, tag in HEADINGS]


@dataclass(frozen=True)
class Block:
    """One indicator's counts by (place, population, sex and age), with the places' names."""

    indicator: Indicator
    counts: Mapping[tuple[str, str, str], int]
    place_names: Mapping[str, str]


@dataclass(frozen=True)
class Period:
    """The days [starts_on, ends_on) and the moment after which nothing was counted any more."""

    starts_on: datetime.date
    last_day: datetime.date
    cut_off: datetime.datetime

    def cells(self) -> list[str]:
        return [
            self.starts_on.isoformat(),
            self.last_day.isoformat(),
            self.cut_off.isoformat(timespec="minutes"),
        ]


@dataclass(frozen=True)
class PublishedRow:
    """A row as it leaves the house; a withheld number is text, never a number."""

    cells: list[str | int]
    withheld: int


def published_rows(block: Block, *, period: Period, k: int) -> Iterator[PublishedRow]:
    """The rows of a block, small numbers withheld; places in order, then the block's total."""
    lines = sorted({(place, population) for place, population, _ in block.counts})
    names = ["|".join(line) for line in lines]
    cells: Counter[tuple[str, str]] = Counter()
    for (place, population, column), number in block.counts.items():
        cells[f"{place}|{population}", column] += number
    table = protect(cells, rows=names, columns=SexAge.values, k=k)
    for name in (*names, TOTAL):
        place, population = name.split("|") if name != TOTAL else ("", "")
        numbers = [table.shown(name, column) for column in (*SexAge.values, TOTAL)]
        yield PublishedRow(
            [
                *period.cells(),
                block.indicator.value,
                str(block.indicator.label),
                place,
                block.place_names.get(place, "") if name != TOTAL else TOTAL,
                str(Population(population).label) if population else TOTAL,
                *(WITHHELD.format(k=k) if number is None else number for number in numbers),
            ],
            withheld=numbers.count(None),
        )
