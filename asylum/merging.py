"""Why two records of one person may not be merged yet: both have an open application."""

from django.utils.translation import gettext as _

from asylum.models import AsylumApplication
from casework.models import Individual


def two_open_applications(survivor: Individual, merged: Individual) -> list[str]:
    """One sentence if both records have an open application: a person has one at a time."""
    open_ones = AsylumApplication.objects.open()
    if all(open_ones.filter(individual=each).exists() for each in (survivor, merged)):
        return [_("Both records have an open asylum application: withdraw one first.")]
    return []
