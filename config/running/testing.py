"""`make test`: the tests on servers of their own, and nothing left behind."""

import os
import subprocess
import sys
from collections.abc import Sequence

from config.running import child, tools
from config.running.place import ROOT, Place
from config.running.servers import servers
from config.running.trouble import Trouble


def test(place: Place, arguments: Sequence[str]) -> int:
    """Runs pytest and returns its exit code. Raises Trouble, in CI also for a missing browser."""
    # Three for two cores: one of them waits for its database or browser at any time. One file is
    # never shared out, so it needs none.
    processes_at_once = os.environ.get("TEST_PROCESSES", "0" if is_one_file(arguments) else "3")
    # In the order in which they are collected: tests/conftest.py puts the longest files first.
    options = ["-n", processes_at_once, "--dist", "loadfile", "--no-loadscope-reorder"]
    browser = tools.chromium()
    if browser is None:
        if os.environ.get("CI") == "true":
            raise Trouble("There is no Chromium here, and CI leaves no test out; install it.")
        options += ["-m", "not browser"]
    with servers(place, careless=True) as found:
        environment = {
            **found.environment,
            "AMPARO_CHROMIUM": browser or "",
            # What is compiled is kept here even where somebody wants none of it beside the code:
            # the first seconds of each run would go into compiling it again.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(place.folder / "compiled"),
        }
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        code = subprocess.run(child.command("same", command), env=environment, cwd=ROOT).returncode
    if browser is None:
        print("Chromium is not installed: the browser tests were left out.")
    return code


def is_one_file(arguments: Sequence[str]) -> bool:
    """Whether they name tests of a single file and nothing else."""
    places = [each for each in arguments if (ROOT / each.split("::")[0]).exists()]
    return len({each.split("::")[0] for each in places}) == 1 and ".py" in places[0]
