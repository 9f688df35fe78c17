"""The Celery app for beat, which only sends the names of due tasks.

It loads neither Django's settings nor our apps, which would take three times the memory."""

from celery import Celery
from celery.loaders.app import AppLoader

from config import environment
from config.celery import SCHEDULE


class LoaderWithoutTasks(AppLoader):
    def import_default_modules(self) -> list[str]:
        """Loads nothing: the default would set Django up, because the app in config.celery needs it."""
        return []


app = Celery("amparo", broker=environment.text("REDIS_URL"), loader=LoaderWithoutTasks, fixups=[])
app.conf.update(
    beat_schedule=SCHEDULE,
    broker_connection_retry_on_startup=True,
    # If the broker hangs, the next minute tries again.
    broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 5},
)
