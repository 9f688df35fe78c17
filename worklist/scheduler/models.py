"""Heartbeats."""

from django.db import models


class Heartbeat(models.Model):
    """When a clock last beat, by the database's own time."""

    name = models.CharField(max_length=30, primary_key=True)
    beat_at = models.DateTimeField()

    class Privacy:
        open = {"name", "beat_at"}
