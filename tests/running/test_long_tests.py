"""Long tests run in a merge where something changed that they guard since they last passed."""

import re
import sys
from pathlib import Path

import pytest

from accounts.due import due_sources
from config.running.var_folder import VarFolder
from tests import long_tests, runner

ALL = list(long_tests.GUARDED)
TESTS = long_tests.ROOT / "tests"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of four files whose long tests all passed."""
    monkeypatch.setattr(long_tests, "ROOT", tmp_path)
    monkeypatch.setattr(long_tests, "PASSED", tmp_path / "passed.txt")
    write(tmp_path / "templates/camp/bed.html", "<p>")
    write(tmp_path / "camp/beds/querysets.py", "ROWS = 20")
    write(tmp_path / "camp/beds/choices.py", "FREE = 'free'")
    write(tmp_path / "tests/test_camp.py", '@pytest.mark.long(of="looks")')
    long_tests.note_passed(ALL)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    ("path", "groups"),
    [
        ("templates/camp/bed.html", ["looks"]),
        ("pages/scripts/keys.js", ["looks"]),
        ("camp/beds/querysets.py", ["sight", "projection"]),
        ("camp/querysets/beds.py", ["sight", "projection"]),
        ("camp/beds/views.py", ["looks"]),
        ("camp/views/beds.py", ["looks"]),
        ("vault/fields.py", ["sight"]),
        ("camp/api/views.py", ["sight", "looks"]),
        ("accounts/middleware.py", ["sight", "looks"]),
        ("camp/migrations/0002_more.py", ["database"]),
        ("config/running/servers.py", ["programs"]),
        ("seeds/data/names.csv", ["demonstration"]),
        ("requirements.lock", ["programs"]),
        ("requirements-dev.lock", ["programs"]),
        ("camp/due.py", ["projection"]),
        ("camp/beds/slots.py", ["projection"]),
        ("tests/test_camp.py", ["looks"]),
        ("camp/beds/choices.py", []),
        ("var/test/templates/bed.html", []),
        ("docs/domain.md", []),
    ],
)
def test_those_are_due_that_guard_what_changed(root: Path, path: str, groups: list[str]) -> None:
    assert long_tests.due() == []
    write(root / path, '@pytest.mark.long(of="looks")\nchanged = True')
    assert long_tests.due() == groups


def test_all_are_due_where_none_ever_passed(root: Path) -> None:
    long_tests.PASSED.unlink()
    assert long_tests.due() == ALL


def test_those_that_passed_are_noted_beside_those_that_passed_before(root: Path) -> None:
    write(root / "templates/camp/bed.html", "<p class=bed>")
    write(root / "seeds/world.py", "PEOPLE = 1400")
    assert long_tests.due() == ["looks", "demonstration"]
    long_tests.note_passed(["looks"])
    assert long_tests.due() == ["demonstration"]


@pytest.mark.parametrize(
    ("code", "arguments", "left"),
    [(0, [], []), (1, [], ["looks"]), (0, ["-k", "bed"], ["looks"])],
)
def test_a_merge_asks_for_those_that_are_due_and_notes_them_where_all_passed(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    arguments: list[str],
    left: list[str],
) -> None:
    asked = []
    monkeypatch.setattr(runner, "_test", lambda place, marks, rest: asked.append(marks) or code)
    monkeypatch.setattr(runner, "chromium", lambda: "/usr/bin/chromium")
    runner.for_a_merge(VarFolder(Path()), arguments)
    write(root / "templates/camp/bed.html", "<p class=bed>")
    runner.for_a_merge(VarFolder(Path()), arguments)
    assert asked == ["not long", 'not long or long(of="looks")']
    assert long_tests.due() == left


def test_each_group_has_a_test_and_each_long_test_a_group() -> None:
    marks = re.compile(
        r"^(?:@|    |pytestmark = |    marks=|            marks=)pytest\.mark\.long\b(.*?),?$",
        re.MULTILINE,
    )
    said = {
        group
        for path in long_tests.ROOT.glob("tests/**/*.py")
        for group in marks.findall(path.read_text())
    }
    assert said == {f'(of="{group}")' for group in ALL}


def test_the_real_ones_guard_what_decides_who_sees_what() -> None:
    found = {
        str(path.relative_to(long_tests.ROOT))
        for patterns in long_tests.GUARDED.values()
        for pattern in patterns
        for path in long_tests.matching(pattern)
    }
    assert {
        "accounts/sight.py",
        "vault/fields.py",
        "casework/consents/querysets.py",
        "asylum/papers/querysets.py",
        "asylum/claims/api.py",
        "templates/pages/base.html",
        "shelters/access.py",
        "pages/styles/tables.css",
        "imports/rules/confined.py",
        "worklist/projection/update.py",
    } <= found


def test_every_source_of_what_falls_due_is_guarded_with_what_is_kept_of_it() -> None:
    guarded = {
        path
        for pattern in long_tests.GUARDED["projection"]
        for path in long_tests.ROOT.glob(pattern)
    }
    asked = {each for source in due_sources for each in (source.say, source.rows_on)}
    names = {each.__module__ for each in asked} - {"builtins", "functools"}
    sources = {Path(sys.modules[name].__file__ or "") for name in names}
    assert len(sources) > 25
    assert sources <= guarded
