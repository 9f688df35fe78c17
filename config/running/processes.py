"""Child processes: started, watched, and stopped together."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.running.child import command
from config.running.probe import LONGEST_SILENCE, seconds_silent

# Seconds after which a program runs steadily.
STEADY = 600.0


@dataclass
class Child:
    """One program that we started. `stop_signal` asks it to shut down. `start_process` is None if it cannot be restarted.

    `sign` is a file that it touches while it works.
    """

    name: str
    process: subprocess.Popen[bytes]
    log: Path | None
    stop_signal: signal.Signals = signal.SIGTERM
    start_process: Callable[[], subprocess.Popen[bytes]] | None = None
    restarts: int = 0
    sign: Path | None = None
    began_at: float = field(default_factory=time.time)

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def start_again(self) -> None:
        """Restarts a child that has ended. Does nothing if its standard input was a secret, which is not stored."""
        if self.start_process is not None:
            # Restarting may help against crashes that are far apart, so only those that follow each other are counted.
            self.restarts = 1 if time.time() - self.began_at > STEADY else self.restarts + 1
            self.process, self.began_at = self.start_process(), time.time()

    @property
    def hangs(self) -> bool:
        """Whether it runs and gave no sign for longer than LONGEST_SILENCE."""
        silent = seconds_silent(self.sign, self.began_at) if self.sign else 0.0
        return silent > LONGEST_SILENCE and not self.has_ended

    def kill(self) -> None:
        """Ends it at once, also if it is stopped."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

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
    run_as: str = "same",
    stop_signal: signal.Signals = signal.SIGTERM,
    folder: Path | None = None,
    standard_input: bytes | None = None,
    inherited_files: Sequence[int] = (),
    sign: Path | None = None,
) -> Child:
    """Starts a child in a session of its own, so that Ctrl+C reaches only us and we stop it in order.

    `standard_input` is for secrets that must not be in the process list. `inherited_files` are numbers of open files.
    Without `log` the child writes to the terminal. `sign` is the file that it touches while it works."""

    def start_process() -> subprocess.Popen[bytes]:
        with log.open("ab") if log else contextlib.nullcontext() as file:
            return subprocess.Popen(
                command(run_as, arguments),
                stdin=subprocess.DEVNULL if standard_input is None else subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=None if environment is None else dict(environment),
                cwd=folder or "/",
                start_new_session=True,
                umask=0o077,
                pass_fds=inherited_files,
            )

    process = start_process()
    if standard_input is not None and process.stdin:
        process.stdin.write(standard_input)
        process.stdin.close()
    again = start_process if standard_input is None else None
    return Child(name, process, log, stop_signal, again, sign=sign)


def stop(children: Iterable[Child], *, patience: float = 20) -> None:
    """Asks all children to end, waits up to `patience` seconds, and kills the others."""
    running = [child for child in children if not child.has_ended]
    for child in running:
        child.process.send_signal(child.stop_signal)
    deadline = time.monotonic() + patience
    for child in running:
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()


def first_ended(children: Iterable[Child]) -> Child | None:
    return next((child for child in children if child.has_ended), None)
