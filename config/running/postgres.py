"""Our own PostgreSQL: a cluster under `var/postgres`, reachable on 127.0.0.1 with a password only."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from config.running import child, processes, tools
from config.running.errors import CommandFailed
from config.running.var_folder import VarFolder, random_password

OWNER, APPLICATION, DATABASE = "amparo_owner", "amparo", "amparo"
# The server's log must not contain personal data, not even in the text of a failed statement.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length_on_error": "0",
    # The visibility rules are long queries over few rows: compiling them to machine code takes longer than running
    # them.
    "jit": "off",
    "log_timezone": "UTC",
    "timezone": "UTC",
}
# For temporary databases only. Without vacuum the planner never learns that a table is no longer empty, and reads a
# world written by one transaction as if it were empty. Statements are planned once, not for each of their first values:
# over few rows planning takes longer than running.
CARELESS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "plan_cache_mode": "force_generic_plan",
}
# Longer paths of a socket are refused by some systems.
LONGEST_SOCKET = 100


@dataclass(frozen=True)
class Cluster:
    """Access to the server: its port, and the passwords of its three roles."""

    port: int
    superuser_password: str
    owner_password: str
    application_password: str

    def url(self, role: str, password: str, database: str = DATABASE) -> str:
        return f"postgresql://{role}:{password}@127.0.0.1:{self.port}/{database}"

    @property
    def addresses(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.url(APPLICATION, self.application_password),
            "DATABASE_OWNER_URL": self.url(OWNER, self.owner_password),
        }

    @property
    def superuser_url(self) -> str:
        return self.url("postgres", self.superuser_password, "postgres")


@contextlib.contextmanager
def cluster(var: VarFolder, *, careless: bool = False) -> Iterator[tuple[Cluster, processes.Child]]:
    """Starts the cluster, creating it first if there is none, and stops it at the end.

    `careless` trades durability after a power cut for speed. Raises CommandFailed."""
    program = tools.postgres("postgres")
    folder = var.folder / "postgres"
    data = folder / "data"
    folder.mkdir(mode=0o700, exist_ok=True)
    run_as = choose_run_as(program, folder)
    hand_over(folder, run_as)
    access = Cluster(
        port=var.port("postgres"),
        superuser_password=var.secret("postgres.superuser", random_password)[0],
        owner_password=var.secret("postgres.owner", random_password)[0],
        application_password=var.secret("postgres.application", random_password)[0],
    )
    if not (data / "PG_VERSION").exists():
        make_cluster(data, run_as, access.superuser_password)
    refuse_other_major(data, program)
    forget_dead_server(data)
    settings = SETTINGS | {"port": str(access.port)}
    if careless:
        settings |= CARELESS | {"unix_socket_directories": socket_folder(var, access.port)}
    options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
    server = processes.start(
        "PostgreSQL",
        [program, "-D", data, *options],
        log=var.log("postgres"),
        run_as=run_as,
        stop_signal=signal.SIGINT,
    )
    try:
        wait_until_ready(server, access)
        make_roles_and_database(access)
        yield access, server
    finally:
        processes.stop([server])


def socket_folder(var: VarFolder, port: int) -> str:
    """The folder for the socket of a careless server: statements are a fifth faster than through 127.0.0.1. The folder
    is closed to other users. Empty if the path would be too long."""
    folder = var.folder / "postgres"
    # A killed server leaves its socket and its lock. The caller holds the lock of `var/`.
    for left in folder.glob(".s.PGSQL.*"):
        left.unlink()
    return str(folder) if len(str(folder / f".s.PGSQL.{port}")) <= LONGEST_SOCKET else ""


def choose_run_as(program: Path, folder: Path) -> str:
    """The value of `run_as`, see child.py, with which the server can run here. Raises CommandFailed."""
    if os.geteuid() != 0:
        return "same"
    if child.setpriv() is None:
        raise CommandFailed(
            "PostgreSQL does not run as root, and there is no setpriv of util-linux here, which "
            "could start it as somebody else; start Amparo as an ordinary user."
        )
    for run_as in ("nobody", "reading", "overriding", "namespace"):
        hand_over(folder, run_as)
        # Tests whether the server's user can run the program and write to the folder.
        probe: list[str | Path] = [
            "/bin/sh",
            "-c",
            '"$0" --version && : > "$1" && rm "$1"',
            program,
            folder / "probe",
        ]
        result = subprocess.run(child.command(run_as, probe), capture_output=True, cwd="/")
        if result.returncode == 0:
            return run_as
    raise CommandFailed(
        f"PostgreSQL does not run as root, and no other user can reach {program.parent}; put "
        "Amparo into a folder that everybody may enter, or start it as an ordinary user."
    )


def hand_over(folder: Path, run_as: str) -> None:
    """Makes the user of the server the owner of its folder, if we are root."""
    if os.geteuid() != 0:
        return
    user = 0 if run_as == "namespace" else child.NOBODY
    if folder.stat().st_uid == user and not any(
        path.stat().st_uid != user for path in folder.iterdir()
    ):
        return
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, user, user, follow_symlinks=False)


def make_cluster(data: Path, run_as: str, password: str) -> None:
    """Creates the data folder beside its final place and renames it, so that half a cluster is never used."""
    part, password_file = data.with_name("part"), data.with_name("password")
    shutil.rmtree(part, ignore_errors=True)
    password_file.write_text(password)
    os.chown(password_file, data.parent.stat().st_uid, -1)
    options = [
        "--username=postgres",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--no-instructions",
    ]
    locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    arguments: list[str | Path] = [
        tools.postgres("initdb"),
        "-D",
        part,
        f"--pwfile={password_file}",
    ]
    try:
        result = subprocess.run(
            child.command(run_as, [*arguments, *options, *locale]),
            capture_output=True,
            text=True,
            cwd="/",
        )
    finally:
        password_file.unlink()
    if result.returncode != 0:
        lines = (result.stderr or result.stdout).strip().splitlines()
        reason = lines[-1] if lines else "?"
        raise CommandFailed(f"PostgreSQL could not make its data folder: {reason}")
    part.rename(data)


def refuse_other_major(data: Path, program: Path) -> None:
    made_by = (data / "PG_VERSION").read_text().strip()
    our_version = tools.version(program).split(".")[0]
    if made_by != our_version:
        raise CommandFailed(
            f"The data in {data} belongs to PostgreSQL {made_by}, but this is PostgreSQL {our_version}; "
            f"restore a backup into a new folder, or run with PostgreSQL {made_by}."
        )


def forget_dead_server(data: Path) -> None:
    """Removes the lock file of a killed server, even if another program has its process id now.

    Ends a server that still runs on this folder after its parent was killed. The caller holds the lock of `var/`, so
    nobody else uses it."""
    lock = data / "postmaster.pid"
    try:
        pid = int(lock.read_text().splitlines()[0])
    except (FileNotFoundError, IndexError, ValueError):
        return
    for attempt in range(100):
        if not is_server_of(pid, data):
            lock.unlink(missing_ok=True)
            return
        if attempt == 0:
            os.kill(pid, signal.SIGINT)
        time.sleep(0.1)
    raise CommandFailed(
        f"Another PostgreSQL (process {pid}) uses {data} and does not end; stop it."
    )


def is_server_of(pid: int, data: Path) -> bool:
    arguments = Path(f"/proc/{pid}/cmdline")
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            return str(data).encode() in arguments.read_bytes()
        return False
    answer = subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True)
    return str(data) in answer.stdout


def wait_until_ready(server: processes.Child, access: Cluster) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.has_ended:
            words = server.last_words(1).strip()
            raise CommandFailed(f"PostgreSQL did not start: {words} (all of it: {server.log})")
        try:
            psycopg.connect(access.superuser_url, connect_timeout=2).close()
        except psycopg.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise CommandFailed(f"PostgreSQL did not answer within a minute; its log is {server.log}")


def make_roles_and_database(access: Cluster) -> None:
    """Creates two roles: the owner can create tables, the application cannot. Safe to repeat."""
    roles = [
        (OWNER, access.owner_password, sql.SQL("CREATEDB")),
        (APPLICATION, access.application_password, sql.SQL("NOCREATEDB")),
    ]
    with psycopg.connect(access.superuser_url, autocommit=True) as connection:
        existing = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
        for role, password, right in roles:
            verb = sql.SQL("ALTER" if role in existing else "CREATE")
            connection.execute(
                sql.SQL("{} ROLE {} LOGIN {} PASSWORD {}").format(
                    verb, sql.Identifier(role), right, sql.Literal(password)
                )
            )
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
        ).fetchone():
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(
                    sql.Identifier(DATABASE), sql.Identifier(OWNER)
                )
            )
