"""The plan on its page, in the timeline, extracts, the API and what falls due; open goals as obstacles to closing."""

from typing import Any

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.plan.choices import PlanStatus
from casework.plan.models import CasePlan, PlanGoal, PlanMove, PlanReview, PlanStep
from casework.register.models.case import Case
from casework.register.querysets.case import is_emptied
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import (
    ExtractPart,
    LeftOut,
    not_mistaken,
    rows_about_person_or_family,
    rows_of_family,
)
from casework.slots.obstacles import Obstacle, obstacle_in_panel
from casework.slots.passing import Work
from casework.slots.timeline import Event, EventSource, TimelineSource, value_before

plans_resource = Resource(
    "plans",
    CasePlan,
    P.PLAN_READ,
    "plan",
    ("case.number", "drawn_up_on", "is_agreed", "agreed_on", "review_on", "responsible"),
    ("is_agreed", "responsible"),
    "drawn_up_on",
    person="",
    case="case",
)

goals_resource = Resource(
    "goals",
    PlanGoal,
    P.PLAN_READ,
    "plan",
    (*OF_CASE, "plan", "area", "status", "target_on", "responsible"),
    ("area", "status", "responsible"),
    "target_on",
    case="case",
)


def open_plan(case: Case) -> list[Obstacle]:
    """Returns an obstacle to closing while a goal or step is open; one for all of them."""
    number = sum(model.objects.filter(case=case).open().count() for model in (PlanGoal, PlanStep))
    if not number:
        return []
    sentence = ngettext(
        "%(number)d goal or step of the plan is still open. Settle or drop it first.",
        "%(number)d goals or steps of the plan are still open. Settle or drop them first.",
        number,
    )
    return obstacle_in_panel(case, "plan", "plan", sentence % {"number": number})


plan_reviews = due.Source(
    kind="plan_review",
    title=gettext_lazy("Plan to review"),
    permission=P.PLAN_CHANGE,
    about=CasePlan,
    date="review_on",
    case="case_id",
    office="case__office_id",
    related=("case",),
    rows_on=lambda today: CasePlan.objects.filter(case__closed_on=None),
    say=lambda plan: _("Plan to review: %(number)s") % {"number": plan.case.number},
    actions=(due.DueAction(gettext_lazy("Review"), "plan-review", P.PLAN_CHANGE),),
    shown_in_panel="dates",
)

case_plan_extract = ExtractPart(
    CasePlan,
    gettext_lazy("Plan"),
    rows=rows_of_family(CasePlan, day="drawn_up_on"),
    permission=P.PLAN_READ,
    author="responsible",
)


plan_review_extract = ExtractPart(
    PlanReview,
    gettext_lazy("Reviews of the plan"),
    ["remarks"],
    rows=not_mistaken(rows_of_family(PlanReview, day="on", case="plan__case")),
    permission=P.PLAN_READ,
    author="by",
)

plan_goal_extract = ExtractPart(
    PlanGoal,
    gettext_lazy("Goals of the plan"),
    ["outcome"],
    first=["area", "need", "goal", "target_on"],
    rows=rows_about_person_or_family(PlanGoal, day="set_at__date"),
    permission=P.PLAN_READ,
    author="set_by",
)

plan_step_extract = ExtractPart(
    PlanStep,
    gettext_lazy("Steps of the plan"),
    ["outcome"],
    first=["what", "doer", "due_on"],
    rows=rows_about_person_or_family(PlanStep, day="set_at__date", person="goal__individual"),
    permission=P.PLAN_READ,
    author="set_by",
)

plan_move_left_out = LeftOut(
    PlanMove, gettext_lazy("Each move of a goal or step: its present state is shown.")
)


plan_extracts = (case_plan_extract, plan_review_extract, plan_goal_extract, plan_step_extract)

passed_plans = tuple(
    Work(rows, holder="responsible", permission=P.PLAN_READ, verb="plan.passed_on")
    for rows in (
        lambda day: CasePlan.objects.filter(case__closed_on=None),
        lambda day: PlanGoal.objects.open().filter(case__closed_on=None),
    )
)


