"""The Celery app for beat, which only sends the names of due tasks.

It loads neither Django's settings nor our apps, which would take three times the memory."""

from pathlib import Path
from typing import Any

from celery import Celery
from celery.beat import PersistentScheduler
from celery.loaders.app import AppLoader

from config import environment
from config.celery import SCHEDULE
from config.running.probe import SIGN


class ShowsItLives(PersistentScheduler):
    """Touches a file each time that it looks what is due, at least once a minute. A clock that hangs does not."""

    def tick(self, *arguments: Any, **named: Any) -> Any:
        Path(f"{self.schedule_filename}{SIGN}").touch()
        return super().tick(*arguments, **named)


class LoaderWithoutTasks(AppLoader):
    def import_default_modules(self) -> list[str]:
        """Loads nothing: the default would set Django up, because the app in config.celery needs it."""
        return []


app = Celery("amparo", broker=environment.text("REDIS_URL"), loader=LoaderWithoutTasks, fixups=[])
app.conf.update(
    beat_schedule=SCHEDULE,
    beat_scheduler=ShowsItLives,
    broker_connection_retry_on_startup=True,
    # If the broker hangs, the next minute tries again.
    broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 5},
)
