"""Who may do with a case what somebody else may not."""

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.models.case import Case


def who_may(case: Case, permission: Permission) -> list[User]:
    """Colleagues of the case's office who hold this permission over it, by name."""
    roles = [role for role, each in ROLES.items() if permission in each.permissions]
    grants = Grant.objects.in_force(case.office.today()).filter(role__in=roles)
    colleagues = User.objects.filter(
        office=case.office_id, is_active=True, pk__in=grants.values("user")
    )
    return [
        user
        for user in colleagues.order_by("full_name")
        if Case.objects.visible_to(user, permission).contains(case)
    ]
