from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from config import checks  # noqa: F401 - registers them


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        autodiscover_modules("house", "log_words")
