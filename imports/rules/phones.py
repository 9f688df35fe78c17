"""Phone numbers in a cell, and whose they are."""

import re

from imports.choices import RowFault
from imports.rules.text import is_nothing
from imports.rules.values import ROUNDED, CellFault, digits_in, without_cents

BETWEEN_PHONES = re.compile(r" ?(?:[/;,|]|\b[yoe]\b| - ) ?(?=[+\d(])| (?=\+|0[24])", re.IGNORECASE)

# "0414-1234567 (hermana) / vecina 0424-7654321"
BETWEEN_WORDS = re.compile(r"\s*[/;,|]\s*(?=[^\W\d_])|(?<=[^\W\d_]\))\s*[/;,|]\s*")

PHONE = re.compile(r"\+?[\d ()./\-]{6,25}(?:(?:ext|x)\.? ?\d{1,5})?", re.IGNORECASE)

# A number, and whose it is before it or behind it: "hermana 3102345678".
WHOSE_PHONE = re.compile(
    r"(?P<before>(?:\([^()\d]*\)|[^\d+(])*)(?P<number>\+?[\d(].*?(?:(?<=\d)\s*(?:ext|x)\.? ?\d{1,5})?)(?P<behind>[^\d]*)"
)

LONGEST_WHOSE = 40

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
    for number, _whose in _parted_phones(text):
        # A text with fewer characters is one number; its area code may precede a slash: `0414/1234567`.
        parts += BETWEEN_PHONES.split(number) if len(number) > 16 else [number]
    whole = [bare for part in parts if (bare := without_cents(part)) is not None]
    if any(map(ROUNDED.fullmatch, [text, *parts])) or len(whole) < len(parts):
        raise CellFault(RowFault.DOCUMENT_ROUNDED)
    if not all(PHONE.fullmatch(part) and 7 <= digits_in(part) <= 15 for part in whole):
        raise CellFault(RowFault.PHONE_NOT_UNDERSTOOD)
    return tuple(dict.fromkeys(whole))


def _parted_phones(text: str) -> list[tuple[str, str]]:
    """Numbers with their owners; a piece without a number, and other words, stay as they are."""
    parted = []
    for piece in BETWEEN_WORDS.split(text):
        bare = BEFORE_PHONE.sub("", piece).strip()
        match = WHOSE_PHONE.fullmatch(bare)
        said = [match["before"], match["behind"]] if match else []
        whose = " ".join(filter(None, (each.strip(" .,;:-–/()[]") for each in said)))
        if match and digits_in(match["number"]) >= 7 and len(whose) <= LONGEST_WHOSE:
            behind = ")" if match["behind"].startswith(")") and "(" in match["number"] else ""
            parted.append((f"{match['number']}{behind}".strip(" .,;:-–/"), whose))
        else:
            parted.append((bare, ""))
    return parted


def remark_on_phone(text: str) -> str:
    """Whose a number is (`310 2345678 (vecina)`, `hermana 3102345678`); else empty."""
    said = [whose for _number, whose in _parted_phones(text) if whose]
    return f"Teléfono: {', '.join(said)}" if said else ""
