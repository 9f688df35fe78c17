"""The block about one's own tasks."""

import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.tasks.models import CaseTask
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock

DAYS = 7
LINES = 6


class MyTasks(TodayBlock):
    """What the reader is to do: how much is overdue, how much this week, and the first lines."""

    slug = "my-tasks"
    title = gettext_lazy("My tasks")
    permission = Permission.TASK_CHANGE
    template = "worklist/blocks/tasks.html"

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        week = today + datetime.timedelta(days=DAYS)
        mine: Any = CaseTask.objects.visible_to(user).of(user).open()
        overdue = mine.filter(due_on__lt=today).count()
        coming = mine.filter(due_on__gte=today, due_on__lte=week).count()
        lines = list(mine.filter(due_on__lte=week).select_related("case")[:LINES])
        if lines:
            record_read("task.listed", by=user, details={"block": self.slug})
        late_url = address("task-list?whose=mine&state=overdue")
        week_url = address("task-list?whose=mine&state=open")
        week_url += f"&due_from={today.isoformat()}&due_until={week.isoformat()}"
        return {
            "tiles": [
                Tile.alarm(overdue, ngettext("overdue task", "overdue tasks", overdue), late_url),
                Tile(coming, _("in the next 7 days"), week_url),
            ],
            "tasks": [(task, task.is_overdue_on(today)) for task in lines],
            "all_url": address("task-list?whose=mine&state=open"),
        }


my_tasks = MyTasks()
