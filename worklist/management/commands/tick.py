"""`manage.py tick`: runs one tick."""

from typing import Any

from django.core.management.base import BaseCommand

from worklist.scheduler.tick import tick


class Command(BaseCommand):
    help = "Does once what the scheduler does every minute, and says how many notices were new."

    def handle(self, *args: Any, **options: Any) -> None:
        done = tick()
        self.stdout.write(f"New notices: {done.notices}. Mails sent: {done.mails}.")
