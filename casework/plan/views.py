"""The plan of a case."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.plan import actions as plans
from casework.plan.forms import GoalForm, MovePlanForm, ReviewForm, StepForm
from casework.plan.models import CasePlan, PlanGoal, PlanStep
from casework.plan.slots import goals_of
from casework.register.models.case import Case
from casework.register.querysets.case import members_today
from casework.register.views import answer_in_case
from pages.forms import ActionForm


@needs(Permission.PLAN_CHANGE)
def plan_draw_up(request: StaffRequest, number: str) -> HttpResponse:
    cases = Case.objects.visible_to(request.user, Permission.PLAN_CHANGE)
    case = get_object_or_404(cases, number=number)
    form = ReviewForm(request.POST or None, case=case, user=request.user)
    return _answer(
        request,
        case,
        form,
        plans.draw_up_plan,
        case,
        title=_("Draw up a plan"),
        done=_("The plan is open. Add the first goal."),
    )


@needs(Permission.PLAN_CHANGE)
def plan_review(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    plan = _of(request, CasePlan, pk)
    form = ReviewForm(request.POST or None, case=plan.case, user=request.user, plan=plan)
    return _answer(
        request,
        plan.case,
        form,
        plans.review_plan,
        plan,
        title=_("Review the plan"),
        done=_("The review is on file."),
    )


@needs(Permission.PLAN_CHANGE)
def goal_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    plan = _of(request, CasePlan, pk)
    form = GoalForm(request.POST or None, plan=plan, user=request.user)
    return _answer(
        request,
        plan.case,
        form,
        plans.add_goal,
        plan,
        title=_("Add a goal"),
        done=_("The goal stands in the plan."),
    )


@needs(Permission.PLAN_CHANGE)
def goal_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    goal = _of(request, PlanGoal, pk)
    form = MovePlanForm(request.POST or None, row=goal, user=request.user)
    return _answer(
        request,
        goal.case,
        form,
        plans.move_goal,
        goal,
        title=_("How far is the goal?"),
        done=_("The plan is up to date."),
        lead=goal.goal,
    )


@needs(Permission.PLAN_CHANGE)
def step_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    goal = _of(request, PlanGoal, pk)
    return _answer(
        request,
        goal.case,
        StepForm(request.POST or None),
        plans.add_step,
        goal,
        title=_("Add a step"),
        done=_("The step stands in the plan."),
        lead=goal.goal,
    )


@needs(Permission.PLAN_CHANGE)
def step_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    step = _of(request, PlanStep, pk)
    form = MovePlanForm(request.POST or None, row=step, user=request.user)
    return _answer(
        request,
        step.case,
        form,
        plans.move_step,
        step,
        title=_("How far is the step?"),
        done=_("The plan is up to date."),
        lead=step.what,
    )


@needs(Permission.PLAN_READ)
def plan_print(request: StaffRequest, number: str) -> HttpResponse:
    """The plan on paper, for the family, with places to sign."""
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


def _of(request: StaffRequest, model: Any, pk: uuid.UUID) -> Any:
    rows = model.objects.visible_to(request.user, Permission.PLAN_CHANGE)
    return get_object_or_404(rows.select_related("case"), pk=pk)


def _answer(
    request: StaffRequest,
    case: Case,
    form: ActionForm,
    action: Callable[..., Any],
    about: Any,
    *,
    lead: str = "",
    **said: Any,
) -> HttpResponse:
    """Asks, acts, and goes back to the page of plans."""
    return answer_in_case(
        request,
        form,
        action,
        about,
        case=case,
        back=reverse("case-part", args=[case.number, "plan"]) + "#plan",
        looks=lambda: record_read("plan.read", by=request.user, about=case),
        sentences=[lead] if lead else None,
        **said,
    )
