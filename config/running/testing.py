"""`make test`: the tests on servers of their own, and nothing left behind."""

import os
import subprocess
import sys
from collections.abc import Sequence

from config.running import processes, tools
from config.running.place import ROOT, Place
from config.running.servers import servers
from config.running.trouble import Trouble


def test(place: Place, arguments: Sequence[str]) -> int:
    """Runs pytest and returns its exit code. Raises Trouble, in CI also for a missing browser."""
    # Three for two cores: one of them waits for its database or browser at any time.
    processes_at_once = os.environ.get("TEST_PROCESSES", "3")
    # In the order in which they are collected: tests/conftest.py puts the longest files first.
    options = ["-n", processes_at_once, "--dist", "loadfile", "--no-loadscope-reorder"]
    browser = tools.chromium()
    if browser is None:
        if os.environ.get("CI") == "true":
            raise Trouble("There is no Chromium here, and CI leaves no test out; install it.")
        options += ["-m", "not browser"]
    with servers(place, careless=True) as found:
        environment = {**found.environment, "AMPARO_CHROMIUM": browser or ""}
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        code = subprocess.run(
            processes.command("same", command), env=environment, cwd=ROOT
        ).returncode
    if browser is None:
        print("Chromium is not installed: the browser tests were left out.")
    return code
