"""Which files wait, and for whom."""

import datetime
from typing import Self

from accounts.models import User
from vault.querysets import SealedQuerySet


class UploadQuerySet(SealedQuerySet):
    def waiting(self) -> Self:
        """Those that a worker has still to look into, the next first; the others were refused."""
        waiting: Self = self.exclude(file_name="").order_by("place", "sent_at")
        return waiting

    def waiting_of(self, user: User) -> Self:
        return self.waiting().filter(sent_by=user)

    def refused(self) -> Self:
        return self.filter(file_name="")


class WaitingFileQuerySet(SealedQuerySet):
    def of(self, user: User, form: str, now: datetime.datetime) -> Self:
        """What this user chose in this form less than a day ago; nobody reaches anybody else's."""
        return self.filter(user=user, form=form, created_at__gt=now - self.model.LIFETIME)

    def over(self, now: datetime.datetime) -> Self:
        """What nobody took within a day."""
        return self.filter(created_at__lte=now - self.model.LIFETIME)
