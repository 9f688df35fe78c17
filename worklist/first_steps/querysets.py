"""Querysets of confirmed first steps."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from vault.querysets import LockingQuerySet
from worklist.first_steps.choices import SaidStep


class StepSaidQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.OFFICE_CHANGE) -> Self:
        """They concern the installation: those who set it up see all of them."""
        return self.all() if user.holds(permission) else self.none()

    def standing(self, step: SaidStep | str, holds_for: str = "") -> Self:
        """Confirmations of this step for this server or key that were not withdrawn."""
        return self.filter(step=step, holds_for=holds_for, taken_back_at=None)
