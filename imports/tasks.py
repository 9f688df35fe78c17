"""Celery tasks. A task takes ids, calls one action for each, and may run twice."""

import datetime
import uuid

from celery import shared_task
from django.utils import timezone

from imports.actions.endings import end_old_imports
from imports.actions.stages import run_steps
from imports.models import ImportBatch

# If a running import has not changed for this time, its worker has died, and another one resumes.
SILENT_FOR = datetime.timedelta(minutes=2)


@shared_task(name="imports.work_on_import")
def work_on_import(batch_id: str) -> None:
    if run_steps(uuid.UUID(batch_id)):
        work_on_import.delay(batch_id)


@shared_task(name="imports.look_after_imports")
def look_after_imports() -> None:
    """Queues every import that waits for a worker, and ends imports that are `ready_to_end`."""
    now = timezone.now()
    waiting = ImportBatch.objects.waiting_for_a_worker(now - SILENT_FOR)
    for batch_id in waiting.values_list("pk", flat=True):
        work_on_import.delay(str(batch_id))
    end_old_imports(now)
