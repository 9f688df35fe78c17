"""Child processes: started, watched, and stopped together."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from config.running.child import command


@dataclass
class Child:
    """One running program. `stop_signal` asks it to shut down, `begin` starts it again."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path | None
    stop_signal: signal.Signals = signal.SIGTERM
    begin: Callable[[], subprocess.Popen[bytes]] | None = None
    restarts: int = 0

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def start_again(self) -> None:
        """Starts a child again that has ended. Does nothing for one whose standard input held a secret."""
        if self.begin is not None:
            self.process = self.begin()
            self.restarts += 1

    def last_words(self, lines: int = 12) -> str:
        text = self.log.read_text(errors="replace") if self.log and self.log.exists() else ""
        return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])

    def describe_end(self) -> str:
        """One sentence on how it ended."""
        code = self.process.returncode
        how = f"was stopped by signal {-code}" if code < 0 else f"ended with code {code}"
        return f"{self.name} {how}; its log is {self.log or 'above'}"


def start(
    name: str,
    arguments: Sequence[str | Path],
    *,
    log: Path | None,
    environment: Mapping[str, str] | None = None,
    way: str = "same",
    stop_signal: signal.Signals = signal.SIGTERM,
    folder: Path | None = None,
    typed: bytes | None = None,
    keeps: Sequence[int] = (),
) -> Child:
    """Starts a child in a session of its own, so that Ctrl+C reaches only us and we stop it in order.

    `typed` is written to its standard input, for secrets that must not be in the process list. `keeps` are open files
    that it inherits. Without `log` it writes to the terminal."""

    def begin() -> subprocess.Popen[bytes]:
        with log.open("ab") if log else contextlib.nullcontext() as file:
            return subprocess.Popen(
                command(way, arguments),
                stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=None if environment is None else dict(environment),
                cwd=folder or "/",
                start_new_session=True,
                umask=0o077,
                pass_fds=keeps,
            )

    process = begin()
    if typed is not None and process.stdin:
        process.stdin.write(typed)
        process.stdin.close()
    return Child(name, process, log, stop_signal, begin if typed is None else None)


def stop(children: Iterable[Child], *, patience: float = 20) -> None:
    """Asks all children to end, waits, and kills those that do not end in time."""
    running = [child for child in children if not child.has_ended]
    for child in running:
        child.process.send_signal(child.stop_signal)
    deadline = time.monotonic() + patience
    for child in running:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait()


def first_ended(children: Iterable[Child]) -> Child | None:
    return next((child for child in children if child.has_ended), None)
