"""The plan of a case: needs, goals, steps, results, and reviews."""

import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.plan.choices import OPEN_PLAN, PLAN_MOVES, PLAN_TONE, PlanArea, PlanDoer, PlanStatus
from casework.plan.querysets import PlanQuerySet, PlanReviewQuerySet, PlanRowQuerySet
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class CasePlan(SealedRow):
    """The plan of a family and the team. A case has one plan, which reviews continue."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="plan")
    # None if the former colleague no longer sees the case and nobody replaced them.
    responsible = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("who is responsible")
    )
    drawn_up_on = models.DateField(_("drawn up on"))
    review_on = models.DateField(_("next review on"))
    is_agreed = models.BooleanField(_("agreed with the family"), default=False)
    agreed_on = models.DateField(_("agreed on"), null=True, blank=True)

    objects = PlanQuerySet.as_manager()

    class Privacy:
        open = {"case", "responsible"}
        counted = {"drawn_up_on", "review_on", "is_agreed", "agreed_on"}

    class Meta:
        verbose_name = _("case plan")
        constraints = [
            models.CheckConstraint(
                condition=Q(is_agreed=False, agreed_on=None)
                | Q(is_agreed=True, agreed_on__isnull=False),
                name="agreed_plan_has_a_day",
            ),
            models.CheckConstraint(
                condition=Q(review_on__gt=models.F("drawn_up_on")),
                name="plan_is_reviewed_after_it_is_drawn_up",
                violation_error_message=_("The review lies after the day of the plan."),
            ),
        ]


class PlanReview(SealedRow):
    """One review of the plan. The first review is recorded with the plan."""

    append_only = True

    plan = models.ForeignKey(CasePlan, models.PROTECT, related_name="reviews")
    on = models.DateField(_("reviewed on"))
    next_on = models.DateField(_("next review on"))
    is_agreed = models.BooleanField(_("agreed with the family"))
    remarks = EncryptedTextField(_("remarks"), blank=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = PlanReviewQuerySet.as_manager()

    class Privacy:
        open = {"plan", "by", "at"}
        counted = {"on", "next_on", "is_agreed"}
        sealed = {"remarks"}

    class Meta:
        ordering = ["-on", "-at"]


class PlanRow(SealedRow):
    """Common fields of goals and steps: status and result."""

    status = models.CharField(
        _("status"), max_length=10, choices=PlanStatus.choices, default=PlanStatus.PLANNED
    )
    outcome = EncryptedTextField(_("what came of it"), blank=True)
    set_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    set_at = models.DateTimeField(auto_now_add=True)

    objects = PlanRowQuerySet.as_manager()

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_PLAN

    @property
    def tone(self) -> str:
        return PLAN_TONE[self.status]

    @property
    def lawful_moves(self) -> list[PlanStatus]:
        """The next possible states, in the order of the choices."""
        return [status for status in PlanStatus if status in PLAN_MOVES[self.status]]


class PlanGoal(PlanRow):
    """A need, and the goal about it."""

    # A merge changes the person of a goal but not its case, because the plan was made with that family.
    stays_in_its_case = True

    plan = models.ForeignKey(CasePlan, models.PROTECT, related_name="goals")
    case = models.ForeignKey(Case, models.PROTECT, related_name="+")
    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="plan_goals"
    )
    area = models.CharField(_("area"), max_length=12, choices=PlanArea.choices)
    need = EncryptedTextField(_("need"))
    goal = EncryptedTextField(_("goal"))
    target_on = models.DateField(_("to be reached by"))
    # None if the former colleague no longer sees the case and nobody replaced them.
    responsible = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("who is responsible")
    )

    class Privacy:
        open = {"plan", "case", "individual", "responsible", "set_by", "set_at"}
        counted = {"area", "target_on", "status"}
        sealed = {"need", "goal", "outcome"}

    class Meta:
        verbose_name = _("goal of the plan")
        verbose_name_plural = _("goals of the plan")
        ordering = ["target_on", "set_at"]

    def is_overdue_on(self, day: datetime.date) -> bool:
        return self.is_open and self.target_on < day


class PlanStep(PlanRow):
    """A step toward a goal, and who takes it."""

    goal = models.ForeignKey(PlanGoal, models.PROTECT, related_name="steps")
    case = models.ForeignKey(Case, models.PROTECT, related_name="+")
    what = EncryptedTextField(_("step"))
    doer = models.CharField(
        _("who does it"), max_length=8, choices=PlanDoer.choices, default=PlanDoer.STAFF
    )
    due_on = models.DateField(_("by"))

    class Privacy:
        open = {"goal", "case", "set_by", "set_at"}
        counted = {"doer", "due_on", "status"}
        sealed = {"what", "outcome"}

    class Meta:
        ordering = ["due_on", "set_at"]

    def is_overdue_on(self, day: datetime.date) -> bool:
        return self.is_open and self.due_on < day


class PlanMove(models.Model):
    """One move of a goal or a step to another status; never changed or deleted."""

    append_only = True

    goal = models.ForeignKey(PlanGoal, models.PROTECT, null=True, related_name="moves")
    step = models.ForeignKey(PlanStep, models.PROTECT, null=True, related_name="moves")
    status = models.CharField(max_length=10, choices=PlanStatus.choices)
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"goal", "step", "at", "by"}
        counted = {"status", "on"}

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(goal=None, step__isnull=False) | Q(goal__isnull=False, step=None),
                name="plan_move_is_of_a_goal_or_of_a_step",
            )
        ]
