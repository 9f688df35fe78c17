"""Installs what Amparo is made of into `.venv`: runs before anything is installed.

The lock for development: starting and testing need more than the image does, which has a lock of its
own. Usage: python3 config/running/install.py. The lock's every file is checked against its hash."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements-dev.lock"
STAMP = VENV / "installed"


def main() -> int:
    if is_installed():
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036  whoever calls it may have an older one
        print(f"Amparo needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
        return 1
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        print(
            f"{sys.executable} cannot make virtual environments; install its venv module "
            "(on Debian and Ubuntu: apt install python3-venv) and start again."
        )
        return 1
    print(
        "Installing Amparo's parts into .venv (the first time takes a minute or two) ...",
        flush=True,
    )
    shutil.rmtree(VENV, ignore_errors=True)
    make = [sys.executable, "-m", "venv", str(VENV)]
    install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        # Python does it for what is used, when it is first used.
        "--no-compile",
        # The lock names every part already, those of parts too.
        "--no-deps",
        "--require-hashes",
        "-r",
    ]
    for command in (make, [str(PYTHON), *install, str(LOCK)]):
        if subprocess.run(command, cwd=ROOT).returncode != 0:
            print(
                "Installing failed, see above. It needs the network, or packages already fetched."
            )
            return 1
    STAMP.write_text(fingerprint())
    return 0


def fingerprint() -> str:
    """Changes whenever the lock does or the clone moves, since a `.venv` cannot be moved."""
    return hashlib.sha256(LOCK.read_bytes()).hexdigest() + f" {ROOT}\n"


def is_installed() -> bool:
    """Whether `.venv` holds exactly this lock and its Python still runs."""
    if not STAMP.exists() or STAMP.read_text() != fingerprint():
        return False
    return subprocess.run([str(PYTHON), "-c", ""], capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
