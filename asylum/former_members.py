"""What depends on service in a force: a renunciation on file, and a claim that went on without one."""

from django.utils.translation import gettext as _

from accounts.models import User
from asylum.actions.renunciations import have_claim_reviewed
from asylum.actions.rule_tasks import let_tasks_fall
from asylum.choices import RenunciationStatus
from asylum.models import Renunciation
from casework.register.models.individual import Individual


def renunciation_on_file(individual: Individual) -> list[str]:
    """A sentence if a renunciation was recorded and not withdrawn, whatever the authority answered."""
    papers = Renunciation.objects.filter(individual=individual)
    taken_back = [RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
    if papers.exclude(status__in=taken_back).exists():
        return [_("A renunciation of military activity is on file: withdraw it first.")]
    return []


def review_the_claim(individual: Individual, by: User) -> None:
    """Adds one task if a claim went on before the service was on file; closes it if the service is withdrawn."""
    have_claim_reviewed(individual, by=by)
    let_tasks_fall(individual, by=by)
