from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

# Registers checks, and the Celery app, so that web processes can send tasks. config/running needs neither.
from config import celery, checks  # noqa: F401


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        autodiscover_modules("house", "log_words")
