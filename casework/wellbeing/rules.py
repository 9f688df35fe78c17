"""What a first look at somebody's health suggests (it suggests; a person decides), and whom the scale can ask."""

from casework.register.choices import YesNo

# UNHCR's list of specific needs, serious medical condition: malnutrition.
MALNUTRITION = "SM-MN"
# From twelve somebody is an adolescent (Ley 1098 de 2006, art. 3): the scale of feelings is in words for these.
YOUNGEST_ASKED = 12


def too_young_to_be_asked(age: int | None) -> bool:
    """A small child is looked after and not asked to choose on a scale; doubt keeps nobody from being asked."""
    return age is not None and age < YOUNGEST_ASKED


def suggested_need(*, was_underfed: str, has_lost_weight: str) -> str:
    """The code of the specific need to think of, or nothing."""
    return MALNUTRITION if YesNo.YES in (was_underfed, has_lost_weight) else ""
