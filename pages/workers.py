"""Starting background work."""

import contextlib
import uuid

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError


def nudge(task: Task, *about: uuid.UUID) -> None:
    """Queues the task after commit; if the broker is down, the tick starts it."""

    def start() -> None:
        with contextlib.suppress(OperationalError, OSError):
            task.delay(*map(str, about))

    transaction.on_commit(start)
