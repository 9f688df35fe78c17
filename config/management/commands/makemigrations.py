from typing import Any

from django.core.management.commands.makemigrations import Command as Django

from config import migration_words


class Command(Django):
    """Django's own, without the labels of models."""

    def handle(self, *args: Any, **options: Any) -> Any:
        with migration_words.left_out():
            return super().handle(*args, **options)
