"""Colleagues with a permission on a case, and reasons for closing a case."""

from typing import Any

from django.db.models import UUIDField, Value

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.register.choices import EndReason
from casework.register.models.case import Case


def users_with_permission(case: Case, permission: Permission) -> list[User]:
    """Returns users of the case's office who have this permission on it, sorted by name. Makes two queries."""
    roles = [role for role, each in ROLES.items() if permission in each.permissions]
    grants = Grant.objects.in_force(case.office.today())
    # All grants of users with such a role: `visible_to` reads them from `grants_today`.
    grants_of_holders = grants.filter(
        user__in=grants.filter(role__in=roles).values("user"),
        user__office=case.office_id,
        user__is_active=True,
    )
    users: dict[Any, User] = {}
    grants_of_holders = grants_of_holders.select_related("user__office", "office", "team")
    for grant in grants_of_holders.order_by("user__full_name", "user"):
        user = users.setdefault(grant.user_id, grant.user)
        user.grants_today = [*vars(user).get("grants_today", []), grant]
    queries = [
        Case.objects.visible_to(user, permission)
        .filter(pk=case.pk)
        .order_by()
        .annotate(user_pk=Value(user.pk, UUIDField()))
        .values_list("user_pk", flat=True)
        for user in users.values()
    ]
    allowed = set(queries[0].union(*queries[1:], all=True)) if queries else set()
    return [user for user in users.values() if user.pk in allowed]


def closing_reasons(case: Case) -> set[str]:
    """Returns the reasons for which users may close this case.

    While somebody is in it, every reason but JOINED: such a case is joined with another on the page of the family. If
    nobody is left, the reasons depend on where the people are: JOINED if some are in another family; DUPLICATE, labelled
    as opened by mistake, if nobody ever belonged to it except records that were merged; the others if this is the last
    case of some.
    """
    reasons = {each.value for each in EndReason}
    if case.members.non_empty().filter(left_on=None).exists():
        return reasons - {EndReason.JOINED.value}
    people = case.members.filter(individual__merged_into=None)
    in_another_case = people.filter(is_latest=False)
    joined = {EndReason.JOINED.value} if in_another_case.exists() else set()
    if people.non_empty().marked_latest().exists():
        return (reasons - {EndReason.DUPLICATE.value, EndReason.JOINED.value}) | joined
    return joined if in_another_case.non_empty().exists() else joined | {EndReason.DUPLICATE.value}
