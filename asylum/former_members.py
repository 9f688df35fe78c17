"""Why somebody still counts as a former member of a force: a renunciation is on file."""

from django.utils.translation import gettext as _

from asylum.choices import RenunciationStatus
from asylum.models import Renunciation
from casework.register.models.individual import Individual


def renunciation_on_file(individual: Individual) -> list[str]:
    """One sentence if a renunciation was recorded and not withdrawn, whatever the authority said of it."""
    papers = Renunciation.objects.filter(individual=individual)
    taken_back = [RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
    if papers.exclude(status__in=taken_back).exists():
        return [_("A renunciation of military activity is on file: withdraw it first.")]
    return []
