"""Querysets of plans, goals, steps and reviews."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.corrections.steps import StepQuerySet
from casework.plan.choices import OPEN_PLAN
from casework.register.querysets.case import OfCaseQuerySet


class PlanQuerySet(OfCaseQuerySet):
    read_with = Permission.PLAN_READ


class PlanRowQuerySet(PlanQuerySet):
    """Goals and steps, which have a status."""

    def open(self) -> Self:
        return self.filter(status__in=OPEN_PLAN)


class PlanReviewQuerySet(StepQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLAN_READ) -> Self:
        return self.filter(plan__in=related_manager(self, "plan").visible_to(user, permission))
