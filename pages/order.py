"""The order of a dictionary, for names that the database sorts and for those that Python has: Ágora before Albergue,
ñ after n, small letters among capitals.

The collation of the database is that of bytes, alike on every machine; the bundled server knows no other.
"""

import unicodedata
from collections.abc import Iterable

from django.db.models import Func, TextField

_LETTERS = [
    chr(code) for code in (*range(0xE0, 0x180), *range(0x1E00, 0x1F00)) if chr(code).islower()
]
# The letter below each accent; the tilde of ñ makes another letter.
_BELOW = {each: unicodedata.normalize("NFD", each)[0] for each in _LETTERS if each != "ñ"} | dict(
    zip("łđøı", "ldoi", strict=True)
)
_ACCENTED = {each: below for each, below in _BELOW.items() if below.isascii() and below != each}
ACCENTED, PLAIN = "".join(_ACCENTED), "".join(_ACCENTED.values())
_PLAIN = str.maketrans(_ACCENTED)
# Sorts behind n and whatever follows it.
AFTER_N = "n~"


def order_of(name: str) -> str:
    """By this a name is sorted in Python."""
    return unicodedata.normalize("NFC", name).lower().translate(_PLAIN).replace("ñ", AFTER_N)


def in_order(names: Iterable[str]) -> list[str]:
    """The names in their order."""
    return sorted(names, key=order_of)


class ByName(Func):
    """By this a column of names is sorted in the database: by the first of these columns that is not empty.

    The letters stand in the statement itself: with parameters, PostgreSQL takes the order of a `SELECT DISTINCT` for
    another expression than the one that it selects.
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
