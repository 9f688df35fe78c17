"""Why somebody still counts as a former member of a force although no record of service is left."""

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from casework.choices.disarmament import Answer
from casework.models import Individual


def relative_blockers(individual: Individual) -> list[str]:
    """The sentences of everything that only a former member has; empty when somebody may count as a relative."""
    return [
        sentence
        for path in settings.RELATIVE_BLOCKERS
        for sentence in import_string(path)(individual)
    ]


def things_handed_over(individual: Individual) -> list[str]:
    """A sentence if it is on file that this person carried or handed over anything."""
    answers = ("arms_carried", "arms_surrendered", "uniform_handed_over", "vehicle_surrendered")
    if any(
        getattr(row, name) == Answer.YES
        for row in individual.disarmaments.all()
        for name in answers
    ):
        return [_("It is on file that this person handed something over: correct that first.")]
    return []
