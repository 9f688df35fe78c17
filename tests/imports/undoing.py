"""What tests of undone imports share: the database as numbers, the button, and a family that has been there for a day."""

import datetime

from django.db import connection
from django.utils import timezone

from casework.register.models.case import Case
from imports.models import ImportBatch, ImportedFamily
from tests.database import tables

# What remembers on purpose: the audit, the histories, numbers given, the import itself, log-ins.
REMEMBERS = (
    "accounts_auditevent", "casework_caseevent", "casework_familymemberevent", "casework_numberseries",
    "imports_importbatch", "imports_importchunk", "imports_importedfamily", "imports_columnmemory",
    "imports_wordmemory", "accounts_session", "cache", "worklist_kept", "worklist_touched",
)  # fmt: skip


def checksums() -> dict[str, str]:
    """Each table's rows as one number, but for the tables that remember."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables():
            name = table.as_string(None)
            if any(kept in name for kept in REMEMBERS):
                continue
            cursor.execute(
                f"SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM {name} t"  # noqa: S608
            )
            found[name] = cursor.fetchone()[0]
    return found


def batch_key_left_out(sums: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in sums.items() if "subject_key" not in name}


def undo(client, batch) -> ImportBatch:
    client.post(f"/imports/{batch.pk}/undo/")
    return ImportBatch.objects.get(pk=batch.pk)


def is_on_file_for_a_day(case: Case) -> None:
    """Adds an older line to the case's history: the oldest counts, and the application can only add lines."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
            " WHERE table_name = 'casework_caseevent'"
            " AND column_name NOT IN ('pgh_id', 'pgh_created_at')"
        )
        columns = cursor.fetchone()[0]
        cursor.execute(
            f"INSERT INTO casework_caseevent (pgh_created_at, {columns})"  # noqa: S608
            f" SELECT now() - interval '25 hours', {columns} FROM casework_caseevent WHERE pgh_obj_id = %s LIMIT 1",
            [case.pk],
        )
    made_at = timezone.now() - datetime.timedelta(hours=25)
    ImportedFamily.objects.filter(case=case).update(made_at=made_at)
