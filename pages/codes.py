"""The code of a paper: too long to guess, in characters that can be dictated. Pure."""

import hashlib
import re
import secrets

# Without 0 O, 1 I L, U V: the code is read aloud on a phone, where B and V sound alike, and typed on another.
CHARACTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ"
GROUPS, LENGTH_OF_A_GROUP = 5, 4
LONGEST = GROUPS * LENGTH_OF_A_GROUP
# Placeholder before a paper is issued; no paper has it.
NO_CODE = "-".join(["0" * LENGTH_OF_A_GROUP] * GROUPS)
# Codes of papers issued earlier: letters had four groups, and slips 32 characters of either case.
LENGTHS = (LONGEST, 16)
FORMER = re.compile(r"[\w-]{32}", re.ASCII)


def fresh_code() -> str:
    """Twenty random characters in five groups: `7K3M-...`, 97 bits."""
    return _grouped("".join(secrets.choice(CHARACTERS) for _sign in range(LONGEST)))


def as_typed(text: str) -> str:
    """Normalises a typed code: lower case, blanks and missing dashes are accepted."""
    return _grouped(
        "".join(character for character in text.upper() if character in CHARACTERS)[:LONGEST]
    )


def code_in(typed: str) -> str:
    """The code in what was typed, alone or at the end of a link; "" if there is none."""
    last = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    if FORMER.fullmatch(last):
        return last
    characters = [sign for sign in last.upper() if sign.isalnum()]
    is_one = len(characters) in LENGTHS and set(characters) <= set(CHARACTERS)
    return as_typed(last) if is_one else ""


def hash_of(code: str) -> str:
    """The hash to compare, however the code was typed. The code is random and long, so a plain hash cannot be reversed."""
    return hashlib.sha256((code_in(code) or code).encode("utf-8", "surrogatepass")).hexdigest()


def _grouped(characters: str) -> str:
    starts = range(0, len(characters), LENGTH_OF_A_GROUP)
    return "-".join(characters[start : start + LENGTH_OF_A_GROUP] for start in starts)
