from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Django
from django.db import connections

from config import grants, migration_words, schema


class Command(Django):
    """Django's migrate, without labels of models and fields. First restores the dump into a database without tables."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--from-empty",
            action="store_true",
            help="Run every migration, and do not begin with the kept schema.",
        )

    def handle(self, *args: Any, from_empty: bool = False, **options: Any) -> Any:
        connection = connections[options["database"]]
        if not options["app_label"] and schema.is_empty(connection):
            grants.prepare(connection)
            if not from_empty:
                schema.restore(connection)
        with migration_words.labels_left_out():
            return super().handle(*args, **options)
