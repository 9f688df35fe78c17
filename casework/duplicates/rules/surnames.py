"""Surnames so common that two people share one by chance. Read from `tables/common_surnames.csv`.

They are among the thirty most frequent surnames of at least two of eleven Spanish-speaking countries, each with that
number of countries; decision 6 names the source. They decide whether two people of one name are shown to a user if
neither births nor other facts can be compared."""

import csv
import functools
from pathlib import Path

from vault.sounds import sounded_words

TABLE = Path(__file__).parents[1] / "tables" / "common_surnames.csv"


@functools.cache
def common_surnames() -> frozenset[str]:
    """Returns the common surnames by sound."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        return frozenset(
            word for row in csv.DictReader(table) for word in sounded_words(row["surname"])
        )
