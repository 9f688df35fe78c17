"""Assignments of cases to colleagues, and work that was passed on."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.case import Case, DateRange
from casework.register.querysets.assignment import AssignmentQuerySet


class CaseAssignment(models.Model):
    """A period in which one colleague looks after a case; at most one colleague on any day.

    An assignment does not let the colleague see the case: only team and role do."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="assignments")
    caseworker = models.ForeignKey(
        User, models.PROTECT, related_name="assignments", verbose_name=_("looks after the case")
    )
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True)
    assigned_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField(auto_now_add=True)
    together = models.UUIDField(null=True, db_index=True, help_text="What was assigned in one go.")
    displaced = models.JSONField(
        default=list, help_text="Rows that it ended, each with the end that it had before."
    )
    tasks = models.JSONField(
        default=list, help_text="Tasks that went along, each with whom it was with before."
    )
    plan_rows = models.JSONField(
        default=list, help_text="Plans and goals that went along, each with who was responsible."
    )

    objects = AssignmentQuerySet.as_manager()

    class Privacy:
        open = {"case", "caseworker", "starts_on", "ends_on", "assigned_by", "assigned_at"}
        open |= {"together", "displaced", "tasks", "plan_rows"}

    class Meta:
        ordering = ["-starts_on", "-assigned_at"]
        constraints = [
            ExclusionConstraint(
                name="one_caseworker_per_case_and_day",
                expressions=[
                    ("case", RangeOperators.EQUAL),
                    (DateRange("starts_on", "ends_on"), RangeOperators.OVERLAPS),
                ],
                violation_error_message=_("Somebody else looks after the case on these days."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="assignment_ends_after_it_starts",
            ),
        ]
        indexes = [models.Index(fields=["caseworker", "starts_on"], name="cases_of_a_colleague")]


class WorkPassed(models.Model):
    """Tasks and parts of a plan that went to a colleague while the case stayed."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="work_passed")
    caseworker = models.ForeignKey(User, models.PROTECT, related_name="+")
    starts_on = models.DateField(_("from"))
    passed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    passed_at = models.DateTimeField(auto_now_add=True)
    together = models.UUIDField(db_index=True, help_text="What was handed over in one go.")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    tasks = models.JSONField(
        default=list, help_text="Tasks that went along, each with whom it was with before."
    )
    plan_rows = models.JSONField(
        default=list, help_text="Plans and goals that went along, each with who was responsible."
    )

    class Privacy:
        open = {"case", "caseworker", "starts_on", "passed_by", "passed_at"}
        open |= {"together", "taken_back_at", "tasks", "plan_rows"}

    class Meta:
        ordering = ["-starts_on", "-passed_at"]
