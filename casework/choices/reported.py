"""Words of figures that others reported."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Metric(models.TextChoices):
    """What a reported figure counts."""

    FORMER_MEMBERS = "former_members", _("Former members of a force who arrived")
    RELATIVES = "relatives", _("Relatives who arrived")
    HOTELS = "hotels", _("Hotels in use")
    EXPELLED = "expelled", _("Expelled from the forces by the decree of 27 February 2019")
    FORCE_SIZE = "force_size", _("Size of the armed forces")
    VENEZUELANS = "venezuelans", _("Venezuelans in the host country")


# Background with sources that differ by a factor of three: shown with its source, never divided by.
CONTEXT_METRICS: frozenset[str] = frozenset({Metric.FORCE_SIZE, Metric.VENEZUELANS})
# What a share may be worked out of.
DENOMINATORS: frozenset[str] = frozenset(Metric.values) - CONTEXT_METRICS


class Operator(models.TextChoices):
    """How sure the source was."""

    EXACTLY = "exactly", _("exactly")
    MORE_THAN = "more_than", _("more than")
    AT_LEAST = "at_least", _("at least")
    ABOUT = "about", _("about")
    NEARLY = "nearly", _("nearly")
    BETWEEN = "between", _("between")
