"""Marks a paper of the checklist as present, missing or not needed."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.checklists.models import ChecklistMark
from asylum.checklists.querysets import papers_of
from asylum.pathways.models import PathwayPaper
from asylum.procedure.models.application import AsylumApplication
from pages.refusals import ActionRefused


@transaction.atomic
def mark_paper(
    application: AsylumApplication, paper: PathwayPaper, *, state: str, by: User
) -> ChecklistMark:
    """Adds a mark about a paper and returns it. Raises ActionRefused for a paper that is not on the checklist."""
    application = lock_for(application, Permission.APPLICATION_CHANGE, by=by)
    if paper not in papers_of(application):
        raise ActionRefused(_("The pathway of this claim does not ask for this paper."))
    mark = ChecklistMark.objects.create(
        key_id=application.key_id, application=application, paper=paper, state=state, by=by
    )
    details = {"paper": paper.code, "state": str(state)}
    record("paper.marked", by=by, about=application, case=application.case, details=details)
    return mark
