"""Tasks and appointments on the case's page of plans."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, CaseTask
from pages.dates import short_date

SETTLED_SHOWN = 10


class TasksPanel:
    """What is open, by day, and what was settled last."""

    slug, title = "tasks", gettext_lazy("Tasks and appointments")
    permission = Permission.TASK_CHANGE
    page = "plan"
    template = "casework/panels/tasks.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        tasks: Any = CaseTask.objects.filter(case=case).select_related("assigned_to", "individual")
        today = user.today()
        return {
            "tasks": [(task, task.is_overdue_on(today)) for task in tasks.open()],
            "settled": list(
                tasks.exclude(settled_on=None).order_by("-settled_on", "-set_at")[:SETTLED_SHOWN]
            ),
            "may_set": case.is_open and can(user, Permission.TASK_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[str]:
        """The next day on which something is to be done."""
        task = CaseTask.objects.filter(case=case).open().first()
        return [_("Next task: %(day)s") % {"day": short_date(task.due_on)}] if task else []


tasks = TasksPanel()
