from typing import Any

from django.core.management.commands.makemigrations import Command as Django

from config import migration_words


class Command(Django):
    """Django's makemigrations, without labels of models and fields."""

    def handle(self, *args: Any, **options: Any) -> Any:
        with migration_words.labels_left_out():
            return super().handle(*args, **options)
