"""Choices of what an authority imposes (IDDRS 5.40 section 7; Hague Convention V of 1907, article 11)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MeasureKind(models.TextChoices):
    """What the authority imposed. Separations come first."""

    APART_FAMILY = "family", _("Apart from the family")
    APART_UNIT = "unit", _("Apart from the unit or other fighters")
    APART_OTHERS = "others", _("Not housed with certain people")
    PLACE = "place", _("Stays at a place of observation")
    HOURS = "hours", _("Leaves with a pass or for some hours")
    REPORTING = "reporting", _("Reports to an authority")
    AREA = "area", _("May not go to certain areas")


# These measures decide who lives with whom (stage 3). All others restrict movement (stage 4).
SEPARATIONS: frozenset[str] = frozenset(
    {MeasureKind.APART_FAMILY, MeasureKind.APART_UNIT, MeasureKind.APART_OTHERS}
)
RESTRICTIONS: frozenset[str] = frozenset(MeasureKind.values) - SEPARATIONS


class SaidAtReview(models.TextChoices):
    """The result of a review. MISTAKEN is not the authority's word, so no form offers it."""

    GOES_ON = "goes_on", _("It goes on")
    ENDED = "ended", _("The authority ended it")
    MISTAKEN = "mistaken", _("The review before was recorded by mistake")
