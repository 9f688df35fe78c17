"""What a first look at somebody's health suggests. It suggests; a person decides and records."""

from casework.register.choices import YesNo

# UNHCR's list of specific needs, serious medical condition: malnutrition.
MALNUTRITION = "SM-MN"


def suggested_need(*, was_underfed: str, has_lost_weight: str) -> str:
    """The code of the specific need to think of, or nothing."""
    return MALNUTRITION if YesNo.YES in (was_underfed, has_lost_weight) else ""
