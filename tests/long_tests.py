"""Which tests are long, what they guard, and the state for which they last passed.

A quick test checks a part of each rule, a long one all of it: every page of both worlds, every axe rule in both themes,
a migration from empty. A merge runs those whose guarded files changed since they passed:
`@pytest.mark.long(of="looks")`."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from config.running.var_folder import ROOT

GUARDED = {
    # Visibility, and what is sealed.
    "sight": (
        "accounts/**/*.py",
        "vault/**/*.py",
        "**/querysets*.py",
        "**/querysets/**/*.py",
        "**/access.py",
        "**/sight.py",
        "**/middleware.py",
        "**/api.py",
        "**/api/**/*.py",
        "config/settings.py",
        "config/house.py",
    ),
    # The look of every page, and the keys and taps of daily tasks: a change of a view alone can break a browser test.
    "looks": (
        "templates/**/*",
        "**/views*.py",
        "**/views/**/*.py",
        "pages/styles/**/*",
        "pages/scripts/**/*",
        "**/static/**/*",
        "**/forms*.py",
        "**/forms/**/*.py",
        "**/urls*.py",
        "**/middleware.py",
        "config/settings.py",
    ),
    # The schema dump equals the migrations, and the documented first change works.
    "database": ("**/migrations/*", "config/schema*", "config/grants.py", "docs/first-change.md"),
    # Programs that are started, killed and restarted; some are part of a package.
    "programs": (
        "requirements*.lock",
        "config/backup*",
        "config/running/**/*",
        "config/management/**/*",
        "**/confined.py",
    ),
    # The demonstration and its growth.
    "demonstration": ("seeds/**/*",),
    # The spring of 2019, as docs/replay.md tells it.
    "replay": (
        "aid/**/*.py",
        "shelters/**/*.py",
        "worklist/**/*.py",
        "docs/replay.md",
        "**/replay/*",
    ),
    # The daily projection equals its sources, even with concurrent writes or a killed process; and of fifty
    # simultaneous writers exactly one is first.
    "projection": (
        "worklist/**/*.py",
        "**/due.py",
        "**/waiting.py",
        "casework/exits/*.py",
        "**/slots.py",
        "**/querysets*.py",
        "**/querysets/**/*.py",
        "shelters/keeping.py",
        "shelters/actions/placements.py",
        "config/schema.sql.xz",
    ),
}
PASSED = ROOT / "tests" / "long_passed.txt"


def due() -> list[str]:
    """The groups that have not passed since a guarded file changed."""
    passed = PASSED.read_text().splitlines() if PASSED.exists() else []
    return [group for group in GUARDED if _line(group) not in passed]


def note_passed(groups: Iterable[str]) -> None:
    """Records that these groups passed for the current state."""
    kept = set(GUARDED) - set(due()) | set(groups)
    PASSED.write_text("".join(f"{_line(group)}\n" for group in GUARDED if group in kept))


def marks(groups: Iterable[str]) -> str:
    """The tests of these groups, as an argument of pytest's -m."""
    return " or ".join(f'long(of="{group}")' for group in groups)


def _line(group: str) -> str:
    return f"{group} {guarded(group)}"


def guarded(group: str) -> str:
    """A hash of every file that the group guards, and of its tests."""
    files = {path for pattern in GUARDED[group] for path in matching(pattern) if path.is_file()}
    files |= {path for path in ROOT.glob("tests/**/*.py") if marks([group]) in path.read_text()}
    digest = hashlib.sha256()
    for path in sorted(files):
        if "__pycache__" not in path.relative_to(ROOT).parts:
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def matching(pattern: str) -> Iterator[Path]:
    """Like `ROOT.glob`, without `.venv` and `var`, which have a hundred times more files."""
    below = pattern.removeprefix("**/")
    yield from ROOT.glob(below)
    if below != pattern:
        for folder in ROOT.iterdir():
            if folder.is_dir() and folder.name not in {".venv", "var"}:
                yield from folder.glob(pattern)
