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

    def given_out(self) -> Self:
        """Not revoked."""
        return self.filter(revoked_at=None)

    def standing(self) -> Self:
        """Not revoked, of open cases."""
        return self.given_out().filter(arrival__case__status=CaseStatus.OPEN)
