"""The check of /readyz that the scheduler runs."""

import datetime
from typing import Any

from django.db import DatabaseError
from django.db.models import QuerySet
from django.db.models.functions import Now

from worklist.scheduler.heartbeats import database_now
from worklist.scheduler.models import Heartbeat

LONGEST_SILENCE = datetime.timedelta(minutes=5)


def silent_clock() -> QuerySet[Heartbeat, Any]:
    """The heartbeat of the tick if the last one is older than LONGEST_SILENCE, by the clock of the database."""
    return Heartbeat.objects.filter(name="tick", beat_at__lt=Now() - LONGEST_SILENCE)


def clock() -> tuple[str, bool, str]:
    """Returns the name of the check, whether a tick ran within five minutes, and a sentence for monitoring."""
    try:
        heartbeat = Heartbeat.objects.filter(name="tick").first()
        now = database_now()
    except DatabaseError:
        return "clock", False, "The database does not answer."
    if heartbeat is None:
        return "clock", False, "The clock has never ticked."
    if now - heartbeat.beat_at > LONGEST_SILENCE:
        return "clock", False, "The clock has not ticked for five minutes."
    return "clock", True, "The clock ticks."
