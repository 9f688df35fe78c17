"""Heartbeats: when a clock last beat, by the time of the database."""

import datetime

from django.db import connection
from django.db.models.functions import Now

from worklist.scheduler.models import Heartbeat

# Other heartbeats: the newest backup, and the day on which this database was restored from one.
BACKUP, RESTORED = "backup", "restored"


def database_now() -> datetime.datetime:
    """Uses the database's clock, so that a worker with a wrong clock misses nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        moment: datetime.datetime = cursor.fetchone()[0]
        return moment


def beat(name: str) -> None:
    """Records that this clock is alive."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=name, beat_at=Now())],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["beat_at"],
    )
