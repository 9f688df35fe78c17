"""Whose drafts there are, and which slips are good."""

import datetime
from typing import Self

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import CaseStatus
from casework.register.models.arrival import Arrival
from vault.querysets import SealedQuerySet


class ArrivalDraftQuerySet(SealedQuerySet):
    def of(self, user: User, now: datetime.datetime) -> Self:
        """The user's own drafts of the last week that became no arrival, the latest first."""
        logged = Arrival.objects.filter(submission=OuterRef("submission"), logged_by=user)
        return self.filter(
            ~Exists(logged),
            user=user,
            saved_at__gt=now - self.model.LIFETIME,
        )

    def over(self, now: datetime.datetime) -> Self:
        """Drafts whose week is over."""
        return self.filter(saved_at__lt=now - self.model.LIFETIME)


class ArrivalSlipQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        arrivals = Arrival.objects.visible_to(user, permission)
        return self.filter(arrival__in=arrivals)

    def given_out(self) -> Self:
        """Slips that nobody revoked."""
        return self.filter(revoked_at=None)

    def standing(self) -> Self:
        """Those that nobody revoked, of open cases."""
        return self.given_out().filter(arrival__case__status=CaseStatus.OPEN)
