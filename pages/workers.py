"""Starts Celery tasks."""

import contextlib
import uuid

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError


def queue_after_commit(task: Task, *about: uuid.UUID) -> None:
    """Queues `task(*about)` after commit. If the broker is down, the periodic task starts it later."""

    def start() -> None:
        with contextlib.suppress(OperationalError, OSError):
            task.delay(*map(str, about))

    transaction.on_commit(start)
