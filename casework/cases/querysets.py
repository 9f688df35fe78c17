"""Colleagues with a permission on a case, and reasons for closing a case."""

from typing import Any

from django.db.models import UUIDField, Value

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.choices import EndReason
from casework.register.models.case import Case


def who_may(case: Case, permission: Permission) -> list[User]:
    """Returns colleagues of the case's office with this permission on it, by name: two queries, however many."""
    roles = [role for role, each in ROLES.items() if permission in each.permissions]
    grants = Grant.objects.in_force(case.office.today())
    of_holders = grants.filter(
        user__in=grants.filter(role__in=roles).values("user"),
        user__office=case.office_id,
        user__is_active=True,
    )
    users: dict[Any, User] = {}
    for grant in of_holders.select_related("user__office", "office", "team").order_by(
        "user__full_name", "user"
    ):
        user = users.setdefault(grant.user_id, grant.user)
        user.grants_today = [*vars(user).get("grants_today", []), grant]
    queries = [
        Case.objects.visible_to(user, permission)
        .filter(pk=case.pk)
        .order_by()
        .annotate(of_colleague=Value(user.pk, UUIDField()))
        .values_list("of_colleague", flat=True)
        for user in users.values()
    ]
    allowed = set(queries[0].union(*queries[1:], all=True)) if queries else set()
    return [user for user in users.values() if user.pk in allowed]


def closing_reasons(case: Case) -> set[str]:
    """Returns the reasons for which users may close this case. The page of the family joins it with another case.

    If nobody is left in it, the reasons depend on where the people are: if they went to another family, the reason is that
    they joined it; "opened by mistake" is not offered for people who arrived, except where they turned out to be somebody
    else.
    """
    reasons = {each.value for each in EndReason}
    if case.members.non_empty().filter(left_on=None).exists():
        return reasons - {EndReason.JOINED.value}
    people = case.members.filter(individual__merged_into=None)
    moved_on = people.filter(is_latest=False)
    joined = {EndReason.JOINED.value} if moved_on.exists() else set()
    if people.non_empty().marked_latest().exists():
        return (reasons - {EndReason.DUPLICATE.value, EndReason.JOINED.value}) | joined
    return joined if moved_on.non_empty().exists() else joined | {EndReason.DUPLICATE.value}
