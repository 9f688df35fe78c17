"""Pages of the plan of a case, its reviews, goals and steps."""

import uuid
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED
from casework.plan import actions as plans
from casework.plan.forms import (
    CorrectReviewForm,
    DrawUpForm,
    GoalForm,
    MovePlanForm,
    PlanStepForm,
    ReviewForm,
)
from casework.plan.models import CasePlan, PlanGoal, PlanReview, PlanStep
from casework.plan.slots import goals_of
from casework.register.models.case import Case
from casework.register.querysets.case import members_today
from casework.register.views import file_page_url, form_view_of_row, get_case_or_404, row_getter


def _context(request: StaffRequest, row: Case | CasePlan | PlanGoal | PlanStep) -> dict[str, Any]:
    """Returns context that names the subject and goes back to the page of the plan."""
    case = row if isinstance(row, Case) else row.case
    match row:
        case PlanGoal(goal=words) | PlanStep(what=words):
            sentences = [words]
        case _:
            sentences = []
    return {
        "case": case,
        "back": file_page_url(case, "plan", "plan"),
        "looks": lambda: record_read("plan.read", by=request.user, about=case),
        "sentences": sentences,
    }


_plan_form_view = partial(form_view_of_row, Permission.PLAN_CHANGE, context=_context)

plan_draw_up = _plan_form_view(
    get_case_or_404,
    DrawUpForm,
    plans.draw_up_plan,
    title=_("Draw up a plan"),
    done=_("The plan is open. Add the first goal."),
)

plan_review = _plan_form_view(
    row_getter(CasePlan, "case"),
    ReviewForm,
    plans.review_plan,
    title=_("Review the plan"),
    done=_("The review is on file."),
)


def _review(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> PlanReview:
    """Returns a review with its corrected day."""
    rows = PlanReview.objects.visible_to(request.user, permission).with_day()
    review: PlanReview = get_object_or_404(rows.select_related("plan__case"), pk=pk)
    return review


review_correct = form_view_of_row(
    Permission.PLAN_CHANGE,
    _review,
    CorrectReviewForm,
    plans.correct_review,
    lambda request, review: _context(request, review.plan),
    title=_("Correct the day of a review"),
    done=CORRECTED,
)

goal_add = _plan_form_view(
    row_getter(CasePlan, "case"),
    GoalForm,
    plans.add_goal,
    title=_("Add a goal"),
    done=_("The goal stands in the plan."),
)

goal_move = _plan_form_view(
    row_getter(PlanGoal, "case"),
    MovePlanForm,
    plans.move_goal,
    title=_("How far is the goal?"),
    done=_("The plan is up to date."),
)

step_add = _plan_form_view(
    row_getter(PlanGoal, "case"),
    PlanStepForm,
    plans.add_step,
    title=_("Add a step"),
    done=_("The step stands in the plan."),
)

step_move = _plan_form_view(
    row_getter(PlanStep, "case"),
    MovePlanForm,
    plans.move_step,
    title=_("How far is the step?"),
    done=_("The plan is up to date."),
)


@permission_required(Permission.PLAN_READ)
def plan_print(request: StaffRequest, number: str) -> HttpResponse:
    """Returns the plan for paper, with places to sign."""
    user = request.user
    cases = Case.objects.visible_to(user, Permission.PLAN_READ)
    plan = get_object_or_404(
        CasePlan.objects.select_related("case", "responsible"), case__in=cases, case__number=number
    )
    record_read("plan.printed", by=user, about=plan)
    return render(
        request,
        "casework/plan/plan_print.html",
        {
            "case": plan.case,
            "plan": plan,
            "goals": goals_of(plan),
            "people": [member.individual for member in members_today(plan.case, user.today())],
        },
    )
