"""The order of a dictionary, for names that the database sorts and for those that Python has: Ágora before Albergue,
ñ after n, small letters among capitals.

The collation of the database is that of bytes, alike on every machine; the bundled server knows no other.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db.models import Func, TextField, Value
from django.db.models.functions import Collate, Lower, Replace

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


class ByName(Collate):
    """By this a column of names, or what stands for one, is sorted in the database."""

    def __init__(self, name: Any) -> None:
        letters = Func(
            Lower(name),
            Value(ACCENTED),
            Value(PLAIN),
            function="translate",
            output_field=TextField(),
        )
        super().__init__(Replace(letters, Value("ñ"), Value(AFTER_N)), "C")
