"""Background work: ids in, one call each, safe to run twice."""

from celery import shared_task

from reporting.actions import tables
from reporting.models import FunderTable


@shared_task(name="reporting.make_table")
def make_table(table_id: str) -> None:
    tables.make_table(table_id)


@shared_task(name="reporting.make_queued_tables")
def make_queued_tables() -> None:
    """Makes every table that still waits, so that none is forgotten while the broker was away."""
    for table_id in FunderTable.objects.queued().values_list("pk", flat=True):
        make_table.delay(str(table_id))
