"""`make run` and `make dev`: everything, until Ctrl+C."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from config.running import child, probe, processes
from config.running.errors import CommandFailed
from config.running.processes import Child
from config.running.servers import Servers, servers
from config.running.var_folder import ROOT, VarFolder, web_socket

BIN = Path(sys.executable).parent
# How often a child is restarted: more does not help a program that crashes.
MOST_RESTARTS = 3
# Seconds within which the web server must answer, and after which a message explains the wait.
PATIENCE, QUIET = 300.0, 10.0


def say(text: str) -> None:
    print(text, flush=True)


def run(var: VarFolder, *, developing: bool = False) -> int:
    """Starts everything and runs until a child ends for good (1) or the user stops it (0, by KeyboardInterrupt).

    With `developing` the web server reloads on code changes, shows Django's debug page and logs to the terminal;
    config/debugging.py says where that is refused."""
    say("Amparo starts.")
    host = os.environ.get("AMPARO_BIND_HOST", "127.0.0.1")
    with web_socket(var, host) as listener, servers(var) as backends:
        port = int(listener.getsockname()[1])
        var.write_json("ports", {**var.read_json("ports"), "web": port})
        for server in backends.children:
            say(f"  {server.name} answers.")
        prepare(backends)
        children = start_children(var, backends, listener, developing=developing)
        try:
            wait_for_web(children, port)
            say_welcome(var, port)
            return watch(backends.children, children)
        finally:
            say("Amparo stops ...")
            processes.stop(children)


def dev(var: VarFolder) -> int:
    return run(var, developing=True)


def prepare(backends: Servers) -> None:
    """Brings database, translations and static files to this version. Raises CommandFailed."""
    result = subprocess.run(
        child.command("same", [sys.executable, ROOT / "manage.py", "prepare"]),
        env=backends.environment,
        cwd=ROOT,
        start_new_session=True,
    )
    if result.returncode != 0:
        raise CommandFailed("Preparing the database failed; the reason stands above.")


def start_children(
    var: VarFolder, backends: Servers, listener: socket.socket, *, developing: bool
) -> list[Child]:
    """Starts the web server, a worker and the scheduler. The web server inherits the socket bound at the start."""
    web: list[str | Path] = [
        BIN / "gunicorn",
        "--config",
        ROOT / "config" / "gunicorn.py",
        "config.wsgi",
    ]
    worker = [*celery("config.celery"), "worker", "--concurrency", "2"]
    worker += ["--without-gossip", "--without-mingle"]
    host, port = listener.getsockname()
    bind = f"{host}:{port}"
    environment = {"AMPARO_URL": f"http://{bind}"} | backends.environment
    web_environment = {"AMPARO_BIND": f"fd://{listener.fileno()}"}
    if developing:
        # runserver binds by itself, and again on each reload.
        listener.close()
        web = [sys.executable, ROOT / "manage.py", "runserver", bind]
        web_environment = {"AMPARO_BIND": bind, "AMPARO_DEBUG": "yes"}
    return [
        processes.start(
            name,
            arguments,
            log=None if developing and arguments is web else var.log(name.split()[-1]),
            environment=environment | (web_environment if arguments is web else {}),
            folder=ROOT,
            inherited_files=[listener.fileno()] if arguments is web and not developing else [],
            sign=sign,
        )
        for name, arguments, sign in (
            ("The web", web, None),
            ("The Celery worker", worker, None),
            ("The clock", clock(var), Path(f"{schedule_file(var)}{probe.SIGN}")),
        )
    ]


def celery(app: str) -> list[str | Path]:
    return [BIN / "celery", "--app", app, "--quiet"]


def clock(var: VarFolder) -> list[str | Path]:
    """Celery beat as our own child: as a child of the worker nobody would notice its crash, and nothing would become
    due."""
    schedule_file(var).parent.mkdir(exist_ok=True)
    # No pid file: a killed process would leave it, and the next start would refuse.
    schedule: list[str | Path] = ["--schedule", schedule_file(var), "--pidfile="]
    return [*celery("config.clock"), "beat", *schedule]


def schedule_file(var: VarFolder) -> Path:
    return var.folder / "beat" / "schedule"


def wait_for_web(
    children: list[Child], port: int, *, patience: float = PATIENCE, quiet: float = QUIET
) -> None:
    """Waits up to `patience` seconds until the web server answers; explains after `quiet` seconds. Raises CommandFailed."""
    began, is_explained = time.monotonic(), False
    log = children[0].log or "above"
    while time.monotonic() - began < patience:
        if ended := processes.first_ended(children):
            raise CommandFailed(f"{ended.describe_end()}. Its last lines:\n{ended.last_words()}")
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
            return
        if not is_explained and time.monotonic() - began >= quiet:
            is_explained = True
            say(
                "  Waiting for the web server to answer for the first time: a busy machine needs a minute or two, "
                f"and {minutes(patience)} at most. Its log is {log}"
            )
        time.sleep(0.2)
    raise CommandFailed(
        f"The web server runs and did not answer within {minutes(patience)}; its log is {log}. "
        "On a machine that is busy, start again when it is less so."
    )


def minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"


def say_welcome(var: VarFolder, port: int) -> None:
    accounts, code = var.folder / "accounts.txt", var.folder / "first-start-code"
    say(f"\nAmparo is ready:  http://localhost:{port}/\n")
    if code.exists():
        say(
            "Nobody has an account yet. The page asks for a one-time code, and makes the first office and its "
            f"administrator.\nThe code stands in {code}\n"
        )
    elif accounts.exists():
        say(accounts.read_text(encoding="utf-8"))
    say(f"Logs are in {var.folder / 'log'}. Ctrl+C stops everything.")


def watch(fixed: list[Child], children: list[Child]) -> int:
    """Restarts `children` that end or hang, up to MOST_RESTARTS times each. Returns 1 then, or if one of the `fixed` ends."""
    while True:
        for hanging in (each for each in children if each.hangs):
            say(f"{hanging.name} hangs: it gave no sign for {minutes(probe.LONGEST_SILENCE)}.")
            hanging.kill()
        if ended := processes.first_ended([*fixed, *children]):
            say(f"{ended.describe_end()}. Its last lines:\n{ended.last_words()}")
            if ended in fixed or ended.restarts >= MOST_RESTARTS:
                return 1
            ended.start_again()
            say(f"{ended.name} is started again ({ended.restarts} of {MOST_RESTARTS}).")
        time.sleep(0.5)
