"""Who may do with a case what somebody else may not."""

from typing import Any

from django.db.models import UUIDField, Value

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.models.case import Case


def who_may(case: Case, permission: Permission) -> list[User]:
    """Colleagues of the case's office who hold this permission over it, by name: two questions, however many."""
    roles = [role for role, each in ROLES.items() if permission in each.permissions]
    grants = Grant.objects.in_force(case.office.today())
    of_holders = grants.filter(
        user__in=grants.filter(role__in=roles).values("user"),
        user__office=case.office_id,
        user__is_active=True,
    )
    found: dict[Any, User] = {}
    for grant in of_holders.select_related("user__office", "office", "team").order_by(
        "user__full_name", "user"
    ):
        user = found.setdefault(grant.user_id, grant.user)
        user.grants_today = [*vars(user).get("grants_today", []), grant]
    asked = [
        Case.objects.visible_to(user, permission)
        .filter(pk=case.pk)
        .order_by()
        .annotate(of_colleague=Value(user.pk, UUIDField()))
        .values_list("of_colleague", flat=True)
        for user in found.values()
    ]
    seen = set(asked[0].union(*asked[1:], all=True)) if asked else set()
    return [user for user in found.values() if user.pk in seen]
