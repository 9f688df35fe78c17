"""Facts about one person that cannot both be true. Pure, without a database."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Relation, Sex

YOUNGEST_PARTNER = 14
NOBODYS_PARTNER = _("A child is nobody's partner: check the age or the relation.")
PARTNERS = frozenset({Relation.SPOUSE, Relation.PARTNER})
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


def too_young_to_be_a_partner(age: int | None, relation: str) -> bool:
    """Whether an age that is known and a spouse or partner cannot both be true."""
    return relation in PARTNERS and age is not None and age < YOUNGEST_PARTNER


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
