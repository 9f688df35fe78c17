"""The folder `var/`: data, secrets, logs and the ports this clone uses."""

import base64
import contextlib
import fcntl
import json
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.running.errors import CommandFailed

ROOT = Path(__file__).resolve().parents[2]
LOG_LIMIT = 5_000_000


@dataclass(frozen=True)
class VarFolder:
    """One clone's `var/`, or another folder used in the same way."""

    folder: Path

    def make(self) -> None:
        """Creates the folders. Other users may pass through `var/`, but read nothing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # mkdir would apply the umask.
        self.folder.chmod(0o711)
        for name in ("secrets", "log", "media"):
            (self.folder / name).mkdir(mode=0o700, exist_ok=True)

    def secret(self, name: str, make: Callable[[], str]) -> tuple[str, bool]:
        """The secret of that name, and whether it was just created."""
        path = self.folder / "secrets" / name
        if path.exists():
            return path.read_text(encoding="utf-8").strip(), False
        text = make()
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(text + "\n")
        return text, True

    def log(self, name: str) -> Path:
        """The path of the log of one process. Renames a log larger than LOG_LIMIT bytes first."""
        path = self.folder / "log" / f"{name}.log"
        if path.exists() and path.stat().st_size > LOG_LIMIT:
            path.replace(path.with_suffix(".log.1"))
        return path

    def port(self, name: str) -> int:
        """A free port on this machine, if possible the one that this name had last time. Stores it."""
        ports = self.read_json("ports")
        port = ports.get(name)
        if port is None or not is_free(port):
            port = free_port()
        self.write_json("ports", {**ports, name: port})
        return int(port)

    def read_json(self, name: str) -> dict[str, Any]:
        """The content of `{name}.json`; empty without a readable file."""
        try:
            facts: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return facts

    def write_json(self, name: str, facts: dict[str, Any]) -> None:
        path = self.folder / f"{name}.json"
        part = path.with_suffix(".part")
        part.write_text(json.dumps(facts, indent=1) + "\n")
        part.replace(path)

    @contextlib.contextmanager
    def exclusive_lock(self) -> Iterator[bool]:
        """Locks the folder inside the block. Yields False if another process has locked it: it runs the servers here."""
        with (self.folder / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True


def random_password() -> str:
    return secrets.token_hex(24)


def random_master_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def web_socket(var: VarFolder, host: str, *, port: int = 0) -> socket.socket:
    """Binds this port, or that of AMPARO_PORT, or 8000, or the next free one. Raises CommandFailed.

    The web server inherits the socket, so that no other program takes the port during a slow start."""
    if chosen := str(port or os.environ.get("AMPARO_PORT") or ""):
        if not chosen.isdigit() or not 0 < int(chosen) < 65536:
            raise CommandFailed(f"AMPARO_PORT is {chosen!r}; write a port number, such as 8000.")
        if (listener := bound(host, int(chosen))) is None:
            raise CommandFailed(
                f"Port {chosen} is in use by another program; stop it or choose another port "
                f"with `make run PORT=...`."
            )
        return listener
    last = var.read_json("ports").get("web")
    for port in [*([last] if last else []), *range(8000, 8100)]:
        if (listener := bound(host, port)) is not None:
            return listener
    raise CommandFailed(
        "Every port from 8000 to 8099 is in use; choose one with `make run PORT=...`."
    )


def bound(host: str, port: int) -> socket.socket | None:
    """A socket bound to that port, or None if another program has it."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # A socket that is only bound would let another program bind the port too.
        listener.listen()
    except OSError:
        listener.close()
        return None
    return listener
