"""Our own Valkey server, used as a broker only: in memory, with a password. Losing its data loses no work."""

import contextlib
import os
import socket
import time
from collections.abc import Iterator

from config.running import processes, tools
from config.running.errors import CommandFailed
from config.running.var_folder import VarFolder, random_password


@contextlib.contextmanager
def broker(var: VarFolder) -> Iterator[tuple[str, processes.Child]]:
    """Starts the broker, yields its URL and process, and stops it at the end. Raises CommandFailed."""
    port = var.port("broker")
    password, _ = var.secret("broker", random_password)
    settings = f'bind 127.0.0.1\nport {port}\nrequirepass {password}\nsave ""\nappendonly no\n'
    server = processes.start(
        "The broker",
        # Passed on standard input: the process list shows passwords on the command line.
        [tools.broker(), "-"],
        log=var.log("broker"),
        standard_input=settings.encode(),
        folder=var.folder,
        environment={"PATH": os.defpath},
    )
    try:
        wait_until_ready(server, port, password)
        yield f"redis://:{password}@127.0.0.1:{port}/0", server
    finally:
        processes.stop([server])


def wait_until_ready(server: processes.Child, port: int, password: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if server.has_ended:
            raise CommandFailed(
                f"The broker did not start: {server.last_words(1).strip()} (log: {server.log})"
            )
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 2) as line:
            line.sendall(f"AUTH {password}\r\nPING\r\nQUIT\r\n".encode())
            if b"PONG" in b"".join(iter(lambda: line.recv(100), b"")):
                return
        time.sleep(0.1)
    raise CommandFailed(f"The broker did not answer within 30 seconds; its log is {server.log}")
