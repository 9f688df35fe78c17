"""Forms that draw up and review a plan, and move its goals and steps."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.forms import CorrectStepForm
from casework.plan.choices import PlanArea, PlanDoer, PlanStatus
from casework.plan.models import CasePlan, PlanGoal, PlanStep
from casework.register.forms import AboutForm, person_field
from casework.register.models.case import Case
from casework.register.querysets.teams import staff_of
from pages.choices import NextState
from pages.forms import DateField, LongText, OncePerSubmission

# The proposed time between two reviews.
REVIEWED_AFTER = datetime.timedelta(days=30)


def _responsible(case: Case, user: User, initial: Any) -> forms.ModelChoiceField:
    return forms.ModelChoiceField(
        staff_of(case, Permission.PLAN_READ, user.today()),
        label=_("Who is responsible"),
        initial=initial,
        empty_label=None,
    )


class DrawUpForm(OncePerSubmission, AboutForm):
    """Asks what a new plan and each review need."""

    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    is_agreed = forms.BooleanField(label=_("The family agrees with the plan"), required=False)
    remarks = LongText(label=_("Remarks"), required=False)
    next_on = DateField(label=_("Next review on"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["next_on"] = self.user.today() + REVIEWED_AFTER
        self.fields["responsible"] = self.who_is_responsible()

    def who_is_responsible(self) -> forms.ModelChoiceField:
        return _responsible(self.row, self.user, self.user.pk)


class ReviewForm(DrawUpForm):
    row: CasePlan

    def who_is_responsible(self) -> forms.ModelChoiceField:
        return _responsible(self.row.case, self.user, self.row.responsible_id)


class CorrectReviewForm(CorrectStepForm):
    """Corrects the day of a review and, for the last one, the day of the next."""

    is_mistake: Any = None
    next_on = DateField(label=_("Next review on"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plan: CasePlan = self.row.plan
        self.initial["next_on"] = plan.review_on
        if plan.reviews.filter(at__gt=self.row.at).exists():
            del self.fields["next_on"]


class GoalForm(OncePerSubmission, AboutForm):
    """A goal of the plan, which is `row`."""

    area = forms.ChoiceField(label=_("Area"), choices=[("", "—"), *PlanArea.choices])
    need = LongText(label=_("Need"), help_text=_("What is missing now."))
    goal = LongText(label=_("Goal"), help_text=_("What will be so when it is reached."))
    target_on = DateField(label=_("To be reached by"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plan: CasePlan = self.row
        self.fields["individual"] = person_field(plan.case, self.user.today(), label=_("About"))
        self.fields["responsible"] = _responsible(plan.case, self.user, plan.responsible_id)


class PlanStepForm(OncePerSubmission, AboutForm):
    what = LongText(label=_("Step"))
    doer = forms.ChoiceField(
        label=_("Who does it"), choices=PlanDoer.choices, initial=PlanDoer.STAFF
    )
    due_on = DateField(label=_("By"))


class MovePlanForm(AboutForm):
    """The next status of a goal or a step; offers only lawful moves."""

    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    outcome = LongText(label=_("What came of it"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row: PlanGoal | PlanStep = self.row
        self.initial["outcome"] = row.outcome
        self.fields["status"] = NextState(
            PlanStatus,
            label=_("How far it is"),
            choices=[(status.value, status.label) for status in row.lawful_moves],
            widget=forms.RadioSelect,
        )
        self.order_fields(["status", "on", "outcome"])
