"""Alphabetical order for the database and for Python: Ágora before Albergue, ñ after n, case ignored.

The database collates by bytes, alike on every machine; the bundled server has no other collation.
"""

import unicodedata
from collections.abc import Iterable

from django.db.models import Func, TextField

_LETTERS = [
    chr(code) for code in (*range(0xE0, 0x180), *range(0x1E00, 0x1F00)) if chr(code).islower()
]
# The base letter of each accent; ñ is a letter of its own.
_BASE_LETTERS = {
    each: unicodedata.normalize("NFD", each)[0] for each in _LETTERS if each != "ñ"
} | dict(zip("łđøı", "ldoi", strict=True))
_ACCENTED = {each: base for each, base in _BASE_LETTERS.items() if base.isascii() and base != each}
ACCENTED, PLAIN = "".join(_ACCENTED), "".join(_ACCENTED.values())
_PLAIN = str.maketrans(_ACCENTED)
# Sorts after n and every letter that follows it.
AFTER_N = "n~"


def order_of(name: str) -> str:
    """The sort key of a name in Python."""
    return unicodedata.normalize("NFC", name).lower().translate(_PLAIN).replace("ñ", AFTER_N)


def in_order(names: Iterable[str]) -> list[str]:
    """The names, sorted by `order_of`."""
    return sorted(names, key=order_of)


class ByName(Func):
    """Sorts by name in the database, using the first of these columns that is not empty.

    The letters are literals in the statement: with parameters PostgreSQL does not see that the `ORDER BY` of a `SELECT
    DISTINCT` is the selected expression.
    """

    template = (
        f"REPLACE(TRANSLATE(LOWER(COALESCE(%(expressions)s)), '{ACCENTED}', '{PLAIN}'),"
        f" 'ñ', '{AFTER_N}') COLLATE \"C\""
    )
    output_field = TextField()

    def __init__(self, *names: str) -> None:
        *first, last = names
        super().__init__(
            *(Func(each, template="NULLIF(%(expressions)s, '')") for each in first), last
        )
