"""Choices of tasks and appointments."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TaskKind(models.TextChoices):
    TASK = "task", _("Task")
    APPOINTMENT = "appointment", _("Appointment")


class TaskStatus(models.TextChoices):
    OPEN = "open", pgettext_lazy("task", "Open")
    DONE = "done", pgettext_lazy("task", "Done")
    NOT_NEEDED = "not_needed", _("Not needed")
    NO_SHOW = "no_show", pgettext_lazy("appointment", "Did not come")
    MOVED = "moved", _("Moved to another day")


# A moved task stays moved, because the new day has a row of its own.
TASK_MOVES: dict[str, set[str]] = {
    TaskStatus.OPEN: {
        TaskStatus.DONE,
        TaskStatus.NOT_NEEDED,
        TaskStatus.NO_SHOW,
        TaskStatus.MOVED,
    },
    TaskStatus.DONE: {TaskStatus.OPEN},
    TaskStatus.NOT_NEEDED: {TaskStatus.OPEN},
    TaskStatus.NO_SHOW: {TaskStatus.OPEN},
    TaskStatus.MOVED: set(),
}

# The ways to settle a task: only an appointment can be missed.
OUTCOMES: dict[str, tuple[TaskStatus, ...]] = {
    TaskKind.TASK: (TaskStatus.DONE, TaskStatus.NOT_NEEDED),
    TaskKind.APPOINTMENT: (TaskStatus.DONE, TaskStatus.NO_SHOW, TaskStatus.NOT_NEEDED),
}

TASK_TONE: dict[str, str] = {
    TaskStatus.OPEN: "calm",
    TaskStatus.DONE: "good",
    TaskStatus.NOT_NEEDED: "quiet",
    TaskStatus.NO_SHOW: "warn",
    TaskStatus.MOVED: "quiet",
}
