"""Rows about a person's work and health: visible with the person, with a permission of their own."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet


class WorkQuerySet(MistakableQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.WORK_READ) -> Self:
        return super().visible_to(user, permission)


class VisitQuerySet(MistakableQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.WELLBEING_READ) -> Self:
        return super().visible_to(user, permission)
