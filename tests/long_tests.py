"""Which tests are long, what they guard, and for which state of it they last passed.

A quick test asks a part of each rule, a long one all of it: every page of both worlds, every axe rule in both looks, a
migration from empty. A merge runs those whose files changed since they passed: `@pytest.mark.long(of="looks")`.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from config.running.place import ROOT

GUARDED = {
    # Who may see what, and what is sealed.
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
    # What every page looks like, and how many keys and taps the jobs of every day cost: a story in a browser may break by
    # a view alone.
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
    # That the dump is what the migrations make, and that a change can be made as the documents say.
    "database": ("**/migrations/*", "config/schema*", "config/grants.py", "docs/first-change.md"),
    # Programs that are started, killed and brought back; some of them come with a package.
    "programs": (
        "requirements*.lock",
        "config/backup*",
        "config/running/**/*",
        "config/management/**/*",
        "**/confined.py",
    ),
    # The demonstration and its growth.
    "demonstration": ("seeds/**/*",),
    # That what is kept of the day is what its sources say, whoever writes or is killed meanwhile; and that of fifty who
    # write at once one is first.
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
    """The groups that did not pass since something changed that they guard."""
    passed = PASSED.read_text().splitlines() if PASSED.exists() else []
    return [group for group in GUARDED if _line(group) not in passed]


def note_passed(groups: Iterable[str]) -> None:
    """Writes down that these groups passed for what they guard now."""
    kept = set(GUARDED) - set(due()) | set(groups)
    PASSED.write_text("".join(f"{_line(group)}\n" for group in GUARDED if group in kept))


def marks(groups: Iterable[str]) -> str:
    """The tests of these groups, as pytest's option -m takes it."""
    return " or ".join(f'long(of="{group}")' for group in groups)


def _line(group: str) -> str:
    return f"{group} {guarded(group)}"


def guarded(group: str) -> str:
    """Changes with every file that the group guards, and with its tests."""
    files = {path for pattern in GUARDED[group] for path in matching(pattern) if path.is_file()}
    files |= {path for path in ROOT.glob("tests/**/*.py") if marks([group]) in path.read_text()}
    digest = hashlib.sha256()
    for path in sorted(files):
        if "__pycache__" not in path.relative_to(ROOT).parts:
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def matching(pattern: str) -> Iterator[Path]:
    """As `ROOT.glob` gives them, but that nobody looks through `.venv` and `var`, where a hundred times more lies."""
    below = pattern.removeprefix("**/")
    yield from ROOT.glob(below)
    if below != pattern:
        for folder in ROOT.iterdir():
            if folder.is_dir() and folder.name not in {".venv", "var"}:
                yield from folder.glob(pattern)
