"""The need that a health screening suggests, which a colleague decides; and the least age for the scale of feelings."""

from casework.register.choices import YesNo

# UNHCR's list of specific needs, serious medical condition: malnutrition.
MALNUTRITION = "SM-MN"
# The scale of feelings is worded for adolescents and adults (Ley 1098 de 2006, art. 3).
YOUNGEST_ASKED = 12


def too_young_to_be_asked(age: int | None) -> bool:
    """Returns whether the child is too young to choose on a scale; False for an unknown age."""
    return age is not None and age < YOUNGEST_ASKED


def suggested_need(*, was_underfed: str, has_lost_weight: str) -> str:
    """Returns the code of the suggested specific need, or an empty string."""
    return MALNUTRITION if YesNo.YES in (was_underfed, has_lost_weight) else ""
