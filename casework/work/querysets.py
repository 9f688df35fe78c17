"""Rows about a person's work and health: sight follows the person, with a permission of its own."""

from typing import Any, Self

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class WorkQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.WORK_READ) -> Self:
        return super().visible_to(user, permission)

    def lock(self, row: Any) -> Any:
        """The fresh row, ours until commit."""
        return self.select_for_update(of=("self",)).get(pk=row.pk)


class VisitQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.WELLBEING_READ) -> Self:
        return super().visible_to(user, permission)
