"""Querysets of decisions about dates."""

import datetime
from typing import Any, Self

from django.db import models
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from worklist.due.choices import DecisionKind
from worklist.sources.reach import visibility_condition


class DueDecisionQuerySet(models.QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.TASK_READ) -> Self:
        """The decisions about dates that the user may see."""
        if not user.holds(permission):
            return self.none()
        return self.filter(visibility_condition(user))

    def standing_on(self, day: datetime.date) -> Self:
        """Decisions in force on that day: neither undone, nor a postponement whose day has come."""
        expired = Q(what=DecisionKind.POSTPONED, until__lte=day)
        return self.filter(undone_at=None).exclude(expired)
