"""Facts about one person that cannot both be true, and what a paper's number says. Pure, without a database."""

import re
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Category, DocumentType, Population, Relation, Sex
from casework.register.rules import AGE_OF_MAJORITY, without_words
from reference.choices import Country

NAME_MISSING = _("Give at least one name; of a newborn who has none yet, the age.")
ARE_AGES_RIGHT = _("Ages and relation are right")
AGES_HARDLY_FIT = _(
    "The ages of both hardly fit: tick this if it is so, or put age or relation right."
)
YOUNGEST_PARTNER = 14
NOBODYS_PARTNER = _("A child is nobody's partner: check the age or the relation.")
PARTNERS = frozenset({Relation.SPOUSE, Relation.PARTNER})
# So much older than a child is a parent at least.
A_GENERATION = 12
# How many generations above the principal who is called so stands; below it the number is negative.
GENERATIONS: dict[str, int] = {
    Relation.FATHER: 1,
    Relation.MOTHER: 1,
    Relation.GRANDPARENT: 2,
    Relation.SON: -1,
    Relation.DAUGHTER: -1,
    Relation.GRANDCHILD: -2,
}
PARENTS_IN_LAW = frozenset({Relation.FATHER_IN_LAW, Relation.MOTHER_IN_LAW})
CHILDREN_IN_LAW = frozenset({Relation.SON_IN_LAW, Relation.DAUGHTER_IN_LAW})
# The child of a parent-in-law has a partner.
YOUNGEST_PARENT_IN_LAW = YOUNGEST_PARTNER + A_GENERATION
# What is said of a man or of a woman alone.
SEX_OF_RELATION: dict[str, str] = {
    **dict.fromkeys(
        (
            Relation.SON,
            Relation.FATHER,
            Relation.BROTHER,
            Relation.UNCLE,
            Relation.NEPHEW,
            Relation.FATHER_IN_LAW,
            Relation.SON_IN_LAW,
            Relation.BROTHER_IN_LAW,
        ),
        Sex.MALE,
    ),
    **dict.fromkeys(
        (
            Relation.DAUGHTER,
            Relation.MOTHER,
            Relation.SISTER,
            Relation.AUNT,
            Relation.NIECE,
            Relation.MOTHER_IN_LAW,
            Relation.DAUGHTER_IN_LAW,
            Relation.SISTER_IN_LAW,
        ),
        Sex.FEMALE,
    ),
}

# A card's number as it is written today; nine digits may as well be a passport's.
CARD_ALONE = re.compile(r"(?P<letter>[VE])?\d{5,8}")

PASSPORT_WORD = re.compile(r"\W*pas", re.IGNORECASE)


def is_newborn(age: int | None) -> bool:
    """Whether somebody may have no name yet: in the first two years by the calendar, as many are told by the year alone."""
    return age in (0, 1)


def too_young_to_be_a_partner(age: int | None, relation: str) -> bool:
    """Whether an age that is known and a spouse or partner cannot both be true."""
    return relation in PARTNERS and age is not None and age < YOUNGEST_PARTNER


def ages_at_odds(relation: str, *, age: int | None, age_of_principal: int | None) -> bool:
    """Whether the ages hardly allow what somebody is to the principal: to be asked about, never refused.

    An age that is not known is at odds with nothing; nor are step- and foster children, whose ages say nothing.
    """
    if above := GENERATIONS.get(relation):
        if age is None or age_of_principal is None:
            return False
        older = age - age_of_principal if above > 0 else age_of_principal - age
        return older < abs(above) * A_GENERATION
    youngest, youngest_principal = 0, 0
    if relation in PARTNERS:
        youngest = youngest_principal = AGE_OF_MAJORITY
    elif relation in PARENTS_IN_LAW:
        youngest, youngest_principal = YOUNGEST_PARENT_IN_LAW, AGE_OF_MAJORITY
    elif relation in CHILDREN_IN_LAW:
        youngest, youngest_principal = AGE_OF_MAJORITY, YOUNGEST_PARENT_IN_LAW
    return (age is not None and age < youngest) or (
        age_of_principal is not None and age_of_principal < youngest_principal
    )


def is_of_the_other_sex(relation: str, sex: str) -> bool:
    """Whether the relation is said of women and the person is a man, or the other way round."""
    said = SEX_OF_RELATION.get(relation)
    return said is not None and {said, sex} == {Sex.MALE, Sex.FEMALE}


def relation_fault(relation: str, *, age: int | None, sex: str) -> str | Promise:
    """What is wrong with a relation that was typed, in a sentence; empty where nothing is."""
    if too_young_to_be_a_partner(age, relation):
        return NOBODYS_PARTNER
    return (
        _("The relation and the sex do not fit: check them.")
        if is_of_the_other_sex(relation, sex)
        else ""
    )


def population_in_words(category: str, age: int | None) -> str | Promise:
    """The category as a page shows it. A relative whose age nobody knows is no adult for that."""
    if category == Category.FORMER_MEMBER:
        return Population.FORMER_MEMBER.label
    if age is None:
        return _("Relative, age not known")
    return (Population.CHILD if age < AGE_OF_MAJORITY else Population.ADULT_RELATIVE).label


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
