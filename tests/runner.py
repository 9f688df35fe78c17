"""`python -m tests.runner quick|long|merge [ARGUMENT...]`: the tests on servers of their own, and nothing left behind.

`make test`, `make test-long` and `make test-merge` call it; the arguments are pytest's.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from config.running import child
from config.running.__main__ import stop
from config.running.errors import CommandFailed
from config.running.servers import servers
from config.running.var_folder import ROOT, VarFolder
from tests import long_tests

QUICK = "not long"
# Copied from pytest, whose import takes half a second.
NO_TESTS_COLLECTED = 5


def quick(place: VarFolder, arguments: Sequence[str]) -> int:
    """All tests except long ones. Returns pytest's exit code; raises CommandFailed, in CI also for a missing browser."""
    return _test(place, QUICK, arguments)


def long(place: VarFolder, arguments: Sequence[str]) -> int:
    """All long tests; records the state for which they passed."""
    return _noted(place, "long", list(long_tests.GUARDED), arguments)


def for_a_merge(place: VarFolder, arguments: Sequence[str]) -> int:
    """The quick tests, and the long ones of each group that is due; prints which."""
    groups = long_tests.due()
    print(
        f"Quick tests run, and the long ones about {', '.join(groups)}: what they guard changed since they last passed."
        if groups
        else "Quick tests run. Nothing changed that the long ones guard since they last passed.",
        flush=True,
    )
    marks = " or ".join(filter(None, [QUICK, long_tests.marks(groups)]))
    return _noted(place, marks, groups, arguments)


def _noted(place: VarFolder, marks: str, groups: list[str], arguments: Sequence[str]) -> int:
    code = _test(place, marks, arguments)
    if code == 0 and groups and chromium() and not names_tests(arguments):
        long_tests.note_passed(groups)
    return code


def _test(place: VarFolder, marks: str, arguments: Sequence[str]) -> int:
    # One process more than there are cores: with one per core a sixth of the time nobody ran, because some wait for a
    # browser or another program. One file always runs in one process.
    processes = (os.cpu_count() or 1) + 1
    processes_at_once = os.environ.get(
        "TEST_PROCESSES", "0" if is_one_file(arguments) else str(processes)
    )
    # In the order of collection: tests/conftest.py puts the longest files first.
    options = ["-n", processes_at_once, "--dist", "loadfile", "--no-loadscope-reorder"]
    browser = chromium()
    if browser is None and os.environ.get("CI") == "true":
        raise CommandFailed("There is no Chromium here, and CI leaves no test out; install it.")
    options += ["-m", f"({marks})" if browser else f"({marks}) and not browser"]
    with servers(place, careless=True) as found:
        environment = {
            **(through_socket(place, found.environment) if found.children else found.environment),
            "AMPARO_CHROMIUM": browser or "",
            # Which tests ran which code, for --testmon.
            "TESTMON_DATAFILE": str(place.folder / "testmon"),
            # Keeps compiled files here even if they are disabled beside the code: otherwise each run starts by
            # compiling.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(place.folder / "compiled"),
            # A migrated database may stay on our own server; other servers are left unchanged.
            "TESTS_KEEP_TEMPLATE": "yes" if found.children else "",
        }
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        code = subprocess.run(child.command("same", command), env=environment, cwd=ROOT).returncode
    if code == NO_TESTS_COLLECTED and "--testmon" in arguments:
        print("Nothing changed that a test runs.")
        return 0
    if browser is None:
        print("Chromium is not installed: the browser tests were left out.")
    return code


def through_socket(place: VarFolder, environment: dict[str, str]) -> dict[str, str]:
    """The same, but our own database is asked through its socket, if it has one."""
    folder = place.folder / "postgres"
    if not any(folder.glob(".s.PGSQL.*")):
        return environment
    names = ("DATABASE_URL", "DATABASE_OWNER_URL")
    return environment | {name: f"{environment[name]}?host={folder}" for name in names}


def chromium() -> str | None:
    """The browser that browser tests drive, if there is one."""
    if chosen := os.environ.get("AMPARO_CHROMIUM"):
        return chosen
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


def names_tests(arguments: Sequence[str]) -> bool:
    """Whether only some tests are requested."""
    return any(each in {"-k", "-m"} or (ROOT / each.split("::")[0]).exists() for each in arguments)


def is_one_file(arguments: Sequence[str]) -> bool:
    """Whether the arguments name tests of exactly one file."""
    places = [each for each in arguments if (ROOT / each.split("::")[0]).exists()]
    return len({each.split("::")[0] for each in places}) == 1 and ".py" in places[0]


def main(which: str = "", *arguments: str) -> int:
    """Runs them and returns the exit code."""
    os.umask(0o077)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    place = VarFolder(Path(os.environ.get("AMPARO_VAR") or ROOT / "var") / "test")
    try:
        match which:
            case "quick":
                return quick(place, arguments)
            case "long":
                return long(place, arguments)
            case "merge":
                return for_a_merge(place, arguments)
    except CommandFailed as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
