"""A database as the migrations leave it, kept from one run to the next; tests work on copies of it.

Migrating takes a minute, copying a second. The name of what is kept holds a fingerprint of all that
migrations are made of, so one that no longer fits is never found, and is thrown away in time."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connections
from django.test.utils import teardown_databases
from psycopg import sql

from tests.database import create

# For who goes back and forth between two branches.
KEPT = 3
# What shapes a database besides the migrations: who may do what in it, which apps and what is installed.
ALSO = (
    "config/grants.py",
    "config/routers.py",
    "config/settings.py",
    "requirements-dev.lock",
    "tests/database.py",
)


def kept() -> str:
    """The name of a migrated database that nobody is connected to; made where there is none."""
    owner = connections["owner"]
    stem = f"test_{owner.settings_dict['NAME']}_as_migrated_"
    name = stem + fingerprint(settings.BASE_DIR, folders())
    if name in existing(stem):
        return name
    databases = create()
    connections.close_all()
    made = owner.settings_dict["NAME"]
    # Leads the connections back; there is nothing to drop, since it gets its name for good only now.
    teardown_databases(databases, verbosity=0, keepdb=True)
    run("ALTER DATABASE {} RENAME TO {}", made, name)
    run("ALTER DATABASE {} ALLOW_CONNECTIONS false", name)
    forget_old(stem)
    return name


@contextmanager
def copied(name: str) -> Iterator[None]:
    """A copy of what is kept, under this name for as long as the block lasts; tests may have begun already."""
    template = existing("test_", fingerprint(settings.BASE_DIR, folders()))[-1]
    run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
    run("CREATE DATABASE {} TEMPLATE {}", name, template)
    try:
        yield
    finally:
        run("DROP DATABASE {} WITH (FORCE)", name)


def forget_old(stem: str) -> None:
    for old in existing(stem)[:-KEPT]:
        run("DROP DATABASE {}", old)


def existing(stem: str, end: str = "") -> list[str]:
    """What is kept, oldest first."""
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s) AND datname LIKE %s ORDER BY oid",
            [stem, f"%{end}"],
        )
        return [row[0] for row in cursor.fetchall()]


def run(statement: str, *names: str) -> None:
    with connections["owner"]._nodb_cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def folders() -> list[Path]:
    """The folders of our own apps."""
    found = (Path(each.path) for each in apps.get_app_configs())
    return sorted(folder for folder in found if folder.parent == settings.BASE_DIR)


def fingerprint(root: Path, apps: Iterable[Path]) -> str:
    """Changes with every migration of these apps, with what a migration imports, and with `ALSO`."""
    digest = hashlib.sha256()
    for file in sorted(files(root, apps)):
        digest.update(f"{file.relative_to(root)}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def files(root: Path, apps: Iterable[Path]) -> set[Path]:
    found = {root / name for name in ALSO if (root / name).exists()}
    for app in apps:
        migrations = [each for each in (app / "migrations").rglob("*") if is_source(each)]
        found |= {*migrations, *app.rglob("*.sql")}
        for migration in migrations:
            found |= set(imported(root, migration))
    return found


def is_source(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc"


def imported(root: Path, file: Path) -> Iterator[Path]:
    """The files of our own that it imports: a field's column, a trigger's text."""
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
