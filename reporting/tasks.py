"""Celery tasks. A task takes ids, calls one action for each, and may run twice."""

from celery import shared_task

from reporting.actions import named_lists, tables
from reporting.models import FunderTable, NamedList


@shared_task(name="reporting.make_table")
def make_table(table_id: str) -> None:
    tables.make_table(table_id)


@shared_task(name="reporting.make_named_list")
def make_named_list(list_id: str) -> None:
    named_lists.make_named_list(list_id)


@shared_task(name="reporting.make_queued_tables")
def make_queued_tables() -> None:
    """Makes every table and list that still waits, including those queued while the broker was down."""
    for table_id in FunderTable.objects.queued().values_list("pk", flat=True):
        make_table.delay(str(table_id))
    for list_id in NamedList.objects.queued().values_list("pk", flat=True):
        make_named_list.delay(str(list_id))
