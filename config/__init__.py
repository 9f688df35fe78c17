"""Settings, URLs, the Celery app and its schedule, and how the house is started. Imported by nobody."""

# Tasks that a web process hands over must know the broker: the app is made with the settings.
from config.celery import app as celery_app

__all__ = ["celery_app"]
