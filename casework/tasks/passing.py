"""What somebody was to do who sees the case no more: it goes to whoever looks after the case, or waits for who will.

However sight ended: the case moved or was restricted, a role or a name on the list of a restricted case ended, the account
was closed.
"""

import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import record
from accounts.models import User
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.tasks.models import CaseTask


@transaction.atomic
def pass_unseen(*, by: User | None, day: datetime.date, case: Case | None = None) -> int:
    """Passes on the open tasks, of one case or of all, of who sees them no more, and those that nobody has where somebody
    looks after the case by now. Returns how many went or stayed behind with nobody."""
    tasks = CaseTask.objects.open().filter(**{"case": case} if case else {})
    lost = list(_lost(tasks))
    cases = {task.case_id for task in lost}
    held = CaseAssignment.objects.on(day).filter(case__in=cases).select_related("caseworker")
    carers = {each.case_id: each.caseworker for each in held} if cases else {}
    passed = 0
    for task in lost:
        to = carers.get(task.case_id)
        if to and not CaseTask.objects.visible_to(to).filter(pk=task.pk).exists():
            to = None
        passed += _passed(task, to, by)
    return passed


def _lost(tasks: Any) -> Any:
    """Those that nobody has, and those of each who sees them no more."""
    yield from tasks.filter(assigned_to=None)
    doers = User.objects.filter(pk__in=tasks.order_by().values("assigned_to"))
    for doer in doers.select_related("office"):
        own = tasks.of(doer)
        yield from (
            own.exclude(pk__in=CaseTask.objects.visible_to(doer).values("pk"))
            if (doer.is_active)
            else own
        )


def _passed(task: CaseTask, to: User | None, by: User | None) -> bool:
    """Only what is open still, and has not changed hands meanwhile."""
    had = task.assigned_to_id
    if had == (to.pk if to else None):
        return False
    still = CaseTask.objects.open().filter(pk=task.pk, assigned_to=had)
    if not still.update(assigned_to=to, passed_at=timezone.now()):
        return False
    details = {"from": str(had or ""), "to": str(to.pk) if to else ""}
    record("task.passed_on", by=by, about=task, case=task.case, details=details)
    return True
