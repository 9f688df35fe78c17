"""Surnames that so many people have that two people share one by chance. Read from `tables/common_surnames.csv`.

These are of the thirty most frequent of at least two of eleven Spanish-speaking countries, of each how many; decision 6
names the source. They decide one thing: whether two of one name, of whom no birth can be compared and nothing else is
known, are put before somebody.
"""

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
