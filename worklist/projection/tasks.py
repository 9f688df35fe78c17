"""The Celery task that updates the projection."""

from celery import shared_task
from django.utils import timezone

from worklist.projection.update import kept_kinds


@shared_task(name="worklist.catch_up")
def catch_up() -> None:
    """Updates the projection of what falls due. Safe to run twice: the second run finds nothing to do."""
    kept_kinds(timezone.localdate())
