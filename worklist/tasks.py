"""What Celery runs."""

from celery import shared_task

from worklist.clock import tick


@shared_task(name="worklist.tick")
def tick_once() -> None:
    """One tick. Safe to run twice."""
    tick()
