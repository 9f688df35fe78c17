"""Which slips are good."""

from typing import Any, Self

from django.apps import apps

from accounts.models import User
from accounts.permissions import Permission
from casework.choices import CaseStatus
from vault.querysets import SealedQuerySet


class ArrivalSlipQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        arrivals = apps.get_model("casework.Arrival").objects.visible_to(user, permission)
        return self.filter(arrival__in=arrivals)

    def given_out(self) -> Self:
        """Slips that nobody revoked."""
        return self.filter(revoked_at=None)

    def is_valid(self, token_hash: Any) -> bool:
        """One query with one answer, the same work for every code: not revoked, and the case is open."""
        good = self.given_out().filter(token_hash=token_hash, arrival__case__status=CaseStatus.OPEN)
        return good.exists()
