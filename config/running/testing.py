"""The tests on servers of their own, and nothing left behind: `make test`, `make test-long` and what a merge wants.

Tests marked `long` ask everything of what the quick ones ask a part: every page of both worlds, every axe rule in both
looks, a migration from empty. A merge runs them where something changed that they guard since they last passed."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum

import pytest

from config.running import child, tools
from config.running.place import ROOT, Place
from config.running.servers import servers
from config.running.trouble import Trouble

# Who may see what, what is sealed, what every page shows, and the database itself.
GUARDED = (
    "accounts/**/*.py",
    "vault/**/*.py",
    "templates/**/*",
    "**/querysets*.py",
    "**/querysets/**/*.py",
    "**/access.py",
    "**/sight.py",
    "**/middleware.py",
    "**/migrations/*",
    "config/settings.py",
    "config/house.py",
    "config/schema.sql.xz",
)
PASSED = ROOT / "tests" / "long_passed.txt"


class Which(StrEnum):
    """Which tests are run; the value is pytest's expression of marks."""

    QUICK = "not long"
    LONG = "long"
    ALL = ""


def test(place: Place, which: Which, arguments: Sequence[str]) -> int:
    """Runs pytest and returns its exit code. Raises Trouble, in CI also for a missing browser."""
    # Three for two cores: one of them waits for its database or browser at any time. One file is
    # never shared out, so it needs none.
    processes_at_once = os.environ.get("TEST_PROCESSES", "0" if is_one_file(arguments) else "3")
    # In the order in which they are collected: tests/conftest.py puts the longest files first.
    options = ["-n", processes_at_once, "--dist", "loadfile", "--no-loadscope-reorder"]
    browser = tools.chromium()
    if browser is None and os.environ.get("CI") == "true":
        raise Trouble("There is no Chromium here, and CI leaves no test out; install it.")
    marks = [which.value, "" if browser else "not browser"]
    options += ["-m", " and ".join(filter(None, marks))]
    with servers(place, careless=True) as found:
        environment = {
            **found.environment,
            "AMPARO_CHROMIUM": browser or "",
            # Which tests ran which code, for --testmon.
            "TESTMON_DATAFILE": str(place.folder / "testmon"),
            # What is compiled is kept here even where somebody wants none of it beside the code:
            # the first seconds of each run would go into compiling it again.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(place.folder / "compiled"),
        }
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        code = subprocess.run(child.command("same", command), env=environment, cwd=ROOT).returncode
    if code == pytest.ExitCode.NO_TESTS_COLLECTED and "--testmon" in arguments:
        print("Nothing changed that a test runs.")
        return 0
    if browser is None:
        print("Chromium is not installed: the browser tests were left out.")
    elif code == 0 and which is not Which.QUICK and not names_tests(arguments):
        PASSED.write_text(guarded() + "\n")
    return code


def for_a_merge(place: Place, arguments: Sequence[str]) -> int:
    """The quick tests, and the long ones where they are due; says which."""
    is_due = not PASSED.exists() or PASSED.read_text().strip() != guarded()
    print(
        "Quick and long tests run: something changed that the long ones guard since they last passed."
        if is_due
        else "Quick tests run. Nothing changed that the long ones guard since they last passed.",
        flush=True,
    )
    return test(place, Which.ALL if is_due else Which.QUICK, arguments)


def guarded() -> str:
    """Changes with every file that long tests guard, and with the tests that are marked so."""
    files = {path for pattern in GUARDED for path in ROOT.glob(pattern) if path.is_file()}
    files |= {path for path in ROOT.glob("tests/**/*.py") if "mark.long" in path.read_text()}
    digest = hashlib.sha256()
    for path in sorted(files):
        if {".venv", "var", "__pycache__"}.isdisjoint(path.relative_to(ROOT).parts):
            digest.update(f"{path.relative_to(ROOT)}\n".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def names_tests(arguments: Sequence[str]) -> bool:
    """Whether only some tests are asked for."""
    return any(each in {"-k", "-m"} or (ROOT / each.split("::")[0]).exists() for each in arguments)


def is_one_file(arguments: Sequence[str]) -> bool:
    """Whether they name tests of a single file and nothing else."""
    places = [each for each in arguments if (ROOT / each.split("::")[0]).exists()]
    return len({each.split("::")[0] for each in places}) == 1 and ".py" in places[0]
