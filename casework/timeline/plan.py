"""Plans that were reviewed, and goals and steps that moved."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.choices.plan import PlanStatus
from casework.models import Case, PlanMove, PlanReview
from casework.timeline import Event, Happening, Source, before


def _goal_moves(case: Case, user: User) -> Any:
    moves = PlanMove.objects.filter(goal__case=case)
    return moves.annotate(before=before(PlanMove, "goal"))


def _step_moves(case: Case, user: User) -> Any:
    moves = PlanMove.objects.filter(step__case=case).select_related("step__goal")
    return moves.annotate(before=before(PlanMove, "step"))


def _goal(move: Any) -> Event:
    text = _("Goal") if move.before else _("Added a goal")
    return Event(move.on, text, told=move.goal.goal, **_change(move))


def _step(move: Any) -> Event:
    text = _("Step") if move.before else _("Added a step")
    return Event(move.on, text, told=move.step.what, **_change(move))


def _change(move: Any) -> dict[str, Any]:
    if not move.before:
        return {}
    return {"old": PlanStatus(move.before).label, "new": move.get_status_display()}


def _reviewed(review: PlanReview) -> Event:
    agreed = _("The family agreed.") if review.is_agreed else _("The family has not agreed.")
    return Event(review.on, _("Reviewed the plan"), new=agreed, told=review.remarks)


plan = Source(
    "plan",
    gettext_lazy("Plan"),
    Permission.PLAN_READ,
    (
        Happening(
            lambda case, user: PlanReview.objects.filter(plan__case=case),
            "on",
            _reviewed,
            by="by",
        ),
        Happening(_goal_moves, "on", _goal, by="by", person="goal__individual"),
        Happening(_step_moves, "on", _step, by="by", person="step__goal__individual"),
    ),
)
