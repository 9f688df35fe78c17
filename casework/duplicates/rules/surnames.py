"""Surnames that so many people have that two people share one by chance. Read from `tables/common_surnames.csv`."""

import csv
import functools
from pathlib import Path

from vault.sounds import sounded_words

TABLE = Path(__file__).parents[1] / "tables" / "common_surnames.csv"


@functools.cache
def common_surnames() -> frozenset[str]:
    """As they sound."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        return frozenset(
            word for row in csv.DictReader(table) for word in sounded_words(row["surname"])
        )
