"""Heartbeats: when something last ran, by the clock of the database."""

import datetime

from django.db import connection
from django.db.models.functions import Now

from worklist.scheduler.models import Heartbeat

# Names of heartbeats besides the tick: the newest backup, and the restore of this database from one.
BACKUP, RESTORED = "backup", "restored"


def database_now() -> datetime.datetime:
    """The time of the database. A worker whose own clock is wrong then misses nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        moment: datetime.datetime = cursor.fetchone()[0]
        return moment


def beat(name: str) -> None:
    """Records that the thing of this name ran now."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=name, beat_at=Now())],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["beat_at"],
    )
