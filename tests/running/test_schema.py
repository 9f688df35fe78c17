"""The dump from which an empty database is filled is what the migrations make, and never a stale one."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from config import grants, schema

RIGHTS = """
    SELECT 'relation', oid::regclass::text, relacl::text FROM pg_class
        WHERE relnamespace IN ('public'::regnamespace, 'vault'::regnamespace)
    UNION ALL SELECT 'function', oid::regprocedure::text, proacl::text FROM pg_proc
        WHERE pronamespace IN ('public'::regnamespace, 'vault'::regnamespace)
    UNION ALL SELECT 'schema', nspname::text, nspacl::text FROM pg_namespace WHERE nspname IN ('public', 'vault')
    ORDER BY 1, 2
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path / "config/settings.py", "APPS = ['camp']")
    write(
        tmp_path / "camp/migrations/0001_initial.py",
        "import camp.fields\nfrom camp.sql import view",
    )
    write(tmp_path / "camp/fields.py", "LENGTH = 7")
    write(tmp_path / "camp/sql/__init__.py", "")
    write(tmp_path / "camp/sql/view.py", "VIEW = 'SELECT 1'")
    write(tmp_path / "camp/functions.sql", "SELECT 1")
    write(tmp_path / "camp/views.py", "ROWS = 20")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def of(root: Path) -> str:
    return schema.fingerprint(root, [root / "camp"])


@pytest.mark.parametrize(
    "path",
    [
        "camp/migrations/0001_initial.py",
        "camp/migrations/0002_more.py",
        "camp/migrations/rows.csv",
        "camp/fields.py",
        "camp/sql/view.py",
        "camp/functions.sql",
        "camp/more.sql",
        "config/routers.py",
        "config/grants.py",
        "requirements.lock",
    ],
)
def test_whatever_shapes_the_database_changes_its_name(root: Path, path: str) -> None:
    before = of(root)
    assert before == of(root)
    write(root / path, "changed = True")
    assert of(root) != before


def test_a_migration_that_went_or_got_another_name_changes_it_too(root: Path) -> None:
    before = of(root)
    first = root / "camp/migrations/0001_initial.py"
    renamed = first.rename(first.with_name("0001_first.py"))
    assert of(root) != before
    renamed.unlink()
    assert of(root) != before


def test_what_no_migration_sees_leaves_it_alone(root: Path) -> None:
    before = of(root)
    write(root / "camp/views.py", "ROWS = 50")
    write(root / "camp/migrations/__pycache__/0001_initial.pyc", "compiled")
    assert of(root) == before


def test_the_real_ones_are_among_what_counts() -> None:
    root = settings.BASE_DIR
    found = {str(file.relative_to(root)) for file in schema.files(root, schema.folders())}
    assert {"accounts/migrations/0001_initial.py", "vault/fields.py", "config/grants.py"} <= found
    assert {*schema.FURTHER_FILES} <= found


def test_the_kept_schema_is_of_these_migrations() -> None:
    """Else a new database would begin with what they no longer make: `make schema` makes it anew."""
    now = schema.fingerprint(settings.BASE_DIR, schema.folders())
    assert schema.fingerprint_of_dump() == now, "run make schema"


@pytest.mark.long(of="database")
def test_the_kept_schema_is_what_every_migration_makes(
    django_db_setup: None, django_db_blocker: Any
) -> None:
    """Tables, triggers, functions and rows, to the letter; and who may do what."""
    with django_db_blocker.unblock():
        restored = rights()
        with schema.migrated_from_empty():
            assert schema.dump() == schema.read_dump()
            call_command("createcachetable", database="owner", verbosity=0)
            grants.grant(connections["owner"], role=connections["default"].settings_dict["USER"])
            assert rights() == restored


def rights() -> list[tuple[str, ...]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(RIGHTS)
        return cursor.fetchall()


@pytest.mark.django_db
def test_a_database_that_knows_other_migrations_is_refused() -> None:
    MigrationRecorder(connections["owner"]).record_applied("casework", "0007_of_a_newer_version")
    with pytest.raises(CommandError, match=r"casework\.0007_of_a_newer_version"):
        call_command("setup_database", verbosity=0)
