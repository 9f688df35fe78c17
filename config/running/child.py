"""Starts a program so that it ends with its parent and, if needed, runs as another user.

PostgreSQL refuses to run as root. If the clone is in a folder that only root may enter (a home with mode 0700), an
unprivileged user cannot even reach the program. So there are these ways:

    same        keep the current user
    nobody      become the user nobody
    reading     become nobody, but keep the right to read in closed folders
    overriding  keep the stronger right instead; containers often grant only that one
    namespace   a user namespace in which we are not root

setpriv and unshare do this, two programs of util-linux, which all but the smallest Linux systems have. Without them, as
on macOS, only `same` works: then a server outlives a killed parent, until the next start ends it."""

import functools
import shutil
import subprocess
from collections.abc import Iterable

NOBODY = 65534
BECOME_NOBODY = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def keep(right: str) -> list[str]:
    return [
        f"--inh-caps=-all,+{right}",
        f"--ambient-caps=-all,+{right}",
        # Without it the kernel's access() ignores the right that was kept.
        "--securebits=+no_setuid_fixup",
    ]


WAYS = {
    "same": [],
    "nobody": BECOME_NOBODY,
    "reading": [*BECOME_NOBODY, *keep("dac_read_search")],
    "overriding": [*BECOME_NOBODY, *keep("dac_override")],
    "namespace": [],
}


@functools.cache
def setpriv() -> str | None:
    """The path of util-linux's setpriv; other programs of that name do less."""
    program = shutil.which("setpriv")
    if program is None:
        return None
    probe = subprocess.run([program, "--pdeathsig=keep", "true"], capture_output=True)
    return program if probe.returncode == 0 else None


def command(way: str, arguments: Iterable[object]) -> list[str]:
    """The command line that runs `arguments` in that way."""
    program = setpriv()
    namespace_options = (
        [f"--map-user={NOBODY}", f"--map-group={NOBODY}"] if way == "namespace" else []
    )
    return [
        *(
            [shutil.which("unshare") or "unshare", "--user", *namespace_options]
            if namespace_options
            else []
        ),
        *([program, *WAYS[way], "--pdeathsig=TERM"] if program else []),
        *map(str, arguments),
    ]
