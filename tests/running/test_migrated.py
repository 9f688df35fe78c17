"""The migrated database that is kept from one run of the tests to the next is never a stale one."""

from pathlib import Path

import pytest
from django.db import connections

from config.running.testing import is_one_file
from tests import migrated


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
    return migrated.fingerprint(root, [root / "camp"])


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
        "config/settings.py",
        "config/grants.py",
        "requirements-dev.lock",
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
    root = migrated.settings.BASE_DIR
    found = {str(file.relative_to(root)) for file in migrated.files(root, migrated.folders())}
    assert {"accounts/migrations/0001_initial.py", "vault/fields.py", "config/grants.py"} <= found
    assert {*migrated.ALSO} <= found


@pytest.mark.django_db
def test_only_the_newest_are_kept() -> None:
    stem = f"{connections['owner'].settings_dict['NAME']}_kept_"
    made = [f"{stem}{letter}" for letter in "zyxwv"]
    try:
        for name in made:
            migrated.run("CREATE DATABASE {} TEMPLATE template0", name)
        migrated.forget_old(stem)
        assert migrated.existing(stem) == made[-migrated.KEPT :]
    finally:
        for name in migrated.existing(stem):
            migrated.run("DROP DATABASE {}", name)


@pytest.mark.parametrize(
    ("arguments", "is_one"),
    [
        (["tests/running/test_health.py"], True),
        (
            ["tests/running/test_health.py::test_one", "tests/running/test_health.py::test_two"],
            True,
        ),
        (["tests/running/test_health.py", "-k", "broker"], True),
        (["tests/running/test_health.py", "tests/running/test_locks.py"], False),
        (["tests/running"], False),
        (["-k", "broker"], False),
        ([], False),
    ],
)
def test_one_file_needs_one_process(arguments: list[str], is_one: bool) -> None:
    assert is_one_file(arguments) is is_one
