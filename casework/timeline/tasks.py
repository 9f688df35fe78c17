"""Tasks and appointments that were set and settled."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.choices.tasks import TaskStatus
from casework.models import Case, TaskMove
from casework.timeline import Event, Happening, Source, before


def _moves(case: Case, user: User) -> Any:
    moves = TaskMove.objects.filter(task__case=case)
    return moves.annotate(before=before(TaskMove, "task"))


def _moved(move: Any) -> Event:
    task = move.task
    words = {"kind": task.get_kind_display()}
    if move.before is None:
        return Event(move.at, _("Set: %(kind)s") % words, told=task.title)
    return Event(
        move.at,
        task.get_kind_display(),
        told=task.title,
        old=TaskStatus(move.before).label,
        new=move.get_status_display(),
    )


tasks = Source(
    "tasks",
    gettext_lazy("Tasks and appointments"),
    Permission.TASK_CHANGE,
    (Happening(_moves, "at", _moved, by="by", person="task__individual"),),
)
