"""Querysets of confirmed first steps."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from vault.querysets import LockingQuerySet
from worklist.first_steps.choices import ConfirmedStep


class StepSaidQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.OFFICE_CHANGE) -> Self:
        """All confirmations for users who set up the installation, none for others."""
        return self.all() if user.holds(permission) else self.none()

    def standing(self, step: ConfirmedStep | str, holds_for: str = "") -> Self:
        """Confirmations of this step for this mail server or master key that nobody has withdrawn."""
        return self.filter(step=step, holds_for=holds_for, taken_back_at=None)
