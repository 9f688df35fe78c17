"""Tasks and appointments that fall due."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.choices.tasks import TaskKind
from casework.due import columns, severity
from casework.models import CaseTask


class TasksDue:
    """Open tasks and appointments. The sentence holds neither a name nor what is to be done."""

    kind = "task_due"
    title = gettext_lazy("Tasks and appointments")
    permission = Permission.TASK_CHANGE

    def rows(self, today: datetime.date) -> Any:
        """Everything open, on its day."""
        rows = CaseTask.objects.open().annotate(
            of_office=F("case__office_id"), how_bad=severity("due_on", today)
        )
        return columns(self, rows, about="casework.casetask", on="due_on")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Task or appointment, and of which case."""
        found = CaseTask.objects.filter(pk__in=about_ids).select_related("case")
        return {task.pk: in_words(task) for task in found}


def in_words(task: CaseTask) -> str:
    words = {"number": task.case.number, "hour": f"{task.at_time:%H:%M}" if task.at_time else ""}
    if task.kind == TaskKind.TASK:
        return _("Task: %(number)s") % words
    if task.at_time:
        return _("Appointment at %(hour)s: %(number)s") % words
    return _("Appointment: %(number)s") % words


tasks_due = TasksDue()
