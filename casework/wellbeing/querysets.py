"""Querysets of activities, wellbeing notes and screenings."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet


class WellbeingQuerySet(MistakableQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.WELLBEING_READ) -> Self:
        return super().visible_to(user, permission)
