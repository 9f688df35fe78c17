"""Starts a program so that it ends with its parent and, if needed, runs as another user.

PostgreSQL refuses to run as root. If the clone is in a folder that only root may enter (a home with mode 0700), an
unprivileged user cannot even reach the program. So `run_as` has one of these values:

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


def keep_capability(right: str) -> list[str]:
    """Options of setpriv that keep one capability of root."""
    return [
        f"--inh-caps=-all,+{right}",
        f"--ambient-caps=-all,+{right}",
        # Without it the kernel's access() ignores the right that was kept.
        "--securebits=+no_setuid_fixup",
    ]


# Options of setpriv by value of `run_as`; "namespace" is implemented by unshare.
RUN_AS = {
    "same": [],
    "nobody": BECOME_NOBODY,
    "reading": [*BECOME_NOBODY, *keep_capability("dac_read_search")],
    "overriding": [*BECOME_NOBODY, *keep_capability("dac_override")],
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


def command(run_as: str, arguments: Iterable[object]) -> list[str]:
    """The command line that runs `arguments`. `run_as` is a key of RUN_AS."""
    program = setpriv()
    namespace_options = (
        [f"--map-user={NOBODY}", f"--map-group={NOBODY}"] if run_as == "namespace" else []
    )
    return [
        *(
            [shutil.which("unshare") or "unshare", "--user", *namespace_options]
            if namespace_options
            else []
        ),
        *([program, *RUN_AS[run_as], "--pdeathsig=TERM"] if program else []),
        *map(str, arguments),
    ]
