"""Says why a person cannot be erased yet: they have a current or future stay."""

import datetime

from django.utils.translation import gettext as _

from casework.register.models.individual import Individual
from shelters.models import Placement


def open_stays(individual: Individual, today: datetime.date) -> list[str]:
    """A sentence if the person has a place; empty otherwise."""
    if Placement.objects.filter(individual=individual).open_on(today).exists():
        return [_("This person still has a place: check them out or cancel the stay.")]
    return []
