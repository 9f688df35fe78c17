"""Text in whichever encoding the machines of the region write it: read right, or refused; never garbled in silence."""

import unicodedata

from casework.uploads.rules.formats import NOT_TEXT, wide_encoding
from casework.uploads.rules.refusals import UNKNOWN_LETTERS, FileRefused

# Windows, DOS, old Macs: of equally good readings the first counts.
OLD_ENCODINGS = ("cp1252", "cp850", "mac_roman")

# Of Spanish, and of Portuguese: in the reading of another machine the one stands for the other.
_LETTERS = dict.fromkeys("áéíóúüñ", 2) | dict.fromkeys("ãõçâêôà", 1)

# Quotes, dashes and the like stand between words.
_BETWEEN_WORDS = frozenset("¿¡«»“”„‘’–—…•€·\xa0")

_AFTER_NUMBERS = frozenset("ºª°")


def read_text(content: bytes) -> str:
    """The text. Raises FileRefused where no encoding reads words in it."""
    if wide := wide_encoding(content):
        return _refuse_signs(_decoded(content, wide))
    text = _decoded(content, "utf-8-sig")
    if text is not None:
        return _refuse_signs(text)
    readings = [(worth(read), read) for each in OLD_ENCODINGS if (read := _decoded(content, each))]
    best = max(readings, key=lambda reading: reading[0], default=(-1, ""))
    if best[0] <= 0:
        raise FileRefused(UNKNOWN_LETTERS)
    return best[1]


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _refuse_signs(text: str | None) -> str:
    if text is None or any(ord(sign) < 127 and ord(sign) in NOT_TEXT for sign in text):
        raise FileRefused(UNKNOWN_LETTERS)
    return text.removeprefix("\ufeff")


def worth(text: str) -> int:
    """How much the letters beyond ASCII look like words of Spanish or Portuguese; a wrong reading is below zero."""
    return sum(
        _worth_of(text[max(0, at - 2) : at], sign, text[at + 1 : at + 2])
        for at, sign in enumerate(text)
        if ord(sign) > 126
    )


def _worth_of(two_before: str, sign: str, after: str) -> int:
    before = two_before[-1:]
    if value := _LETTERS.get(sign.lower()):
        if sign.isupper():
            is_odd = before.islower() or (value == 1 and after.islower())
        else:
            in_capitals = len(two_before) == 2 and two_before.isalpha() and two_before.isupper()
            is_odd = after.isupper() or (in_capitals and not after.islower())
        return -3 if is_odd or sign == before == after else value
    is_inside_a_word = before.isalpha() and after.isalpha()
    if sign in _AFTER_NUMBERS:
        return 1 if before.isdigit() or before in ("n", "N") else -1
    if sign in _BETWEEN_WORDS and before in _BETWEEN_WORDS:
        return -1
    if sign in _BETWEEN_WORDS:
        return -3 if is_inside_a_word or (sign in "¿¡" and before.isalpha()) else 1
    # Programs of DOS drew frames.
    if unicodedata.name(sign, "").startswith("BOX DRAWINGS"):
        return -3 if is_inside_a_word else 0
    return -3
