"""Dismisses a contradiction."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from asylum.contradictions.finder import contradictions_of
from asylum.contradictions.models import DismissedContradiction
from asylum.people.actions import write_legal_row
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def dismiss_contradiction(
    individual: Individual, *, said: str, because: str, by: User
) -> DismissedContradiction:
    """Records that two days do not contradict each other, with the reason, and returns the row.

    `said` identifies the pair (`Contradiction.said`). Raises ActionRefused if the pair does not contradict now.
    """
    individual = lock_for(individual, Permission.EVIDENCE_CHANGE, by=by)
    pair = next((each for each in contradictions_of(individual, by) if each.said == said), None)
    if pair is None:
        raise ActionRefused(_("This is no longer so: look at the file again."))
    if not because.strip():
        raise ActionRefused(_("Give the reason."), field="because")
    return write_legal_row(
        DismissedContradiction,
        individual,
        "contradiction.dismissed",
        by=by,
        code=pair.code,
        said=said,
        because=because,
    )
