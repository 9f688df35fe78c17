"""Contradictions between facts of one person, unnamed newborns, and since when a fact is true. Needs no database."""

import datetime
import re
import unicodedata
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Relation, Sex
from casework.register.rules import AGE_OF_MAJORITY
from pages.dates import RoughDay, short_date

NAME_MISSING = _("Give at least one name; of a newborn who has none yet, the age.")
ARE_AGES_RIGHT = _("Ages and relation are right")
AGES_HARDLY_FIT = _(
    "The ages of both hardly fit: tick this if it is so, or put age or relation right."
)
# Younger children seldom come alone and head no family, so the age is probably wrong.
OLD_ENOUGH_TO_COME_ALONE = 12
SMALL_CHILD_FIRST = _(
    "So small a child stands alone or at the head of a family. Mend age or family, or say that it is right."
)
YOUNGEST_PARTNER = 14
NOBODYS_PARTNER = _("A child is nobody's partner: check the age or the relation.")
PARTNERS = frozenset({Relation.SPOUSE, Relation.PARTNER})
# A parent is at least this number of years older than a child.
A_GENERATION = 12
# How many generations above the principal each relation is; negative below.
GENERATIONS: dict[str, int] = {
    Relation.FATHER: 1,
    Relation.MOTHER: 1,
    Relation.GRANDPARENT: 2,
    Relation.SON: -1,
    Relation.DAUGHTER: -1,
    Relation.GRANDCHILD: -2,
}
# A parent-in-law has a child who is old enough to have a partner.
YOUNGEST_PARENT_IN_LAW = YOUNGEST_PARTNER + A_GENERATION
# The two words of a relation, for each sex.
Pair = tuple[Relation, Relation]
CHILDREN = (Relation.SON, Relation.DAUGHTER)
PARENTS = (Relation.FATHER, Relation.MOTHER)
SIBLINGS = (Relation.BROTHER, Relation.SISTER)
PARENTS_SIBLINGS = (Relation.UNCLE, Relation.AUNT)
SIBLINGS_CHILDREN = (Relation.NEPHEW, Relation.NIECE)
PARENTS_IN_LAW = (Relation.FATHER_IN_LAW, Relation.MOTHER_IN_LAW)
CHILDREN_IN_LAW = (Relation.SON_IN_LAW, Relation.DAUGHTER_IN_LAW)
SIBLINGS_IN_LAW = (Relation.BROTHER_IN_LAW, Relation.SISTER_IN_LAW)
_PAIR_OF: dict[str, Pair] = {
    word: pair
    for pair in (
        CHILDREN,
        PARENTS,
        SIBLINGS,
        PARENTS_SIBLINGS,
        SIBLINGS_CHILDREN,
        PARENTS_IN_LAW,
        CHILDREN_IN_LAW,
        SIBLINGS_IN_LAW,
    )
    for word in pair
}

# A newborn without a name: RN, RN 2, bebé varón, recién nacida (gemela 1), RN de Petra.
UNNAMED = re.compile(
    r"(?:rn|recien nacid[oa]|neonat[oa]|beb[ea]|bebit[oa])(?: (?:\d|i{1,3}|[ab]|n[o°º]? \d|gemel[oa]s?|melliz[oa]|varon|hembra"
    r"|niñ[oa]|masculin[oa]|femenin[oa]|sin nombre|[mf]))*(?: (?:hij[oa] )?del? .*)?"
)

DAYS_OR_WEEKS = re.compile(r"(\d{1,3}) ?(d(?:[ií]as?|ays?)?|sem(?:anas?)?|weeks?)\.?")
NEWBORN = re.compile(r"(?:reci[eé]n nacid[oa]|rn|neonat[oa]|newborn)\.?")


def days_as_months(text: str, *, on: datetime.date) -> str:
    """Returns an age in days or weeks (`10 días`, `2 semanas`, `recién nacida`) as text for `parse_birth`; or else the text.

    `on` is the day on which the age was stated.
    """
    plain = " ".join(text.casefold().split())
    if NEWBORN.fullmatch(plain):
        return "0 m"
    if match := DAYS_OR_WEEKS.fullmatch(plain):
        days = int(match[1]) * (7 if match[2][0] in "sw" else 1)
        birth = on - datetime.timedelta(days=days)
        return f"~{birth.month}/{birth.year}"
    return text


def is_newborn(age: int | None) -> bool:
    """Whether somebody is so young that a name may be missing: up to age 1, because many births are known by year only."""
    return age in (0, 1)


def too_small_to_come_first(age: int | None) -> bool:
    """Returns whether a user must confirm that a person of this age comes alone or heads a family."""
    return age is not None and age < OLD_ENOUGH_TO_COME_ALONE


def too_young_to_be_a_partner(age: int | None, relation: str) -> bool:
    """Returns whether a known age is impossible for a spouse or partner."""
    return relation in PARTNERS and age is not None and age < YOUNGEST_PARTNER


def are_ages_unlikely(relation: str, *, age: int | None, age_of_principal: int | None) -> bool:
    """Returns whether the ages hardly fit the relation to the principal: to be confirmed, never refused.

    Unknown ages fit everything, and so do step- and foster children.
    """
    if generations := GENERATIONS.get(relation):
        if age is None or age_of_principal is None:
            return False
        years_older = age - age_of_principal if generations > 0 else age_of_principal - age
        return years_older < abs(generations) * A_GENERATION
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


def word_for_sex(pair: Pair | None, sex: str) -> Relation | None:
    """Returns the matching word of the two; without a known sex only a neutral word."""
    if pair is None:
        return None
    man, woman = pair
    if man == woman:
        return man
    return {Sex.MALE.value: man, Sex.FEMALE.value: woman}.get(str(sex))


def relation_for_sex(relation: str, sex: str) -> str:
    """Returns the relation for this sex: SON becomes DAUGHTER. Neutral relations and unknown sexes change nothing."""
    return word_for_sex(_PAIR_OF.get(relation), sex) or relation


def is_of_the_other_sex(relation: str, sex: str) -> bool:
    """Returns whether the relation is female and the person male, or the reverse."""
    return relation_for_sex(relation, sex) != relation


def relation_fault(relation: str, *, age: int | None, sex: str) -> str | Promise:
    """Returns the error in a typed relation, as a sentence; empty if there is none."""
    if too_young_to_be_a_partner(age, relation):
        return NOBODYS_PARTNER
    return (
        _("The relation and the sex do not fit: check them.")
        if is_of_the_other_sex(relation, sex)
        else ""
    )


def plain_name(text: str) -> str:
    """Returns the text in lower case without accents and punctuation; keeps ñ, because Nina is a name and niña is none."""
    decomposed = unicodedata.normalize("NFD", text.casefold()).replace("n\u0303", "ñ")
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w]+", " ", letters.replace(".", "")).split())


def is_unnamed(text: str) -> bool:
    """Returns whether the text is a placeholder for a newborn's name."""
    return UNNAMED.fullmatch(plain_name(text)) is not None


def since_in_words(since: str) -> str:
    """Returns an ISO year, month or day in words."""
    return short_date(RoughDay.fromisoformat(since))


THREE_NATIONALITIES = _(
    "More than two nationalities are said here; that of the document counts. Keep two, and write the other in a note of the file."
)


def are_too_many(*codes: str) -> bool:
    """Whether there are more than two nationalities; "" does not count."""
    return len({*codes} - {""}) > 2


def two_nationalities(*codes: str) -> dict[str, Any]:
    """Returns the first two different nationalities, by field name."""
    first, second, *_further = [*dict.fromkeys(filter(None, codes)), "", ""]
    return {"nationality": first, "second_nationality": second}
