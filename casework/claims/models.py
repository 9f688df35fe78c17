"""Requests about own data, with their legal terms and answers."""

import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casework.claims.choices import (
    COMPLAINT,
    ENDS_THE_FILE,
    RULES,
    KeptBecause,
    SubjectRequestKind,
    SubjectRequestResult,
)
from casework.claims.querysets import SubjectRequestQuerySet
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from reference.models import DeadlineRule
from vault.fields import EncryptedTextField


class SubjectRequest(Recorded):
    """A request about own data; its legal term starts on the day of receipt, or of completion."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="subject_requests")
    kind = models.CharField(_("kind"), max_length=10, choices=SubjectRequestKind.choices)
    received_on = models.DateField(_("received on"))
    asked = EncryptedTextField(_("what was asked"), blank=True)
    rule = models.ForeignKey(DeadlineRule, models.PROTECT, null=True, related_name="+")
    due_on = models.DateField(_("to be answered by"), null=True, blank=True)
    is_extended = models.BooleanField(_("term extended"), default=False)
    completion_asked_on = models.DateField(_("asked to complete it on"), null=True, blank=True)
    completion_due_on = models.DateField(_("to be completed by"), null=True, blank=True)
    completed_on = models.DateField(_("completed on"), null=True, blank=True)
    missing = EncryptedTextField(_("what is missing"), blank=True)
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    result = models.CharField(
        _("result"), max_length=8, choices=SubjectRequestResult.choices, blank=True
    )
    kept_because = models.CharField(
        _("what obliges to keep the file"), max_length=8, choices=KeptBecause.choices, blank=True
    )
    has_closed_sight = models.BooleanField(
        default=False, help_text="The case was restricted because of it, until it is answered."
    )
    answer = EncryptedTextField(_("answer"), blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    objects = SubjectRequestQuerySet.as_manager()
    # The last day to ask the person to complete the request; set by pages that show it.
    ask_by: datetime.date | None = None

    class Privacy:
        open = {"rule", "has_closed_sight"}
        counted = {
            "kind",
            "received_on",
            "due_on",
            "is_extended",
            "completion_asked_on",
            "completion_due_on",
            "completed_on",
            "answered_on",
            "result",
            "kept_because",
            "is_mistake",
        }
        sealed = {"asked", "missing", "answer"}

    class Meta:
        verbose_name = _("request about the own data")
        verbose_name_plural = _("requests about the own data")
        ordering = ["-received_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_on=None, result="")
                | (Q(answered_on__isnull=False) & ~Q(result="")),
                name="answered_request_has_day_and_result",
            ),
            models.CheckConstraint(
                condition=Q(completed_on=None) | Q(completion_asked_on__isnull=False),
                name="completed_request_was_asked_about",
            ),
        ]

    @property
    def ends_the_file(self) -> bool:
        """Whether the file is erased if the request is granted."""
        return self.kind in ENDS_THE_FILE

    @property
    def is_open(self) -> bool:
        return self.answered_on is None and not self.is_mistake

    @property
    def is_incomplete(self) -> bool:
        """Whether the request waits for the person to complete it; the term of the answer runs from that day."""
        return self.is_open and self.completion_asked_on is not None and self.completed_on is None

    @property
    def may_be_incomplete(self) -> bool:
        """Whether somebody may ask the person to complete the request: an open complaint, for the first time."""
        is_complaint = RULES[SubjectRequestKind(self.kind)][0] == COMPLAINT
        return self.is_open and is_complaint and self.completion_asked_on is None

    def is_overdue_on(self, day: datetime.date) -> bool:
        day_due = self.completion_due_on if self.is_incomplete else self.due_on
        return self.is_open and day_due is not None and day_due < day
