"""Makes a test database, and puts it back to how the migrations left it.

Transactional tests commit, and as the application's role they may not empty the append-only tables.
So the owner does it, and puts back the rows that migrations wrote (reference data)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction
from django.test.utils import setup_databases, teardown_databases
from psycopg import sql

from config import grants
from config.grants import SCHEMAS, WRITTEN_BY_OWNER_ONLY

# A row that goes is looked for in every table that could point at it: of more rows than these, tables are emptied.
MANY_ROWS = 3000


def create(*, verbosity: int = 0, keepdb: bool = False) -> Any:
    """A database named test_..., migrated by the owner, with the application's rights on it.

    Both connections lead to it from now on; returns what Django's teardown_databases takes.
    """
    # All aliases: with fewer, the mirror is left out and tests meet the real database.
    databases = setup_databases(verbosity=verbosity, interactive=False, aliases=None, keepdb=keepdb)
    grants.grant(connections["owner"], role=connections["default"].settings_dict["USER"])
    grants.tell_planner(connections["owner"])
    return databases


@contextmanager
def scratch_database() -> Iterator[None]:
    """A test database for as long as the block lasts."""
    databases = create()
    try:
        yield
    finally:
        connections.close_all()
        teardown_databases(databases, verbosity=0)


@dataclass(frozen=True)
class Snapshot:
    """Every table, with the rows it held as PostgreSQL's COPY writes them."""

    database: str
    rows: list[tuple[sql.Composable, bytes]]

    @classmethod
    def take(cls) -> "Snapshot":
        with connections["owner"].cursor() as cursor:
            return cls(database_name(), [(table, read(cursor, table)) for table in tables()])

    def restore(self) -> None:
        """Raises RuntimeError on any database but the test database the snapshot was taken of."""
        if database_name() != self.database or not self.database.startswith("test_"):
            raise RuntimeError(f"Refused to empty {database_name()}: it is not {self.database}.")
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            changed = self.changed(cursor)
            is_emptied = count(cursor, changed) > MANY_ROWS
            written = self.rows if is_emptied else changed
            written = [(table, content) for table, content in written if content or not is_emptied]
            for table, _ in written:
                cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(table))
            if is_emptied:
                everything = sql.SQL(", ").join(table for table, _ in self.rows)
                cursor.execute(sql.SQL("TRUNCATE {}").format(everything))
            for table, content in written:
                cursor.execute(sql.SQL("DELETE FROM {}").format(table))
                with cursor.copy(sql.SQL("COPY {} FROM STDIN").format(table)) as copy:
                    copy.write(content)
            # PostgreSQL refuses ALTER TABLE while a table's foreign keys wait to be checked.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table, _ in written:
                cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(table))

    def changed(self, cursor: Any) -> list[tuple[sql.Composable, bytes]]:
        """The tables that hold something else now, as most tests write to a few; and what each held."""
        held = sql.SQL(", ").join(
            sql.SQL("EXISTS (SELECT FROM {})").format(table) for table, _ in self.rows
        )
        cursor.execute(sql.SQL("SELECT {}").format(held))
        return [
            (table, content)
            for (table, content), is_held in zip(self.rows, cursor.fetchone(), strict=True)
            if is_held != bool(content) or (content and content != read(cursor, table))
        ]


def read(cursor: Any, table: sql.Composable) -> bytes:
    """The rows of a table as PostgreSQL's COPY writes them."""
    with cursor.copy(sql.SQL("COPY {} TO STDOUT").format(table)) as copy:
        return b"".join(bytes(block) for block in copy)


def count(cursor: Any, tables: Iterable[tuple[sql.Composable, bytes]]) -> int:
    rows = [sql.SQL("(SELECT count(*) FROM {})").format(table) for table, _ in tables]
    cursor.execute(sql.SQL("SELECT {}").format(sql.SQL(" + ").join([sql.SQL("0"), *rows])))
    return int(cursor.fetchone()[0])


def tables() -> list[sql.Composable]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname = ANY(%s) AND tablename <> ALL(%s) ORDER BY 1, 2",
            [list(SCHEMAS), list(WRITTEN_BY_OWNER_ONLY)],
        )
        return [sql.Identifier(schema, table) for schema, table in cursor.fetchall()]


def database_name() -> str:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT current_database()")
        return str(cursor.fetchone()[0])
