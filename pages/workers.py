"""Handing work over to a worker."""

import contextlib
import uuid

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError


def nudge(task: Task, *about: uuid.UUID) -> None:
    """Starts the work once it is committed; when the broker is away, the minute's look starts it."""

    def start() -> None:
        with contextlib.suppress(OperationalError, OSError):
            task.delay(*map(str, about))

    transaction.on_commit(start)
