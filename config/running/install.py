"""Installs Amparo's packages into `.venv`; runs before anything is installed.

Uses the development lock, because starting and testing need more than the image does, which has its own lock. Usage:
python3 config/running/install.py. Every file is checked against its hash. pip installs uv, and uv all the rest: ten
seconds instead of more than a minute."""

import hashlib
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements-dev.lock"
STAMP = VENV / "installed"
# The lock names every package, including dependencies, each with its hash.
AS_LOCKED = ["--quiet", "--no-deps", "--require-hashes", "-r"]


def main() -> int:
    if VENV.is_symlink():
        print(
            f"{VENV} is a link to {VENV.resolve()}, where something else may run; installing would change it. "
            "Remove the link and start again."
        )
        return 1
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
    print("Installing Amparo's parts into .venv ...", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if not (has_created_venv() and has_installed()):
        print("Installing failed, see above. It needs the network, or packages already fetched.")
        return 1
    STAMP.write_text(fingerprint())
    return 0


def has_created_venv() -> bool:
    """Creates an empty `.venv` whose scripts find Python relative to themselves, so that the clone can be moved."""
    result = subprocess.run([sys.executable, "-m", "venv", str(VENV)], cwd=ROOT)
    if result.returncode == 0:
        with (VENV / "pyvenv.cfg").open("a") as file:
            file.write("relocatable = true\n")
    return result.returncode == 0


def has_installed() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        uv_lock = Path(folder) / "uv.lock"
        uv_lock.write_text(lines_of("uv", LOCK.read_text()))
        pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *AS_LOCKED]
        if subprocess.run([*pip, str(uv_lock)], cwd=ROOT).returncode != 0:
            return False
    uv = [str(VENV / "bin" / "uv"), "pip", "install", "--python", str(PYTHON)]
    # Like pip, uv then trusts an organisation's own certificate.
    uv += ["--system-certs", *AS_LOCKED]
    return subprocess.run([*uv, str(LOCK)], cwd=ROOT).returncode == 0


def lines_of(name: str, lock: str) -> str:
    """The lines of the lock for one package: its version and the hashes of its files."""
    match = re.search(rf"^{name}==.*(\n +--hash.*)*\n", lock, re.MULTILINE)
    return match[0] if match else ""


def fingerprint() -> str:
    """Changes with the lock and with the Python version."""
    return hashlib.sha256(LOCK.read_bytes()).hexdigest() + f" {sys.version.split()[0]}\n"


def is_installed() -> bool:
    """Whether `.venv` has exactly this lock and its Python still runs."""
    if not STAMP.exists() or STAMP.read_text() != fingerprint():
        return False
    return subprocess.run([str(PYTHON), "-c", ""], capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
