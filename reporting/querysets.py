"""Querysets of funder tables and named lists: the visible ones, and those that wait for a worker."""

import datetime
from typing import Any, Self

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.permissions import Permission
from reporting.choices import TableStatus
from vault.querysets import SealedQuerySet

# A worker that takes longer is killed, so a row that was started earlier than this has no worker.
LONGEST_MAKING = datetime.timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 30)


class MadeLaterQuerySet(SealedQuerySet):
    def queued(self) -> Self:
        """Rows that wait, and rows whose worker died. Uses the database's clock."""
        abandoned = Q(status=TableStatus.RUNNING) & (
            Q(started_at=None) | Q(started_at__lt=Now() - LONGEST_MAKING)
        )
        return self.filter(Q(status=TableStatus.QUEUED) | abandoned)


class FunderTableQuerySet(MadeLaterQuerySet):
    def visible_to(
        self, user: User, permission: Permission = Permission.REPORT_RELEASED_READ
    ) -> Self:
        """All tables of the office for users who prepare or release; released ones for readers."""
        mine = Q(office__in=user.office_ids(permission))
        if permission == Permission.REPORT_RELEASED_READ:
            working = user.office_ids(Permission.REPORT_PREPARE) | user.office_ids(
                Permission.REPORT_RELEASE
            )
            mine &= Q(released_at__isnull=False) | Q(office__in=working)
        return self.filter(mine)

    def to_release(self, user: User) -> Self:
        """Finished tables, not released or expired, that somebody else prepared."""
        since = Now() - self.model.expires_after()
        waiting = self.filter(status=TableStatus.READY, released_at=None, made_at__gt=since)
        return waiting.exclude(prepared_by=user)

    def unreleased_overlapping(self, released: Any) -> Self:
        """Unreleased tables of the same office that share days with the released one."""
        waiting = self.filter(status=TableStatus.READY, released_at=None, office=released.office)
        return waiting.filter(starts_on__lt=released.ends_on, ends_on__gt=released.starts_on)


class NamedListQuerySet(MadeLaterQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.NAMED_LIST_MAKE) -> Self:
        """Lists that `user` prepared: a list contains people whom its maker may see, and a colleague may see fewer."""
        return self.filter(office__in=user.office_ids(permission), prepared_by=user)
