"""The database after all migrations, as a dump that fills an empty database within a second.

Migrating from empty takes a minute of CPU time: the statements take three seconds, and Django spends the rest on
rendering the state of every model again for each migration that touches a related one. So `manage.py migrate` restores
this dump into a database without tables, and then runs newer migrations. `make schema` renews the dump from a real
migration; a test compares the two. It is plain SQL that any connection can run, without PostgreSQL's programs."""

import ast
import hashlib
import lzma
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from config import backup

DUMP_FILE = Path(__file__).with_name("schema.sql.xz")
# Files that affect the database, besides migrations, SQL files and what migrations import.
FURTHER_FILES = ("config/grants.py", "config/routers.py", "requirements.lock")
HEADER = "-- As migrated by: "
# Comments of pg_dump, meta-commands of psql, session settings, and the schemas that `grants.prepare` creates.
LEFT_OUT_OF_DUMP = re.compile(
    r"^(--\n-- .*\n--\n+|-- Dumped .*\n|\\(un)?restrict .*\n+|SET .*\n|CREATE SCHEMA .*\n+)",
    re.MULTILINE,
)
APPLIED = re.compile(r"(\(\d+, '\w+', '\d{4}_\w+'), '[^']+'\)")
DUMP = (
    "--no-owner",
    "--no-privileges",
    "--exclude-extension=*",
    "--inserts",
    "--rows-per-insert=500",
)


def is_empty(connection: BaseDatabaseWrapper) -> bool:
    return not connection.introspection.table_names()


def restore(connection: BaseDatabaseWrapper) -> None:
    """Fills an empty database, completely or not at all. Runs as the owner, after `grants.prepare`."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(read_dump())


def read_dump() -> str:
    return lzma.decompress(DUMP_FILE.read_bytes()).decode()


def write_dump(text: str) -> None:
    DUMP_FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def dump() -> str:
    """The SQL for `restore`, from the owner's current database. Raises CommandFailed if pg_dump fails."""
    with backup.pg_dump_output(*DUMP) as output:
        text = output.read().decode()
    text = LEFT_OUT_OF_DUMP.sub("", text)
    text = text.replace(
        "set_config('search_path', '', false)", "set_config('search_path', '', true)"
    )
    return (
        f"{HEADER}{fingerprint(settings.BASE_DIR, folders())}\n"
        # Functions may refer to tables that are created later.
        "SET LOCAL check_function_bodies = false;\n" + APPLIED.sub(r"\1, now())", text)
    )


@contextmanager
def migrated_from_empty() -> Iterator[None]:
    """Inside the block the owner's connection uses a new database, on which all migrations were run."""
    owner = connections["owner"]
    name = owner.settings_dict["NAME"]
    with new_database(f"{name}_from_empty") as scratch:
        owner.close()
        owner.settings_dict["NAME"] = scratch
        try:
            call_command(
                "migrate", database="owner", interactive=False, verbosity=0, from_empty=True
            )
            yield
        finally:
            owner.close()
            owner.settings_dict["NAME"] = name


@contextmanager
def new_database(name: str) -> Iterator[str]:
    """Inside the block there is an empty database of this name, beside the owner's."""
    run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    run("CREATE DATABASE {}", name)
    try:
        yield name
    finally:
        run("DROP DATABASE {} WITH (FORCE)", name)


def run(statement: str, name: str) -> None:
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(sql.Identifier(name)))


def fingerprint_of_dump() -> str:
    return read_dump().partition("\n")[0].removeprefix(HEADER)


def folders() -> list[Path]:
    """The folders of our own apps."""
    app_folders = (Path(each.path) for each in apps.get_app_configs())
    return sorted(folder for folder in app_folders if folder.parent == settings.BASE_DIR)


def fingerprint(root: Path, apps: Iterable[Path]) -> str:
    """A hash of every migration of these apps, of the files that migrations import, and of FURTHER_FILES."""
    digest = hashlib.sha256()
    for file in sorted(files(root, apps)):
        digest.update(f"{file.relative_to(root)}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def files(root: Path, apps: Iterable[Path]) -> set[Path]:
    hashed_files = {root / name for name in FURTHER_FILES if (root / name).exists()}
    for app in apps:
        migrations = [each for each in (app / "migrations").rglob("*") if is_source(each)]
        hashed_files |= {*migrations, *app.rglob("*.sql")}
        for migration in migrations:
            hashed_files |= set(imported(root, migration))
    return hashed_files


def is_source(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc"


def imported(root: Path, file: Path) -> Iterator[Path]:
    """Yields the paths of our own modules that this file imports directly."""
    if file.suffix != ".py":
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        for name in names:
            path = root.joinpath(*name.split("."))
            yield from (
                each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()
            )
