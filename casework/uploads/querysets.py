"""Querysets of waiting files."""

import datetime
from typing import Self

from accounts.models import User
from vault.querysets import SealedQuerySet


class UploadQuerySet(SealedQuerySet):
    def waiting(self) -> Self:
        """Returns unchecked files in the order of the queue, without refused ones."""
        rows: Self = self.exclude(file_name="").order_by("place", "sent_at")
        return rows

    def waiting_of(self, user: User) -> Self:
        return self.waiting().filter(sent_by=user)

    def refused(self) -> Self:
        return self.filter(file_name="")


class WaitingFileQuerySet(SealedQuerySet):
    def for_form(self, user: User, form: str, now: datetime.datetime) -> Self:
        """Returns this user's files for this form that are less than a day old."""
        return self.filter(user=user, form=form, created_at__gt=now - self.model.LIFETIME)

    def expired(self, now: datetime.datetime) -> Self:
        """Returns files that were not used within a day."""
        return self.filter(created_at__lte=now - self.model.LIFETIME)
