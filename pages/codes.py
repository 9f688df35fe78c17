"""Codes printed on papers, by which a public page checks them: too long to guess, in characters that can be dictated."""

import hashlib
import re
import secrets

# Without 0 O, 1 I L, U V: the code is read aloud on a phone, where B and V sound alike, and typed on another.
CHARACTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ"
GROUPS, LENGTH_OF_A_GROUP = 5, 4
LONGEST = GROUPS * LENGTH_OF_A_GROUP
# Placeholder in the preview of a paper; no issued paper has it.
NO_CODE = "-".join(["0" * LENGTH_OF_A_GROUP] * GROUPS)
# Codes of papers issued earlier: letters had four groups, and slips 32 characters of either case.
LENGTHS = (LONGEST, 16)
OLD_CODE = re.compile(r"[\w-]{32}", re.ASCII)


def fresh_code() -> str:
    """Twenty random characters in five groups: `7K3M-...`, 97 bits."""
    return _grouped("".join(secrets.choice(CHARACTERS) for _sign in range(LONGEST)))


def normal_form(text: str) -> str:
    """The typed code in capitals and groups; accepts lower case, blanks and missing dashes."""
    return _grouped(
        "".join(character for character in text.upper() if character in CHARACTERS)[:LONGEST]
    )


def code_in(typed: str) -> str:
    """The code in what was typed, alone or at the end of a link; "" if there is none."""
    last = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    if OLD_CODE.fullmatch(last):
        return last
    characters = [sign for sign in last.upper() if sign.isalnum()]
    is_one = len(characters) in LENGTHS and set(characters) <= set(CHARACTERS)
    return normal_form(last) if is_one else ""


def hash_of(code: str) -> str:
    """The SHA-256 in hex by which a code is stored and found, however it was typed. The code is too long to be guessed."""
    return hashlib.sha256((code_in(code) or code).encode("utf-8", "surrogatepass")).hexdigest()


def _grouped(characters: str) -> str:
    starts = range(0, len(characters), LENGTH_OF_A_GROUP)
    return "-".join(characters[start : start + LENGTH_OF_A_GROUP] for start in starts)
