"""Teams in which a user may open or move cases, and colleagues who reach a case."""

import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Grant, Team, User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from pages.order import ByName


def teams_of(user: User, permission: Permission) -> QuerySet[Team]:
    """Returns teams whose cases the user may see with this permission: own ones, or all of the office."""
    return Team.objects.filter(
        Q(pk__in=user.team_ids(permission))
        | Q(office__in=user.office_ids(permission, whole_office=True))
    ).select_related("office")


def staff_of(case: Any, permission: Permission, day: datetime.date) -> QuerySet[User]:
    """Returns colleagues who may see the case with this permission through its team or office, or an open legal referral.

    Of a restricted case, returns only those with a NamedAccess. Other access sources are not considered.
    """
    roles = [role for role, description in ROLES.items() if permission in description.permissions]
    whole = [role for role in roles if ROLES[role].sees_all_cases]
    if case.legal_referrals.open().exists():
        whole.append(Role.LEGAL_OFFICER)
    grants = Grant.objects.in_force(day).filter(role__in=roles, office=case.office_id)
    reached = grants.filter(Q(team=case.team_id) | Q(role__in=whole))
    staff: QuerySet[User] = User.objects.filter(is_active=True, pk__in=reached.values("user"))
    if case.is_restricted:
        staff = staff.filter(pk__in=case.named_access.in_force(day).values("user"))
    return staff.order_by(ByName("full_name"), "full_name")


def works_in_one_team(user: User, permission: Permission) -> bool:
    """Returns whether the user has only one team; runs no query."""
    return len(user.team_ids(permission)) < 2 and not user.office_ids(permission, whole_office=True)
