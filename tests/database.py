"""Makes a test database, and puts it back to how the migrations left it.

Transactional tests commit, and as the application's role they may not empty the append-only tables.
So the owner does it, and puts back the rows that migrations wrote (reference data)."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections, transaction
from django.test.utils import setup_databases, teardown_databases
from psycopg import sql

from config import grants, schema
from config.grants import SCHEMAS, WRITTEN_BY_OWNER_ONLY

# Set where the server is the tests' own (tests/runner.py): on another one nothing may be left behind.
KEEPS_TEMPLATE = "TESTS_KEEP_TEMPLATE"
KEPT = "migrated_"
# Of the server's advisory locks: who holds it makes the copy that is kept.
LOCK = 4_731_003
# A row that goes is looked for in every table that could point at it: of more rows than these, tables are emptied.
MANY_ROWS = 3000


def create(*, verbosity: int = 0, keepdb: bool = False) -> Any:
    """A database named test_..., migrated by the owner, with the application's rights on it.

    Both connections lead to it from now on; returns what Django's teardown_databases takes.
    """
    is_copied = not keepdb and os.environ.get(KEEPS_TEMPLATE)
    databases = copied(verbosity) if is_copied else migrated(verbosity, keepdb)
    grants.grant(connections["owner"], role=connections["default"].settings_dict["USER"])
    grants.set_planner_costs(connections["owner"])
    return databases


def migrated(verbosity: int, keepdb: bool = False) -> Any:
    # All aliases: with fewer, the mirror is left out and tests meet the real database.
    return setup_databases(
        verbosity=verbosity,
        interactive=False,
        aliases=None,
        keepdb=keepdb,
        # `Snapshot` puts rows back; Django need not write them all down for it.
        serialized_aliases=[],
    )


def copied(verbosity: int) -> Any:
    """A copy of a database that was migrated once and is kept on the server: a tenth of a second in place of two.

    Whoever finds none migrates and keeps a copy; others wait for it.
    """
    owner = connections["owner"]
    kept, test = f"{KEPT}{fingerprint()}", owner.creation._get_test_db_name()  # type: ignore[attr-defined]
    with owner._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [KEPT])
        found = [name for (name,) in cursor.fetchall()]
        if kept not in found:
            databases = migrated(verbosity)
            connections.close_all()
            for name in found:
                run(cursor, "DROP DATABASE {} WITH (FORCE)", name)
            run(cursor, "CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy", kept, test)
            return databases
        run(cursor, "DROP DATABASE IF EXISTS {} WITH (FORCE)", test)
        run(cursor, "CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy", test, kept)
    # From here on as Django does it.
    owner.close()
    databases = [(owner, owner.settings_dict["NAME"], True)]
    settings.DATABASES["owner"]["NAME"] = owner.settings_dict["NAME"] = test
    connections["default"].creation.set_as_test_mirror(owner.settings_dict)
    return databases


def run(cursor: Any, statement: str, *names: str) -> None:
    cursor.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def fingerprint() -> str:
    """Changes with all that a migrated database depends on: migrations, the dump of them, and what Django writes after
    them, which is a row for each model and each of its permissions."""
    digest = hashlib.sha256(schema.fingerprint(settings.BASE_DIR, schema.folders()).encode())
    digest.update(schema.DUMP_FILE.read_bytes())
    for model in apps.get_models():
        meta = model._meta
        written = (meta.label, meta.verbose_name_raw, meta.default_permissions, meta.permissions)
        digest.update(f"{written}\n".encode())
    return digest.hexdigest()[:16]


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
