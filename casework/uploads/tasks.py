"""Background jobs of uploads: each calls one function, and can run twice."""

from celery import shared_task

from casework.uploads.queue import check_next


@shared_task(name="documents.check_uploads")
def check_uploads() -> None:
    """Checks one file, and queues the next check, so that other jobs do not wait behind a long queue."""
    if check_next():
        check_uploads.delay()
