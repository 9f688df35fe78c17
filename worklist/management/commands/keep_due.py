"""`manage.py keep_due`: recomputes the projection of what falls due."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from worklist.projection.update import recompute_all


class Command(BaseCommand):
    help = "Forgets what is kept of what falls due, works it out anew for today, and says how many dates there are."

    def handle(self, *args: Any, **options: Any) -> None:
        number = recompute_all(timezone.localdate())
        if number is None:
            raise CommandError("Another process is at it at this moment. Try again in a minute.")
        self.stdout.write(f"Dates kept: {number}.")
