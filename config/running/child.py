"""Becomes another program: one that ends when its parent ends and, on request, another user's.

PostgreSQL refuses to run as root. Where the clone lies in a folder that only root may enter (a home
with mode 0700), an ordinary unprivileged user cannot even reach the program; so there are four ways:

    same        stay who we are
    nobody      become the user nobody
    capable     become nobody, but keep the right to pass through closed folders (Linux)
    namespace   a user namespace in which we are not root (Linux)

Usage: python child.py WAY PROGRAM ARGUMENT... ; only the standard library, no import of our own."""

import ctypes
import os
import signal
import sys
from pathlib import Path

NOBODY = 65534
PR_SET_PDEATHSIG, PR_SET_SECUREBITS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 1, 28, 47, 2
# Without it the kernel's access() answers for a user without the rights that were kept.
SECBIT_NO_SETUID_FIXUP = 1 << 2
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
CAPABILITY_VERSION_3 = 0x20080522
CLONE_NEWUSER = 0x10000000

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> None:
    """Calls the C library; raises OSError when it answers with an error."""
    if getattr(libc, name)(*arguments) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


def become_nobody() -> None:
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def become_nobody_who_passes_closed_folders() -> None:
    """Reading suffices; containers often grant only the stronger right, so that is taken then."""
    status = Path("/proc/self/status").read_text()
    permitted = int(status.split("CapPrm:")[1].split()[0], 16)
    kept = next(bit for bit in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE) if permitted & (1 << bit))
    call("prctl", PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
    become_nobody()
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    low = 1 << kept
    call("capset", header, (ctypes.c_uint32 * 6)(low, low, low, 0, 0, 0))
    call("prctl", PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, kept, 0, 0)


def enter_namespace() -> None:
    uid, gid = os.getuid(), os.getgid()
    call("unshare", CLONE_NEWUSER)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1")


WAYS = {
    "same": lambda: None,
    "nobody": become_nobody,
    "capable": become_nobody_who_passes_closed_folders,
    "namespace": enter_namespace,
}

if __name__ == "__main__":
    way, program, *rest = sys.argv[1:]
    WAYS[way]()
    if sys.platform == "linux":
        # After the change of user, which would clear it.
        call("prctl", PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    os.umask(0o077)
    os.execv(program, [program, *rest])
