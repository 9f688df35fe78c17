"""An obstacle to erasing a person: aid that is still committed to them."""

import datetime

from django.utils.translation import gettext as _

from aid.models import Commitment
from casework.register.models.individual import Individual


def open_commitments(individual: Individual, today: datetime.date) -> list[str]:
    """A sentence if a commitment to the person has not ended; empty otherwise."""
    if Commitment.objects.not_ended_on(today).filter(individual=individual).exists():
        return [_("A commitment of aid to this person is still open: end it.")]
    return []
