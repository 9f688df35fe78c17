"""Assignments of cases, and colleagues who could be assigned."""

import datetime
from typing import Any, Self

from django.db.models import F, Q, QuerySet

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES


class AssignmentQuerySet(QuerySet[Any]):
    def on(self, day: datetime.date) -> Self:
        """Returns assignments in force on that day; `ends_on` is the first day after an assignment."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day), starts_on__lte=day)

    def on_or_after(self, day: datetime.date) -> Self:
        """Returns assignments in force that day or later."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day) & Q(ends_on__gt=F("starts_on")))


def colleagues_of(user: User, permission: Permission = Permission.CASE_CHANGE) -> QuerySet[User]:
    """Returns colleagues with this permission in the teams and offices where `user` may assign cases."""
    roles = [role for role, description in ROLES.items() if permission in description.permissions]
    grants = Grant.objects.in_force(user.today()).filter(
        Q(team__in=user.team_ids(Permission.CASE_ASSIGN))
        | Q(office__in=user.office_ids(Permission.CASE_ASSIGN, whole_office=True)),
        role__in=roles,
    )
    rows: QuerySet[User] = User.objects.filter(is_active=True, pk__in=grants.values("user"))
    return rows
