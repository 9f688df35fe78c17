"""What Celery runs."""

from celery import shared_task
from django.utils import timezone

from worklist.clock import tick
from worklist.kept import kept_kinds


@shared_task(name="worklist.tick")
def tick_once() -> None:
    """One tick. Safe to run twice."""
    tick()


@shared_task(name="worklist.catch_up")
def catch_up() -> None:
    """Brings up to date what is kept of what falls due. Safe to run twice, and finds nothing to do the second time."""
    kept_kinds(timezone.localdate())
