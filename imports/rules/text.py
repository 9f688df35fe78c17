"""Cells of a sheet as text, whatever type the spreadsheet stored."""

import datetime
import re
import unicodedata
from typing import Any

from pages.characters import clean_line

BLANKS = re.compile(r"\s+")

NOTHING = {
    "", "-", "--", "—", "n/a", "na", "s/d", "sd", "s/i", "ninguno registrado", "null", "none",
}  # fmt: skip
# Texts that a spreadsheet shows for a failed formula.
CELL_ERROR = re.compile(
    r"(?<!\S)(?:#(?:REF!|N/A!?|N/D|VALUE!|¡VALOR!|¡REF!|¡?DIV/0!|NAME\?|¿NOMBRE\?|¡?NUM!|NULL!|¡NULO!)|ERR:\d{3})(?!\S)"
)

# The marker for a formula without a computed result (`unseen.LOST_CELLS`).
NOT_COMPUTED = "=?"
WHOLE = re.compile(r"\d+\.0")
MOST_LETTERS = 32_767


def as_text(cell: Any) -> str:
    """One line of text: `12345678.0` loses its fraction, a date becomes `2019-02-23`, an empty cell is "".

    Composes separate accents; removes invisible characters.
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "sí" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    text = BLANKS.sub(" ", clean_line(str(cell)))
    if WHOLE.fullmatch(text.strip()):
        # A number that became text: `12345678.0` is a document, not a fraction.
        text = text.strip()[:-2]
    if text[:1] == "'" and (text[1:2] in ("=", "+", "-", "@") or text[1:2].isdigit()):
        # Our own sheet of faults comes back with its apostrophes, like numbers that were marked as text.
        text = text[1:]
    return text.strip()


def is_nothing(text: str) -> bool:
    """Whether a cell is empty, or contains a placeholder for "nothing"."""
    return text.casefold() in NOTHING


def plain(text: str) -> str:
    """Lower case without accents, points or double blanks, to compare words: `S.G.T.O.` is `sgto`."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w/ºª°]+", " ", bare.replace(".", "")).split())


def column_letter(index: int) -> str:
    """`A` for 0, `AA` for 26: column names of spreadsheets."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def defused(text: str) -> str:
    """The text, with an apostrophe before anything that a spreadsheet would run as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
