"""How an import ends: its file and rows are deleted and its key destroyed; counts and families stay."""

import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import record
from imports.choices import ImportStatus
from imports.models import ImportBatch
from vault.files import remove_file
from vault.keys import destroy_key


def end_import(batch: ImportBatch, *, status: str) -> None:
    """Deletes the content of the sheet. The caller holds the lock and has checked the permission."""
    batch.chunks.all().delete()
    file_name = batch.stored_name
    batch.sheets = batch.headings = batch.filled = None
    batch.columns = batch.words = batch.start = None
    batch.title, batch.stored_name, batch.status, batch.ended_at = "", "", status, timezone.now()
    batch.save()
    destroy_key(batch.key_id)
    if file_name:
        transaction.on_commit(lambda: remove_file(file_name))


def end_old_imports(now: datetime.datetime) -> int:
    """Ends batches that are `ready_to_end`, deletes files that are no longer needed, and returns how many batches ended."""
    for batch in ImportBatch.objects.with_file_past_undo(now):
        _forget_file(batch)
    ended = 0
    for batch_id in list(ImportBatch.objects.ready_to_end(now).values_list("pk", flat=True)):
        ended += _end(batch_id, now)
    return ended


@transaction.atomic
def _forget_file(batch: ImportBatch) -> None:
    batch = ImportBatch.objects.lock(batch)
    file_name = batch.stored_name
    # An update does not set `changed_at`: deleting the file does not count as a change of the import.
    ImportBatch.objects.filter(pk=batch.pk).update(stored_name="")
    transaction.on_commit(lambda: remove_file(file_name))


@transaction.atomic
def _end(batch_id: UUID, now: datetime.datetime) -> int:
    batch = (
        ImportBatch.objects.ready_to_end(now)
        .select_for_update(of=("self",), skip_locked=True)
        .filter(pk=batch_id)
        .first()
    )
    if batch is None:
        return 0
    end_import(batch, status=ImportStatus.ENDED)
    record("import.ended", by=None, about=batch, details={"rows_lost": batch.rows_waiting})
    return 1
