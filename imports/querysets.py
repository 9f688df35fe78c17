"""Querysets of imports, their chunks and their families."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.register.querysets.teams import teams_of
from imports.choices import STOPPED, UNDER_WAY, ImportStatus
from vault.querysets import SealedQuerySet


class ImportBatchQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.IMPORT_RUN) -> Self:
        """Own uploads for the user's current teams, and all uploads of an office whose cases the user sees."""
        if not user.is_authenticated or not user.holds(permission):
            return self.none()
        return self.filter(
            Q(uploaded_by=user, team__in=teams_of(user, permission))
            | Q(office__in=user.office_ids(permission, whole_office=True))
        )

    def under_way(self) -> Self:
        return self.filter(status__in=UNDER_WAY)

    def in_state(self, state: str) -> Self:
        """Imports that have not ended. `state` is "running", "failed", or anything else for those that wait for the user."""
        open_imports = self.filter(ended_at=None)
        if state == "running":
            return open_imports.under_way()
        if state == "failed":
            return open_imports.filter(status__in=STOPPED)
        rows_wait = Q(rows_good__gt=0) | Q(rows_wrong__gt=0) | Q(rows_doubtful__gt=0)
        waits_for_answer = Q(status__in=(ImportStatus.MAPPING, ImportStatus.WORDS))
        idle = open_imports.exclude(status__in=(*UNDER_WAY, *STOPPED))
        return idle.filter(waits_for_answer | rows_wait)

    def waiting_for_a_worker(self, before: datetime.datetime) -> Self:
        """Queued imports, and running ones without a change since `before`, whose worker must have died."""
        return self.filter(
            Q(status__in=(ImportStatus.QUEUED, ImportStatus.READING))
            | Q(status__in=(ImportStatus.RUNNING, ImportStatus.CHECKING), changed_at__lt=before)
        )

    def ready_to_end(self, now: datetime.datetime) -> Self:
        """Batches to end now: no row waits and undo is no longer possible, or nobody changed them for KEPT_FOR."""
        is_finished = Q(status=ImportStatus.DONE, committed_at__lt=now - self.model.UNDO_WITHIN)
        is_forgotten = Q(changed_at__lt=now - self.model.KEPT_FOR)
        nothing_waits = Q(rows_good=0, rows_wrong=0, rows_doubtful=0)
        open_imports = self.filter(ended_at=None).exclude(status__in=UNDER_WAY)
        return open_imports.filter((is_finished & nothing_waits) | is_forgotten)

    def with_file_past_undo(self, now: datetime.datetime) -> Self:
        """Batches whose time for undo has passed, so that their file is no longer needed; rows may still wait."""
        return self.filter(committed_at__lt=now - self.model.UNDO_WITHIN).exclude(stored_name="")


class OfBatchQuerySet(SealedQuerySet):
    """Rows with a foreign key `batch`."""

    def visible_to(self, user: User, permission: Permission = Permission.IMPORT_RUN) -> Self:
        return self.filter(batch__in=related_manager(self, "batch").visible_to(user, permission))


class ImportedFamilyQuerySet(OfBatchQuerySet):
    def on_file(self) -> Self:
        return self.filter(case__isnull=False)

    def on_file_since(self, moment: datetime.datetime) -> Self:
        """Families put on file after that moment and still there."""
        return self.on_file().filter(made_at__gt=moment)
