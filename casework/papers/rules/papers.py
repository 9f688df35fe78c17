"""One normal form of a paper, used by every page, sheet and search to compare papers. Pure."""

import re
from typing import Any, NamedTuple

from casework.papers.rules.numbers import bare_number, without_words
from casework.register.choices import DocumentType
from reference.choices import Country

# A current card number; nine digits may also be a passport's.
CARD_ALONE = re.compile(r"(?P<letter>[VE])?\d{5,8}")

PASSPORT_WORD = re.compile(r"\W*pas", re.IGNORECASE)

# Cédula de ciudadanía and tarjeta de identidad: the identity cards of Colombians, and of their children.
COLOMBIAN_WORD = re.compile(
    r"\W*(?:c\W{0,2}c(?![a-z])|c[eé]dula\s+(?:de\s+ciudadan|colombian))", re.IGNORECASE
)
MINORS_WORD = re.compile(r"\W*(?:t\W{0,2}i(?=\W)|tarjeta\s+de\s+id)", re.IGNORECASE)

# Permits of Colombia for foreigners. Peru has a PEP as well, so that name implies no country.
FOREIGNERS_WORD = re.compile(r"\W*(?:c\W{0,2}e(?=\W)|c[eé]dula\s+de\s+extranj)", re.IGNORECASE)
STAY_WORD = re.compile(
    r"\W*(?:p\W?p\W?t|p\W?e\W?p|p\W?t\W?p|salvoconducto)(?=[\W\d])", re.IGNORECASE
)

BIRTH_WORD = re.compile(
    r"\W*(?:partida\b|registro\b|acta\s+de\s+nac|r\W{0,2}c(?=\W))", re.IGNORECASE
)

# A passport or a military card may have the number of the holder's identity card, and an adult's card that of the child's.
OF_ONE_NUMBER = frozenset(
    {
        DocumentType.NATIONAL_ID,
        DocumentType.MINORS_ID,
        DocumentType.PASSPORT,
        DocumentType.MILITARY_ID,
    }
)


class ParsedPaper(NamedTuple):
    """The facts that follow from the form of a number; "" for unknown."""

    type: str = ""
    country: str = ""
    nationality: str = ""


class Paper(NamedTuple):
    """The bare number, issuing country and kind of a paper; "" for unknown.

    Equal values are one paper. The same digits of two countries or kinds are two.
    """

    number: str
    country: str = ""
    type: str = ""

    @classmethod
    def of(cls, number: str, *, type: str = "", country: str = "") -> "Paper":
        """Returns the paper from a written number and known facts.

        An identity card may be guessed from digits alone, so without a country the kind is ignored.
        """
        parsed = parse_paper(number)
        if type in ("", DocumentType.OTHER, parsed.type):
            type, country = parsed.type, parsed.country or country
        is_guess = type == DocumentType.NATIONAL_ID and not country
        return cls(bare_number(number), country, "" if is_guess else type)

    @classmethod
    def on_file(cls, row: Any) -> "Paper":
        """Returns the paper of an `IdentityDocument`."""
        return cls.of(row.number, type=row.type, country=row.country)

    def may_be(self, other: "Paper") -> bool:
        """Whether both have one number, and country and kind do not contradict."""
        return self.number == other.number and self.agrees_with(other)

    def agrees_with(self, other: "Paper") -> bool:
        """Whether country and kind allow that both are one paper."""
        if self.country and other.country and self.country != other.country:
            return False
        kinds = {self.type, other.type} - {""}
        return len(kinds) < 2 or kinds <= OF_ONE_NUMBER


def parse_paper(typed: str) -> ParsedPaper:
    """Returns the kind of paper with this number: "V-21.967.260" is a Venezuelan's identity card, "E-" a foreigner's there.

    Five to eight digits alone are an identity card of any country; "pasaporte", "C.C.", "T.I.", "partida" name the kind.
    """
    if PASSPORT_WORD.match(typed):
        return ParsedPaper(DocumentType.PASSPORT)
    card = CARD_ALONE.fullmatch(without_words(typed))
    if card and card["letter"]:
        venezuela = str(Country.VENEZUELA)
        return ParsedPaper(
            DocumentType.NATIONAL_ID, venezuela, venezuela if card["letter"] == "V" else ""
        )
    if COLOMBIAN_WORD.match(typed):
        return ParsedPaper(DocumentType.NATIONAL_ID, "CO")
    if FOREIGNERS_WORD.match(typed):
        return ParsedPaper(DocumentType.STAY_PAPER, "CO")
    if STAY_WORD.match(typed):
        return ParsedPaper(DocumentType.STAY_PAPER)
    if MINORS_WORD.match(typed):
        return ParsedPaper(DocumentType.MINORS_ID, "CO")
    if BIRTH_WORD.match(typed):
        return ParsedPaper(DocumentType.BIRTH_CERTIFICATE)
    return ParsedPaper(DocumentType.NATIONAL_ID if card else "")
