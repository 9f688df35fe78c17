"""What was released stays as it was, and what a release has to bring along is there."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from config import released
from config.running.errors import CommandFailed
from config.running.var_folder import ROOT
from tests.running.house import RELEASED

# A section without a day was never released.
RELEASE = r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$"
VERSIONS = re.findall(RELEASE, (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_no_released_migration_was_edited_or_taken_away() -> None:
    assert released.faults(ROOT) == []


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A house with two migrations, of which the first two were released."""
    for name in ("config", "camp/migrations"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / released.LIST).write_text("# Nothing yet\n\n")
    for name in ("0001_initial", "0002_beds"):
        (tmp_path / f"camp/migrations/{name}.py").write_text(f"operations = ['{name}']\n")
    (tmp_path / "camp/migrations/__init__.py").touch()
    assert released.faults(tmp_path) == []
    assert released.record(tmp_path) == [
        "camp/migrations/0001_initial.py",
        "camp/migrations/0002_beds.py",
    ]
    return tmp_path


def test_a_changed_and_a_vanished_migration_are_named(root: Path) -> None:
    with (root / "camp/migrations/0001_initial.py").open("a") as file:
        file.write("\n")
    (root / "camp/migrations/0002_beds.py").rename(root / "camp/migrations/0002_rooms.py")
    found = [
        "camp/migrations/0001_initial.py was released and has changed.",
        "camp/migrations/0002_beds.py was released and is gone.",
    ]
    assert released.faults(root) == found
    before = (root / released.LIST).read_text()
    with pytest.raises(CommandFailed, match=r"Bring it back, and write a new migration instead\.$"):
        released.record(root)
    assert (root / released.LIST).read_text() == before


def test_a_new_migration_is_free_until_it_is_released(root: Path) -> None:
    new = root / "camp/migrations/0003_meals.py"
    for text in ("operations = []\n", "operations = ['meals']\n"):
        new.write_text(text)
        assert released.faults(root) == []
    assert released.record(root) == ["camp/migrations/0003_meals.py"]
    assert released.record(root) == []
    assert len(released.recorded(root)) == 3
    new.write_text("operations = []\n")
    assert released.faults(root) == ["camp/migrations/0003_meals.py was released and has changed."]


def test_the_list_can_be_checked_without_us(root: Path) -> None:
    answer = subprocess.run(
        ["sha256sum", "--check", "--quiet", released.LIST], cwd=root, capture_output=True
    )
    assert answer.returncode == 0


def test_the_real_migrations_are_found() -> None:
    assert {"vault/migrations/0001_initial.py", "aid/migrations/0001_initial.py"} <= set(
        released.present(ROOT)
    )


def test_the_last_release_left_its_version_its_migrations_and_a_backup() -> None:
    """Before the first one there is nothing to hold."""
    assert bool(VERSIONS) == bool(released.recorded(ROOT)) == RELEASED.exists()
    if VERSIONS:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        assert project["version"] == VERSIONS[0]
        assert (RELEASED / VERSIONS[0] / "keys.json").exists()
