"""Querysets of slips."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import CaseStatus
from casework.register.models.arrival import Arrival
from vault.querysets import SealedQuerySet


class ArrivalSlipQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        arrivals = Arrival.objects.visible_to(user, permission)
        return self.filter(arrival__in=arrivals)

    def not_revoked(self) -> Self:
        """Slips that are not revoked."""
        return self.filter(revoked_at=None)

    def standing(self) -> Self:
        """Slips that are not revoked, of arrivals in open cases."""
        return self.not_revoked().filter(arrival__case__status=CaseStatus.OPEN)
