"""Tasks and appointments of a case, and how each was settled."""

import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.tasks.choices import OUTCOMES, TASK_MOVES, TASK_TONE, TaskKind, TaskStatus
from casework.tasks.querysets import TaskQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class CaseTask(SealedRow):
    """Something to do for a family by a day, or an appointment at an hour and place."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="tasks")
    individual = models.ForeignKey(
        Individual,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tasks",
        verbose_name=_("about whom"),
    )
    kind = models.CharField(
        _("kind"), max_length=12, choices=TaskKind.choices, default=TaskKind.TASK
    )
    title = EncryptedTextField(_("what"), max_length=255)
    place = EncryptedTextField(_("place"), blank=True, max_length=255)
    due_on = models.DateField(_("day"))
    # The rule that added the task; empty if a colleague did.
    rule = models.CharField(max_length=16, blank=True)
    at_time = models.TimeField(_("hour"), null=True, blank=True)
    # None if the assignee no longer sees the case and nobody replaced them.
    assigned_to = models.ForeignKey(User, models.PROTECT, null=True, related_name="tasks")
    passed_at = models.DateTimeField(null=True)
    status = models.CharField(
        _("status"), max_length=10, choices=TaskStatus.choices, default=TaskStatus.OPEN
    )
    settled_on = models.DateField(_("settled on"), null=True, blank=True)
    set_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    set_at = models.DateTimeField(auto_now_add=True)
    previous = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="next"
    )

    objects = TaskQuerySet.as_manager()

    class Privacy:
        open = {"case", "individual", "assigned_to", "passed_at", "set_by", "set_at", "previous"}
        counted = {"kind", "rule", "due_on", "at_time", "status", "settled_on"}
        sealed = {"title", "place"}

    class Meta:
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        ordering = ["due_on", F("at_time").asc(nulls_last=True), "set_at"]
        indexes = [
            models.Index(
                fields=["assigned_to", "due_on"],
                condition=Q(status=TaskStatus.OPEN),
                name="open_tasks_of_somebody",
            ),
            models.Index(fields=["case", "due_on"], name="tasks_of_a_case"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status=TaskStatus.OPEN, settled_on=None)
                | (~Q(status=TaskStatus.OPEN) & Q(settled_on__isnull=False)),
                name="settled_task_has_a_day",
            ),
            models.CheckConstraint(
                condition=Q(kind=TaskKind.APPOINTMENT) | Q(at_time=None, place__isnull=True),
                name="only_appointments_have_hour_and_place",
                violation_error_message=_("Only an appointment has an hour and a place."),
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.status == TaskStatus.OPEN

    @property
    def tone(self) -> str:
        return TASK_TONE[self.status]

    @property
    def individual_in_words(self) -> list[str]:
        """The number of the person, because a correction must not store a name."""
        return [self.individual.number if self.individual else gettext("The whole case")]

    @property
    def may_correct(self) -> bool:
        return self.is_open and not self.rule

    @property
    def outcomes(self) -> list[TaskStatus]:
        """The ways to settle this task."""
        return list(OUTCOMES[self.kind])

    @property
    def may_reopen(self) -> bool:
        return TaskStatus.OPEN in TASK_MOVES[self.status]

    def is_overdue_on(self, day: datetime.date) -> bool:
        return self.is_open and self.due_on < day


class TaskMove(models.Model):
    """One step of a task's status; never changed or deleted."""

    append_only = True

    task = models.ForeignKey(CaseTask, models.PROTECT, related_name="moves")
    status = models.CharField(max_length=10, choices=TaskStatus.choices)
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"task", "at", "by"}
        counted = {"status", "on"}

    class Meta:
        ordering = ["-at"]
