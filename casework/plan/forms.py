"""Drawing up, reviewing and moving a plan."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.plan.choices import PlanArea, PlanDoer
from casework.plan.models import CasePlan, PlanGoal, PlanStep
from casework.register.forms import person_of
from casework.register.models.case import Case
from casework.register.querysets.teams import staff_of
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission

REVIEWED_AFTER = datetime.timedelta(days=30)


def _responsible(case: Case, user: User, initial: Any) -> forms.ModelChoiceField:
    return forms.ModelChoiceField(
        staff_of(case, Permission.PLAN_READ, user.today()),
        label=_("Who is responsible"),
        initial=initial,
        empty_label=None,
    )


class ReviewForm(OncePerSubmission, ActionForm):
    """The same questions when a plan is drawn up and when it is looked at again."""

    on = DateField(label=_("Day"), past_only=True)
    is_agreed = forms.BooleanField(label=_("The family agrees with the plan"), required=False)
    remarks = LongText(label=_("Remarks"), required=False)
    next_on = DateField(label=_("Next review on"))

    def __init__(
        self, *args: Any, case: Case, user: User, plan: CasePlan | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        today = user.today()
        self.initial.update(on=today, next_on=today + REVIEWED_AFTER)
        self.fields["responsible"] = _responsible(
            case, user, plan.responsible_id if plan else user.pk
        )


class GoalForm(OncePerSubmission, ActionForm):
    area = forms.ChoiceField(label=_("Area"), choices=[("", "—"), *PlanArea.choices])
    need = LongText(label=_("Need"), help_text=_("What is missing now."))
    goal = LongText(label=_("Goal"), help_text=_("What will be so when it is reached."))
    target_on = DateField(label=_("To be reached by"))

    def __init__(self, *args: Any, plan: CasePlan, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["individual"] = person_of(plan.case, user.today(), label=_("About"))
        self.fields["responsible"] = _responsible(plan.case, user, plan.responsible_id)


class StepForm(OncePerSubmission, ActionForm):
    what = LongText(label=_("Step"))
    doer = forms.ChoiceField(
        label=_("Who does it"), choices=PlanDoer.choices, initial=PlanDoer.STAFF
    )
    due_on = DateField(label=_("By"))


class MovePlanForm(ActionForm):
    """How far a goal or a step is; only lawful moves are offered."""

    on = DateField(label=_("Day"), past_only=True)
    outcome = LongText(label=_("What came of it"), required=False)

    def __init__(self, *args: Any, row: PlanGoal | PlanStep, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(on=user.today(), outcome=row.outcome)
        self.fields["status"] = forms.ChoiceField(
            label=_("How far it is"),
            choices=[(status.value, status.label) for status in row.lawful_moves],
            widget=forms.RadioSelect,
        )
        self.order_fields(["status", "on", "outcome"])
