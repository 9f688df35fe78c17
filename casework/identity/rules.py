"""Facts about one person that cannot both be true, and what a paper's number says. Pure, without a database."""

import re
from typing import NamedTuple

from casework.register.choices import DocumentType, Relation
from casework.register.rules import without_words
from reference.choices import Country

# Nobody younger served in a force; older children may have been with one, and are never handled as fighters.
YOUNGEST_WHO_SERVED = 12
YOUNGEST_PARTNER = 14

# A card's number as it is written today; nine digits may as well be a passport's.
CARD_ALONE = re.compile(r"(?P<letter>[VE])?\d{5,8}")

PASSPORT_WORD = re.compile(r"\W*pas", re.IGNORECASE)


def too_young_to_have_served(age: int | None, *, has_served: bool) -> bool:
    """Whether an age that is known and a service cannot both be true."""
    return has_served and age is not None and age < YOUNGEST_WHO_SERVED


def too_young_to_be_a_partner(age: int | None, relation: str) -> bool:
    """Whether an age that is known and a spouse or partner cannot both be true."""
    is_partner = relation in (Relation.SPOUSE, Relation.PARTNER)
    return is_partner and age is not None and age < YOUNGEST_PARTNER


class ReadPaper(NamedTuple):
    """What the writing of a number says by itself; "" where it says nothing."""

    type: str = ""
    country: str = ""
    nationality: str = ""


def read_paper(typed: str) -> ReadPaper:
    """What kind of paper carries this number: "V-21.967.260" is a Venezuelan's identity card, "E-" a foreigner's there.

    Five to eight digits alone are an identity card of whichever country; "pasaporte" says what it is.
    """
    if PASSPORT_WORD.match(typed):
        return ReadPaper(DocumentType.PASSPORT)
    if not (card := CARD_ALONE.fullmatch(without_words(typed))):
        return ReadPaper()
    if not card["letter"]:
        return ReadPaper(DocumentType.NATIONAL_ID)
    venezuela = str(Country.VENEZUELA)
    return ReadPaper(
        DocumentType.NATIONAL_ID, venezuela, venezuela if card["letter"] == "V" else ""
    )
