"""What the reader promised to do."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.db.models import Count as CountOf
from django.db.models import Q
from django.utils.translation import ngettext

from accounts.permissions import Permission
from casework.tasks.models import CaseTask
from pages.context import address
from worklist.blocks.base import Count
from worklist.desk import Desk
from worklist.ranking import Urgent

DAYS = datetime.timedelta(days=7)


def firsts(desk: Desk) -> Iterator[Urgent]:
    """Overdue tasks of the reader; those of colleagues are theirs."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    late = [row for row in desk.rows_of("task_due") if row.on < desk.today]
    if not late:
        return
    own: Any = CaseTask.objects.of(desk.user).filter(pk__in=[row.about_id for row in late])
    mine = {str(pk) for pk in own.order_by().values_list("pk", flat=True)}
    url = address("task-list?whose=mine&state=overdue")
    for row in late:
        if row.about_id in mine:
            yield Urgent("task", row.on, row.case_id, row.about_id, row.person_id, row, url=url)


def counts(desk: Desk) -> Iterator[Count]:
    """How much is overdue, and how much there is this week."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    week = desk.today + DAYS
    mine: Any = CaseTask.objects.visible_to(desk.user).of(desk.user).open()
    found = mine.filter(due_on__lte=week).aggregate(
        overdue=CountOf("pk", filter=Q(due_on__lt=desk.today)),
        coming=CountOf("pk", filter=Q(due_on__gte=desk.today)),
    )
    overdue, coming = found["overdue"], found["coming"]
    week_url = address("task-list?whose=mine&state=open")
    week_url += f"&due_from={desk.today.isoformat()}&due_until={week.isoformat()}"
    words = ngettext("overdue task of mine", "overdue tasks of mine", overdue)
    late_url = address("task-list?whose=mine&state=overdue")
    yield Count("my-tasks", overdue, words, late_url, is_rare=True, tone="late")
    words = ngettext("task of mine in 7 days", "tasks of mine in 7 days", coming)
    yield Count("my-tasks", coming, words, week_url, is_rare=True)
