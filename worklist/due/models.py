"""Decisions about due dates: to postpone one, to settle one, to hand one over to a colleague."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.register.models.case import Case
from worklist.due.choices import DateOutcome, DecisionKind, PostponeReason
from worklist.due.querysets import DueDecisionQuerySet


class DueDecision(models.Model):
    """One decision about a subject and the day on which it falls due. It no longer counts when that day changes.

    A postponed date is in the list again from the day `until` on.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    about_type = models.CharField(max_length=60)
    about_id = models.CharField(max_length=40)
    due_on = models.DateField()
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="+")
    office = models.ForeignKey(Office, models.PROTECT, null=True, related_name="+")
    what = models.CharField(max_length=10, choices=DecisionKind.choices)
    until = models.DateField(_("until"), null=True)
    reason = models.CharField(max_length=10, choices=PostponeReason.choices, blank=True)
    outcome = models.CharField(max_length=10, choices=DateOutcome.choices, blank=True)
    to = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    # The previous holder of a task or owner of a term, who gets it back if the decision is undone.
    taken_from = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = DueDecisionQuerySet.as_manager()

    class Privacy:
        open = {
            "kind",
            "about_type",
            "about_id",
            "due_on",
            "case",
            "office",
            "what",
            "until",
            "reason",
            "outcome",
            "to",
            "taken_from",
            "by",
            "at",
            "undone_at",
            "undone_by",
        }

    class Meta:
        verbose_name = _("decision about a date")
        verbose_name_plural = _("decisions about dates")
        ordering = ["-at"]
        indexes = [
            models.Index(
                fields=["kind", "about_id"],
                condition=Q(undone_at=None),
                name="standing_decisions",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(what=DecisionKind.POSTPONED, until__isnull=False, to=None)
                & ~Q(reason="")
                | Q(what=DecisionKind.DONE, until=None, to=None) & ~Q(outcome="")
                | Q(what=DecisionKind.HANDED, until=None, to__isnull=False),
                name="decision_says_until_when_or_how_or_to_whom",
            ),
        ]

    @property
    def why(self) -> str:
        """The reason or the outcome, as text for people."""
        return self.get_reason_display() if self.reason else self.get_outcome_display()
