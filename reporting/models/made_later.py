"""The abstract row of files that are made in the background."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from reporting.choices import TableStatus
from vault.models import SealedRow


class MadeLater(SealedRow):
    """A user queues the row, and a worker makes its files. Readers may open these until `expires_after()` has passed."""

    status = models.CharField(
        _("status"), max_length=8, choices=TableStatus.choices, default=TableStatus.QUEUED
    )
    prepared_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    prepared_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def tone(self) -> str:
        return TableStatus(self.status).tone

    @property
    def has_failed(self) -> bool:
        return self.status == TableStatus.FAILED

    @classmethod
    def expires_after(cls) -> datetime.timedelta:
        """For how long its files are kept for readers."""
        raise NotImplementedError

    def is_expired_at(self, moment: datetime.datetime) -> bool:
        return self.made_at is not None and moment > self.made_at + self.expires_after()
