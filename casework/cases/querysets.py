"""Who may do with a case what somebody else may not."""

from django.db.models import UUIDField, Value

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.models.case import Case


def who_may(case: Case, permission: Permission) -> list[User]:
    """Colleagues of the case's office who hold this permission over it, by name: three questions, however many."""
    roles = [role for role, each in ROLES.items() if permission in each.permissions]
    grants = Grant.objects.in_force(case.office.today())
    holders = grants.filter(role__in=roles).values("user")
    colleagues = User.objects.filter(office=case.office_id, is_active=True, pk__in=holders)
    found = {user.pk: user for user in colleagues.select_related("office").order_by("full_name")}
    for user in found.values():
        user.grants_today = []
    for grant in grants.filter(user__in=found).select_related("office", "team"):
        found[grant.user_id].grants_today.append(grant)
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
