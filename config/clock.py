"""Celery beat by itself: it sends the names of tasks that are due, and runs none.

So it loads neither Django's settings nor any of our apps, with which it would hold three times the memory.
"""

from celery import Celery
from celery.loaders.app import AppLoader

from config import environment
from config.celery import SCHEDULE


class SendsAlone(AppLoader):
    def import_default_modules(self) -> list[str]:
        """Would set Django up, because the app in config.celery asks for it."""
        return []


app = Celery("amparo", broker=environment.text("REDIS_URL"), loader=SendsAlone, fixups=[])
app.conf.update(
    beat_schedule=SCHEDULE,
    broker_connection_retry_on_startup=True,
    # A broker that hangs is tried again at the next minute.
    broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 5},
)
