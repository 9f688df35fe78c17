"""The Celery task that updates the projection."""

from celery import shared_task
from django.utils import timezone

from worklist.projection.update import current_kinds


@shared_task(name="worklist.catch_up")
def catch_up() -> None:
    """Brings the projection of today up to date. Safe to run twice: the second run finds nothing to do."""
    current_kinds(timezone.localdate())
