"""Phone numbers in a cell, and words about their owners."""

import re

from imports.choices import RowFault
from imports.rules.text import is_nothing
from imports.rules.values import ROUNDED, CellFault, digits_in, without_zero_decimals

BETWEEN_PHONES = re.compile(r" ?(?:[/;,|]|\b[yoe]\b| - ) ?(?=[+\d(])| (?=\+|0[24])", re.IGNORECASE)

# "0414-1234567 (hermana) / vecina 0424-7654321"
BETWEEN_WORDS = re.compile(r"\s*[/;,|]\s*(?=[^\W\d_])|(?<=[^\W\d_]\))\s*[/;,|]\s*")
PHONE = re.compile(r"\+?[\d ()./\-]{6,25}(?:(?:ext|x)\.? ?\d{1,5})?", re.IGNORECASE)

# A number, with its owner before or behind it: "hermana 3102345678".
PHONE_WITH_OWNER = re.compile(
    r"(?P<before>(?:\([^()\d]*\)|[^\d+(])*)(?P<number>\+?[\d(].*?(?:(?<=\d)\s*(?:ext|x)\.? ?\d{1,5})?)(?P<behind>[^\d]*)"
)

LONGEST_OWNER = 40

NO_PHONE = re.compile(
    r"(?:no|no tiene|no posee|no usa|sin|ninguno)(?: (?:tel[eé]fonos?|tlf|tel|celular|n[uú]mero|contacto))?\.?",
    re.IGNORECASE,
)

BEFORE_PHONE = re.compile(
    r"^(?:wsp|wp|whats?app|wa|cel(?:ular)?|tel(?:[eé]fono)?|m[oó]vil)\b[ .:]*", re.IGNORECASE
)


def read_phones(text: str) -> tuple[str, ...]:
    """Every phone number of a cell as written: `0414-1234567 / 0424-7654321` has two. Raises CellFault."""
    if is_nothing(text) or NO_PHONE.fullmatch(text):
        return ()
    parts: list[str] = []
    for number, _owner in _phones_with_owners(text):
        # A text of up to 16 characters is one number, even with a slash after the area code: `0414/1234567`.
        parts += BETWEEN_PHONES.split(number) if len(number) > 16 else [number]
    numbers = [bare for part in parts if (bare := without_zero_decimals(part)) is not None]
    if any(map(ROUNDED.fullmatch, [text, *parts])) or len(numbers) < len(parts):
        raise CellFault(RowFault.DOCUMENT_ROUNDED)
    if not all(PHONE.fullmatch(part) and 7 <= digits_in(part) <= 15 for part in numbers):
        raise CellFault(RowFault.PHONE_NOT_UNDERSTOOD)
    return tuple(dict.fromkeys(numbers))


def _phones_with_owners(text: str) -> list[tuple[str, str]]:
    """Pairs of number and owner. A piece that is no such pair is returned whole, without an owner."""
    pairs = []
    for piece in BETWEEN_WORDS.split(text):
        bare = BEFORE_PHONE.sub("", piece).strip()
        match = PHONE_WITH_OWNER.fullmatch(bare)
        words = [match["before"], match["behind"]] if match else []
        owner = " ".join(filter(None, (each.strip(" .,;:-–/()[]") for each in words)))
        if match and digits_in(match["number"]) >= 7 and len(owner) <= LONGEST_OWNER:
            behind = ")" if match["behind"].startswith(")") and "(" in match["number"] else ""
            pairs.append((f"{match['number']}{behind}".strip(" .,;:-–/"), owner))
        else:
            pairs.append((bare, ""))
    return pairs


def remark_on_phone(text: str) -> str:
    """The owners named in a cell, as in `310 2345678 (vecina)`; else empty."""
    owners = [owner for _number, owner in _phones_with_owners(text) if owner]
    return f"Teléfono: {', '.join(owners)}" if owners else ""
