"""The second start of everything, and what it holds in memory when nobody asks it for anything.

An installation of its own in a temporary folder: the first start makes database and demonstration, outside the clock; then it
stops, starts again and is measured until the web answers. Memory is the proportional share (PSS) of every process, as Linux
tells it.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from config.running.servers import NAMES
from config.running.var_folder import ROOT, free_port
from tests.bench.measure import Goal, Line

MOST_SECONDS, MOST_MB = 12, 500
# Seconds: until the first start must have answered, and until what a start does besides is over.
PATIENCE, CALM = 900, 20


def run(sizes: list[int]) -> Iterator[Line]:
    """The demonstration has a size of its own, whatever the others were asked for."""
    with tempfile.TemporaryDirectory() as folder:
        place, port = Path(folder), free_port()
        with everything(place, port) as (_process, first):
            """It is made, and stops again."""
        with everything(place, port) as (process, second):
            time.sleep(CALM)
            held = memory_of(process)
        total = sum(held.values())
        each = ", ".join(f"{name} {mb:.0f}" for name, mb in sorted(held.items()))
        yield Line(
            "second start of everything",
            0,
            second * 1000,
            beside=first * 1000,
            note=f"beside the first start; idle {total:.0f} MB ({each})",
            goals=(
                Goal(second, MOST_SECONDS, f"{MOST_SECONDS} s"),
                Goal(total, MOST_MB, f"{MOST_MB} MB idle"),
            ),
        )


@contextmanager
def everything(place: Path, port: int) -> Iterator[tuple[int, float]]:
    """Started with nothing of ours in its environment: its process, and the seconds until it answered."""
    ours = {name: text for name, text in os.environ.items() if not is_of_a_place(name)}
    began = time.monotonic()
    with (place / "said.log").open("ab") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.running", "run"],
            cwd=ROOT,
            env={**ours, "AMPARO_VAR": str(place), "AMPARO_PORT": str(port)},
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        while not answers(port):
            if process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"It did not start:\n{(place / 'said.log').read_text()[-2000:]}")
            time.sleep(0.05)
        yield process.pid, time.monotonic() - began
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def is_of_a_place(name: str) -> bool:
    """Whether this tells which installation is meant, and would lead to the one in which the benchmarks run."""
    return name.startswith(("AMPARO_", *NAMES)) or name == "DJANGO_SETTINGS_MODULE"


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
    except (urllib.error.URLError, OSError):
        return False
    return True


def memory_of(process: int) -> Mapping[str, float]:
    """MB of the process and all that it started, by program."""
    held: dict[str, float] = {}
    for each in family_of(process):
        place = Path(f"/proc/{each}")
        try:
            name = (place / "comm").read_text().strip()
            share = (place / "smaps_rollup").read_text().partition("\nPss:")[2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        held[name] = held.get(name, 0) + int(share.split()[0]) * 1024 / 1_000_000
    return held


def family_of(process: int) -> list[int]:
    """It and its children, their children, and so on."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found
