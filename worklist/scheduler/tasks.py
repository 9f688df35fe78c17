"""The Celery task that runs a tick."""

from celery import shared_task

from worklist.scheduler.tick import tick


@shared_task(name="worklist.tick")
def tick_once() -> None:
    """Runs one tick. Safe to run twice."""
    tick()
