"""Making what was queued, in the background and once."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import override

from accounts.access import require
from accounts.permissions import Permission
from reporting.choices import TableStatus


def make_once(
    rows: QuerySet[Any], pk: Any, permission: Permission, fill: Callable[[Any], None]
) -> Any | None:
    """Fills one queued row in its maker's language. None for whoever comes second.

    A failure is marked on the row, and the exception goes on to the worker's log. Whoever lost the
    permission since then gets nothing.
    """
    waiting = rows.model.objects.queued().filter(pk=pk)
    if not waiting.update(status=TableStatus.RUNNING):
        return None
    row = rows.get(pk=pk)
    try:
        require(row.prepared_by, permission, row)
        with override(row.prepared_by.language):
            fill(row)
    except Exception:
        rows.model.objects.filter(pk=pk).update(status=TableStatus.FAILED)
        raise
    return row
