"""The table of heartbeats."""

from django.db import models


class Heartbeat(models.Model):
    """When the thing of this name last ran, by the clock of the database (`worklist.scheduler.heartbeats`)."""

    name = models.CharField(max_length=30, primary_key=True)
    beat_at = models.DateTimeField()

    class Privacy:
        open = {"name", "beat_at"}
