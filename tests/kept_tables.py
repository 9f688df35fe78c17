"""The tables of reference: the house's own loaders read them once for a process and a day, and further files copy their rows."""

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils import timezone
from psycopg import sql

from tests.database import read

Loader = Callable[[], None]
# What loaders added on a day to what the tables held, as lines of PostgreSQL's COPY.
ADDED: dict[tuple[Any, ...], dict[str, bytes]] = {}


def load(*loaders: Loader) -> None:
    """As if each of them were called, on the day of the clock."""
    with connection.cursor() as cursor:
        before = {table: read(cursor, sql.Identifier(table)) for table in tables_of_reference()}
        key = (timezone.localdate(), loaders, *before.values())
        if key in ADDED:
            for table, rows in ADDED[key].items():
                statement = sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))
                with cursor.copy(statement) as copy:
                    copy.write(rows)
            return
        for loader in loaders:
            loader()
        after = {table: read(cursor, sql.Identifier(table)) for table in before}
    # Loaders that changed what was there are called each time.
    if all(after[table].startswith(before[table]) for table in before):
        added = {table: after[table].removeprefix(before[table]) for table in before}
        ADDED[key] = {table: rows for table, rows in added.items() if rows}


def tables_of_reference() -> list[str]:
    models: list[Any] = [
        *apps.get_app_config("reference").get_models(include_auto_created=True),
        *apps.get_app_config("partners").get_models(include_auto_created=True),
    ]
    return [model._meta.db_table for model in models]
