"""What hangs on having served in a force: a renunciation on file, and a claim that went on without one."""

from django.utils.translation import gettext as _

from accounts.models import User
from asylum.actions.renunciations import have_claim_reviewed
from asylum.actions.rule_tasks import let_tasks_fall
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


def review_the_claim(individual: Individual, by: User) -> None:
    """One task, where a claim went on before the service was on file; it falls with the service."""
    have_claim_reviewed(individual, by=by)
    let_tasks_fall(individual, by=by)
