from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

# Checks are registered; and tasks that a web process hands over must know the broker. Whatever only starts programs
# (config/running) needs neither.
from config import celery, checks  # noqa: F401


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        autodiscover_modules("house", "log_words")
