"""Why somebody may not be erased yet: aid is still promised to them."""

import datetime

from django.utils.translation import gettext as _

from aid.models import Commitment
from casework.register.models.individual import Individual


def open_commitments(individual: Individual, today: datetime.date) -> list[str]:
    """One sentence while a commitment to the person runs."""
    if Commitment.objects.not_ended_on(today).filter(individual=individual).exists():
        return [_("A commitment of aid to this person is still open: end it.")]
    return []
