"""Querysets of drafts."""

import datetime
from typing import Self

from django.db.models import Exists, OuterRef

from accounts.models import User
from casework.register.models.arrival import Arrival
from vault.querysets import SealedQuerySet


class ArrivalDraftQuerySet(SealedQuerySet):
    def of(self, user: User, now: datetime.datetime) -> Self:
        """Returns the user's drafts of the last week whose arrival is not on file, the latest first."""
        logged = Arrival.objects.filter(submission=OuterRef("submission"), logged_by=user)
        return self.filter(
            ~Exists(logged),
            user=user,
            saved_at__gt=now - self.model.LIFETIME,
        )

    def over(self, now: datetime.datetime) -> Self:
        """Returns drafts older than a week, which are to be deleted."""
        return self.filter(saved_at__lt=now - self.model.LIFETIME)
