"""Rows about the people of a case, for sources of the timeline."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, FamilyMember


def people_today(case: Case, user: User) -> Any:
    """Keys of the people who are in the case today: their own rows follow them from case to case."""
    return FamilyMember.objects.filter(case=case).on(user.today()).values("individual")


def of_members(
    model: Any, permission: Permission, *related: str, person: str = "individual", **wanted: Any
) -> Callable[[Case, User], Any]:
    """Rows about the people of the case that `user` reaches with this permission."""

    def rows(case: Case, user: User) -> Any:
        mine = {f"{person}__in": people_today(case, user)}
        found = model.objects.visible_to(user, permission).filter(**mine, **wanted)
        return found.select_related(*related) if related else found

    return rows
