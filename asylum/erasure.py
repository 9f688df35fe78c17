"""Why a person may not be erased yet: proceedings still depend on the papers."""

import datetime

from django.utils.translation import gettext as _

from asylum.models import AsylumApplication, LegalDeadline, Renunciation
from casework.register.models.individual import Individual


def open_proceedings(individual: Individual, today: datetime.date) -> list[str]:
    """A sentence each for an open application, a running term, and a renunciation under verification."""
    applications = AsylumApplication.objects.filter(individual=individual)
    terms = LegalDeadline.objects.running().filter(application__in=applications, due_on__gte=today)
    papers = Renunciation.objects.filter(individual=individual).awaiting_verification()
    sentences = []
    if applications.open().exists():
        sentences.append(_("An asylum application is open: its papers must be kept."))
    elif terms.exists():
        sentences.append(_("A legal term still runs: the papers must be kept until it ends."))
    if papers.exists():
        sentences.append(_("A renunciation waits for verification."))
    return sentences
