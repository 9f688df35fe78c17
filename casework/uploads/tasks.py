"""Background work: calls one function, safe to run twice."""

from celery import shared_task

from casework.uploads.queue import check_next


@shared_task(name="documents.check_uploads")
def check_uploads() -> None:
    """Looks into one file, and leaves the next to whichever worker is free: nothing else waits behind a long line."""
    if check_next():
        check_uploads.delay()
