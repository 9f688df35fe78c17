"""What the reader promised to do."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.db.models import Count as CountOf
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.tasks.models import CaseTask
from pages.context import address
from pages.questions import kept_rows
from worklist.blocks.base import Count
from worklist.desk import Desk
from worklist.ranking import Urgent

DAYS = datetime.timedelta(days=7)


def firsts(desk: Desk) -> Iterator[Urgent]:
    """Overdue tasks of the reader; those of colleagues are theirs."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    url = address("task-list?whose=mine&state=overdue")
    for row in desk.dates.own_tasks:
        yield Urgent("task", row.on, row.case_id, row.about_id, row.person_id, row, url=url)


def counts(desk: Desk) -> Iterator[Count]:
    """How much is overdue, and how much there is this week."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    week = desk.today + DAYS
    by_day = kept_rows(_mine_until, desk.user, week)
    overdue = sum(number for day, number in by_day if day < desk.today)
    coming = sum(number for day, number in by_day if day >= desk.today)
    week_url = address("task-list?whose=mine&state=open")
    week_url += f"&due_from={desk.today.isoformat()}&due_until={week.isoformat()}"
    words = ngettext("overdue task of mine", "overdue tasks of mine", overdue)
    late_url = address("task-list?whose=mine&state=overdue")
    yield Count("my-tasks", overdue, words, late_url, is_rare=True, tone="late")
    words = ngettext("task of mine in 7 days", "tasks of mine in 7 days", coming)
    yield Count("my-tasks", coming, words, week_url, is_rare=True)


def _mine_until(user: User, last: datetime.date) -> Any:
    """How many open tasks of the reader fall due on each day until then."""
    mine: Any = CaseTask.objects.visible_to(user).of(user).open().filter(due_on__lte=last)
    return mine.order_by().values_list("due_on").annotate(number=CountOf("pk"))
