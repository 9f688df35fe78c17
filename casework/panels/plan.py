"""The plan on the case's page of plans."""

from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, CasePlan, PlanGoal, PlanMove, PlanStep


def goals_of(plan: CasePlan) -> list[PlanGoal]:
    """The plan's goals with their steps and their histories."""
    moves = Prefetch("moves", PlanMove.objects.select_related("by"))
    steps = Prefetch("steps", PlanStep.objects.prefetch_related(moves))
    goals: Any = PlanGoal.objects.filter(plan=plan).select_related("individual", "responsible")
    return list(goals.prefetch_related(moves, steps))


class PlanPanel:
    """Needs, goals and steps with their states, and when the plan is looked at again."""

    slug, title = "plan", gettext_lazy("Plan")
    permission = Permission.PLAN_READ
    page = "plan"
    template = "casework/panels/plan.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        plan = CasePlan.objects.filter(case=case).select_related("responsible").first()
        return {
            "plan": plan,
            "goals": goals_of(plan) if plan else [],
            "reviews": list(plan.reviews.select_related("by")) if plan else [],
            "today": user.today(),
            "may_change": case.is_open and can(user, Permission.PLAN_CHANGE, about=case),
        }


plan = PlanPanel()
