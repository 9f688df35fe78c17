"""Which tests run: one file in one process, and the long ones where something changed that they guard."""

from pathlib import Path

import pytest

from config.running import testing
from config.running.place import Place
from config.running.testing import Which, is_one_file, names_tests


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of four files."""
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    monkeypatch.setattr(testing, "PASSED", tmp_path / "passed.txt")
    write(tmp_path / "templates/camp/bed.html", "<p>")
    write(tmp_path / "camp/beds/querysets.py", "ROWS = 20")
    write(tmp_path / "camp/beds/choices.py", "FREE = 'free'")
    write(tmp_path / "tests/test_camp.py", "@pytest.mark.long")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def runs(monkeypatch: pytest.MonkeyPatch) -> Which:
    """What a merge would run now."""
    chosen: list[Which] = []
    monkeypatch.setattr(testing, "test", lambda place, which, arguments: chosen.append(which) or 0)
    testing.for_a_merge(Place(Path()), [])
    return chosen[0]


@pytest.mark.parametrize(
    ("path", "which"),
    [
        ("templates/camp/bed.html", Which.ALL),
        ("camp/beds/querysets.py", Which.ALL),
        ("camp/querysets/beds.py", Which.ALL),
        ("vault/fields.py", Which.ALL),
        ("camp/migrations/0002_more.py", Which.ALL),
        ("tests/test_camp.py", Which.ALL),
        ("camp/beds/choices.py", Which.QUICK),
        ("var/test/templates/bed.html", Which.QUICK),
        ("docs/domain.md", Which.QUICK),
    ],
)
def test_a_merge_runs_the_long_tests_where_what_they_guard_changed(
    root: Path, monkeypatch: pytest.MonkeyPatch, path: str, which: Which
) -> None:
    testing.PASSED.write_text(testing.guarded() + "\n")
    assert runs(monkeypatch) is Which.QUICK
    write(root / path, "@pytest.mark.long\nchanged = True")
    assert runs(monkeypatch) is which


def test_a_merge_runs_the_long_tests_where_they_never_passed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runs(monkeypatch) is Which.ALL


def test_the_real_ones_guard_what_decides_who_sees_what() -> None:
    found = {
        str(path.relative_to(testing.ROOT))
        for pattern in testing.GUARDED
        for path in testing.ROOT.glob(pattern)
    }
    assert {
        "accounts/sight.py",
        "vault/fields.py",
        "casework/consents/querysets.py",
        "asylum/querysets/__init__.py",
        "templates/pages/base.html",
        "shelters/access.py",
    } <= found


@pytest.mark.parametrize(
    ("arguments", "is_one", "are_some"),
    [
        (["tests/running/test_health.py"], True, True),
        (
            ["tests/running/test_health.py::test_one", "tests/running/test_health.py::test_two"],
            True,
            True,
        ),
        (["tests/running/test_health.py", "-k", "broker"], True, True),
        (["tests/running/test_health.py", "tests/running/test_locks.py"], False, True),
        (["tests/running"], False, True),
        (["-k", "broker"], False, True),
        (["--durations=20"], False, False),
        ([], False, False),
    ],
)
def test_one_file_needs_one_process_and_some_tests_are_not_all(
    arguments: list[str], is_one: bool, are_some: bool
) -> None:
    assert is_one_file(arguments) is is_one
    assert names_tests(arguments) is are_some
