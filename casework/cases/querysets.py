"""Who may do with a case what somebody else may not."""

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.models.case import Case

REOPENING = [role for role, each in ROLES.items() if Permission.CASE_REOPEN in each.permissions]


def who_may_reopen(case: Case) -> list[User]:
    """Colleagues of the case's office who could open it again once it is closed, by name."""
    grants = Grant.objects.in_force(case.office.today()).filter(role__in=REOPENING)
    colleagues = User.objects.filter(
        office=case.office_id, is_active=True, pk__in=grants.values("user")
    )
    return [
        user
        for user in colleagues.order_by("full_name")
        if Case.objects.visible_to(user, Permission.CASE_REOPEN).contains(case)
    ]
