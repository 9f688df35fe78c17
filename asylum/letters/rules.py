"""The code of a letter: long enough that nobody guesses one, in signs that nobody mistakes for others."""

import secrets

# Without 0 O, 1 I L, U V: read aloud at a gate and typed on a phone.
SIGNS = "23456789ABCDEFGHJKMNPQRSTWXYZ"
GROUPS, LENGTH_OF_A_GROUP = 4, 4
# What stands in its place before a letter is issued: no letter has it.
NO_CODE = "0000-0000-0000-0000"
# A word without a place to break is broken after so many letters.
LONGEST_WORD = 24
ZERO_WIDTH_SPACE = "\u200b"


def fresh_code() -> str:
    """Sixteen random signs in four groups: `7K3M-...`, 77 bits."""
    signs = [secrets.choice(SIGNS) for _sign in range(GROUPS * LENGTH_OF_A_GROUP)]
    return grouped("".join(signs))


def as_typed(text: str) -> str:
    """The code that somebody typed: small letters, blanks and missing strokes do no harm."""
    signs = "".join(sign for sign in text.upper() if sign in SIGNS)
    return grouped(signs[: GROUPS * LENGTH_OF_A_GROUP])


def grouped(signs: str) -> str:
    starts = range(0, len(signs), LENGTH_OF_A_GROUP)
    return "-".join(signs[start : start + LENGTH_OF_A_GROUP] for start in starts)


def breakable(text: str) -> str:
    """The same text; a word longer than a line can be broken."""
    return " ".join(_broken(word) for word in text.split(" "))


def _broken(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    starts = range(0, len(word), LONGEST_WORD)
    return ZERO_WIDTH_SPACE.join(word[start : start + LONGEST_WORD] for start in starts)