def goals_of(plan: CasePlan) -> list[PlanGoal]:
    """Returns the plan's goals with their steps and their histories."""
    moves = Prefetch("moves", PlanMove.objects.select_related("by"))
    steps = Prefetch("steps", PlanStep.objects.prefetch_related(moves))
    goals: Any = PlanGoal.objects.filter(plan=plan).select_related("individual", "responsible")
    return list(goals.prefetch_related(moves, steps))


class PlanPanel:
    """Needs, goals and steps with their states, and the day of the next review."""

    slug, title = "plan", gettext_lazy("Plan")
    permission = P.PLAN_READ
    page = "plan"
    template = "casework/plan/plan_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        plans = with_is_corrected(CasePlan.objects.filter(case=case))
        plan = plans.select_related("responsible").first()
        rows = with_is_corrected(plan.reviews.with_day()).select_related("by") if plan else []
        may_change = case.is_open and can(user, P.PLAN_CHANGE, about=case)
        reviews = sorted(rows, key=lambda each: (each.day, each.at), reverse=True)
        return {
            "plan": plan,
            "goals": goals_of(plan) if plan else [],
            "reviews": reviews,
            "corrections": corrections_of(plan, *reviews) if plan else [],
            "today": user.today(),
            "may_change": may_change,
            "may_begin": may_change and not is_emptied(case, user),
        }


plan_panel = PlanPanel()


def _goal_moves(case: Case, user: User) -> Any:
    moves = PlanMove.objects.filter(goal__case=case)
    return moves.annotate(before=value_before(PlanMove, "goal"))


def _step_moves(case: Case, user: User) -> Any:
    moves = PlanMove.objects.filter(step__case=case).select_related("step__goal")
    return moves.annotate(before=value_before(PlanMove, "step"))


def _goal_event(move: Any) -> Event:
    text = _("Goal") if move.before else _("Added a goal")
    sentence = (
        _("%(who)s moved a goal from %(old)s to %(new)s")
        if move.before
        else _("%(who)s added a goal")
    )
    return Event(move.on, text, told=move.goal.goal, sentence=sentence, **_change(move))


def _step_event(move: Any) -> Event:
    text = _("Step") if move.before else _("Added a step")
    sentence = (
        _("%(who)s moved a step from %(old)s to %(new)s")
        if move.before
        else _("%(who)s added a step")
    )
    return Event(move.on, text, told=move.step.what, sentence=sentence, **_change(move))


def _change(move: Any) -> dict[str, Any]:
    if not move.before:
        return {}
    return {"old": PlanStatus(move.before).label, "new": move.get_status_display()}


def _review_event(review: Any) -> Event:
    agreed = _("The family agreed.") if review.is_agreed else _("The family has not agreed.")
    return Event(
        review.day,
        _("Reviewed the plan"),
        new=agreed,
        told=review.remarks,
        sentence=_("%(who)s reviewed the plan. %(new)s"),
    )


plan_timeline = TimelineSource(
    "plan",
    gettext_lazy("Plan"),
    P.PLAN_READ,
    (
        EventSource(
            lambda case, user: PlanReview.objects.filter(plan__case=case).with_day(),
            "day",
            _review_event,
            by="by",
        ),
        EventSource(_goal_moves, "on", _goal_event, by="by", person="goal__individual"),
        EventSource(_step_moves, "on", _step_event, by="by", person="step__goal__individual"),
    ),
)

VERBS: dict[str, str | Promise] = {
    "goal.added": gettext_lazy("added a goal to the plan"),
    "goal.moved": gettext_lazy("said how far a goal is"),
    "plan.drawn_up": gettext_lazy("drew up the plan"),
    "plan.given_back": gettext_lazy("gave a plan or goal back to who was responsible"),
    "plan.listed": gettext_lazy("looked at the list of plans"),
    "plan.passed_on": gettext_lazy("made somebody else responsible for a plan or goal"),
    "plan.printed": gettext_lazy("printed the plan"),
    "plan.read": gettext_lazy("opened the plan"),
    "plan.review_corrected": gettext_lazy("corrected the day of a review of the plan"),
    "plan.reviewed": gettext_lazy("reviewed the plan"),
    "step.added": gettext_lazy("added a step to the plan"),
    "step.moved": gettext_lazy("said how far a step is"),
}
