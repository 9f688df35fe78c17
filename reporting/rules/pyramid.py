"""People by age band and sex as rows of a table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from reporting.choices import SexAge

BANDS = ("0_4", "5_11", "12_17", "18_59", "60_plus", "unknown")
BAND_LABELS = {
    "0_4": "0-4",
    "5_11": "5-11",
    "12_17": "12-17",
    "18_59": "18-59",
    "60_plus": "60+",
    "unknown": "",
}


@dataclass(frozen=True)
class PyramidRow:
    """One age band; the label is empty if the age is unknown."""

    label: str
    female: int
    male: int

    @property
    def total(self) -> int:
        return self.female + self.male


@dataclass(frozen=True)
class Pyramid:
    """Bands from young to old, and people who are neither female nor male, or of unknown sex."""

    rows: list[PyramidRow]
    other: int

    @property
    def total(self) -> int:
        return sum(row.total for row in self.rows) + self.other


def pyramid(counted: Mapping[tuple[str, str, str], int]) -> Pyramid:
    """The pyramid of counts by (place, population, sex and age)."""
    by_column: Counter[str] = Counter()
    for (_, _, column), number in counted.items():
        by_column[column] += number
    return Pyramid(
        [
            PyramidRow(BAND_LABELS[band], by_column[f"f_{band}"], by_column[f"m_{band}"])
            for band in BANDS
        ],
        by_column[SexAge.OTHER],
    )
