"""Makes queued files in the background, each only once."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import override

from accounts.access import require
from accounts.permissions import Permission
from reporting.choices import TableStatus
from vault.files import random_file_name, remove_file


def make_once(
    rows: QuerySet[Any], pk: Any, permission: Permission, fill: Callable[[Any], None]
) -> Any | None:
    """Calls `fill` for one queued row, in the language of the user who prepared it. Returns None if it is not queued.

    A failure is stored on the row and raised: NotAllowed if that user has lost the permission meanwhile.
    """
    if not _begin(rows.model, pk):
        return None
    row = rows.get(pk=pk)
    try:
        require(row.prepared_by, permission, row)
        with override(row.prepared_by.language):
            fill(row)
    except Exception:
        # The status first: if the database does not answer, the files stay.
        rows.model.objects.filter(pk=pk).update(status=TableStatus.FAILED)
        _remove_files(row)
        raise
    return row


@transaction.atomic
def _begin(model: Any, pk: Any) -> bool:
    """Marks a queued row as running, and deletes files that a killed worker left. Returns whether the row was queued."""
    row = model.objects.queued().select_for_update(of=("self",)).filter(pk=pk).first()
    if row is None:
        return False
    _remove_files(row)
    # The names are stored before the files, so that the next run finds files of a killed worker.
    names = {name: random_file_name() for name in model.FILES}
    model.objects.filter(pk=pk).update(
        status=TableStatus.RUNNING, started_at=Now(), **model.BEFORE_MAKING, **names
    )
    return True


def _remove_files(row: Any) -> None:
    for name in type(row).FILES:
        if file_name := getattr(row, name):
            remove_file(file_name)
