"""A demonstration of our own for as long as a block lasts: own folder, own servers, own port, no mail that leaves."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator

from config.running import child, processes
from config.running.errors import CommandFailed
from config.running.run import prepare, start_children, wait_for_web
from config.running.servers import NAMES, Servers, is_set, servers
from config.running.var_folder import ROOT, VarFolder, free_port, web_socket

# The administrator of an empty world, and everybody of a full one.
ADMINISTRATOR = "adela@amparo.example"
# The one of all accounts of the demonstration; `make run` prints it.
PASSWORD = "mango-bajo-el-puente"


@contextlib.contextmanager
def world(place: VarFolder, *, is_empty: bool) -> Iterator[str]:
    """Starts one and yields its address. Raises CommandFailed, also where servers are named: their people may be real."""
    if named := [name for name in NAMES if is_set(name)]:
        raise CommandFailed(
            f"{' and '.join(named)} set: this makes a world of its own, and touches no other."
        )
    with (
        web_socket(place, "127.0.0.1", port=free_port()) as ours,
        servers(place, careless=True) as found,
    ):
        found.environment |= {
            "AMPARO_MODE": "demonstration",
            "AMPARO_EMPTY": "yes" if is_empty else "no",
            "AMPARO_MAIL_HOST": "",
        }
        prepare(found)
        if is_empty:
            begin(place, found)
        children = start_children(place, found, ours, developing=False)
        try:
            port = int(ours.getsockname()[1])
            wait_for_web(children, port)
            yield f"http://localhost:{port}"
        finally:
            processes.stop(children)


def begin(place: VarFolder, found: Servers) -> None:
    """Makes office and administrator, unless an earlier time did. Raises CommandFailed."""
    if not (place.folder / "first-start-code").exists():
        return
    said = ["--office", "Cúcuta", "--team", "Puente", "--email", ADMINISTRATOR, "--name", "Adela"]
    answer = subprocess.run(
        child.command("same", [sys.executable, ROOT / "manage.py", "first_start", *said]),
        env={**found.environment, "AMPARO_FIRST_PASSWORD": PASSWORD},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    if answer.returncode != 0:
        raise CommandFailed("The first start of the empty world failed; the reason stands above.")
