"""A backup is only one once it was restored: into a fresh cluster, with the names readable."""

import io
import json
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connections
from psycopg import sql

from config import schema
from config.backup import Backup, add, members
from config.running.errors import CommandFailed
from config.running.servers import NAMES, Servers, servers
from config.running.var_folder import ROOT, VarFolder, random_master_key
from tests.running.house import CANARY, READ, RELEASED, House, built, keep, manage, script


@pytest.fixture(scope="module")
def house(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """In a database of its own; what is brought back goes to servers of its own."""
    name = f"{connections['owner'].settings_dict['NAME']}_house"
    with (
        django_db_blocker.unblock(),
        schema.new_database(name),
        pytest.MonkeyPatch.context() as patch,
    ):
        for address in ("DATABASE_URL", "DATABASE_OWNER_URL"):
            of_copy = urlsplit(os.environ[address])._replace(path=f"/{name}")
            patch.setenv(address, of_copy.geturl())
        with built(tmp_path_factory.mktemp("house")) as house:
            for address in NAMES:
                patch.delenv(address, raising=False)
            yield house


def rows(found: Servers, question: str) -> int:
    """How many rows answer the question."""
    with psycopg.connect(found.environment["DATABASE_OWNER_URL"]) as connection:
        return connection.execute(question).rowcount


def counts(found: Servers) -> dict[str, int]:
    """The rows of every table of ours, those of the vault too."""
    with psycopg.connect(found.environment["DATABASE_OWNER_URL"]) as connection:
        tables = connection.execute(
            # Not the row that says when the last backup was made: it is written when the backup is whole. Nor what waits to
            # be worked out: preparing a database has everything worked out anew.
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'vault')"
            " AND tablename NOT IN ('worklist_heartbeat', 'worklist_toucheddue')"
        ).fetchall()
        return {
            f"{schema}.{table}": connection.execute(
                sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table))
            ).fetchone()[0]  # type: ignore[index]
            for schema, table in tables
        }


@pytest.mark.long(of="programs")
def test_a_backup_restored_into_a_fresh_cluster_has_every_row_and_opens_every_name(
    tmp_path: Path, house: House
) -> None:
    """The fresh one knows the same secrets."""
    before = counts(house.servers)
    for path in house.folder.iterdir():
        assert path.read_bytes().startswith(b"age-encryption.org/v1")
        assert CANARY.encode() not in path.read_bytes()

    left = tmp_path / "left"
    keep(house, left)
    data = left / house.backup.name
    with servers(VarFolder(tmp_path / "second"), careless=True) as second:
        restore(second, left)
        assert counts(second) == before
        assert before["public.casework_individual"] == 1

        refused = subprocess.run(
            [sys.executable, "manage.py", "restore", data],
            env=second.environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert refused.returncode != 0
        assert refused.stderr.startswith("CommandError: There are data here already;")
        second.environment["AMPARO_MASTER_KEY"] = random_master_key()
        with pytest.raises(AssertionError, match="The data are back, but unreadable"):
            manage(second, "restore", data, "--replace")
        second.environment.update(house.keys)
        manage(second, "restore", data, "--replace")
        assert script(second, READ, house.file) == f"{CANARY} {CANARY}"


def test_this_version_reads_what_the_last_release_left_behind(tmp_path: Path) -> None:
    """Nothing before the first release; the test above reads in the same way what this version left."""
    left = list(RELEASED.iterdir()) if RELEASED.exists() else []
    for last in sorted(left, key=lambda path: [int(part) for part in path.name.split(".")])[-1:]:
        with servers(VarFolder(tmp_path / "house"), careless=True) as found:
            restore(found, last)


def restore(found: Servers, left: Path) -> None:
    """Restores what `keep` left there, brings it to this version, and reads it."""
    facts = json.loads((left / "keys.json").read_text())
    file, data = facts.pop("file"), left / facts.pop("data")
    found.environment.update(facts)
    assert manage(found, "restore", data) == f"Restored {data}. The vault opens."
    assert script(found, READ, file) == f"{CANARY} {CANARY}"
    assert manage(found, "migrate", "--check", "--database=owner", "-v0") == ""
    # What was kept of what falls due is worked out anew: another version may have kept it.
    assert rows(found, "SELECT FROM worklist_toucheddue WHERE case_id IS NULL AND kind = ''")


LOOK = """
import io, subprocess, sys, tarfile
from pathlib import Path
from config import backup
from config.running import tools
from vault.models import SubjectKey
wrapped = bytes(SubjectKey.objects.get().wrapped).hex()
made = backup.Backup.from_data_path(Path(sys.argv[2]))
dumps = {"database": b"", "keys": b""}
with backup.decrypted(made.data) as source, tarfile.open(fileobj=source, mode="r|") as tar:
    for member in backup.members(tar):
        if member.name.startswith("database/"):
            dumps["database"] += backup.content_of(tar, member).read()
with backup.decrypted(made.keys) as source:
    dumps["keys"] = source.read()
for name, dump in dumps.items():
    command = [tools.postgres("pg_restore"), "--file=-"]
    text = subprocess.run(command, input=dump, capture_output=True, check=True).stdout.decode()
    print(name, wrapped in text, "casework_individual" in text)
"""


@pytest.mark.long(of="programs")
def test_what_is_kept_for_years_cannot_bring_back_a_destroyed_key(house: House) -> None:
    said = script(house.servers, LOOK, str(house.backup)).splitlines()
    assert said == ["database False True", "keys True False"]


@pytest.mark.long(of="programs")
def test_a_backup_that_is_killed_leaves_nothing_to_read_and_the_next_tidies_up(
    tmp_path: Path, house: House
) -> None:
    """It hangs at a table that somebody holds, is killed, and what an old version left lies there too."""
    var, folder = Path(house.servers.environment["AMPARO_VAR"]), tmp_path / "backups"
    with psycopg.connect(house.servers.environment["DATABASE_OWNER_URL"]) as holder:
        holder.execute("LOCK TABLE casework_individual IN ACCESS EXCLUSIVE MODE")
        command = [sys.executable, "manage.py", "backup", "--folder", folder]
        killed = subprocess.Popen(command, env=house.servers.environment, cwd=ROOT)
        deadline = time.monotonic() + 60
        while not list(folder.glob("*.part")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        killed.kill()
        killed.wait()
    assert list(var.glob("backup-*")) == []
    for path in folder.iterdir():
        assert path.read_bytes()[:4] in {b"", b"age-"}
    plain = var / "backup-of-before"
    plain.mkdir()
    (plain / "data").write_text(CANARY)
    manage(house.servers, "backup", "--folder", folder)
    assert not plain.exists()
    assert [path.suffix for path in folder.iterdir()] == [".age", ".age"]


@pytest.mark.long(of="programs")
@pytest.mark.parametrize(("which", "length"), [("data", -3_000), ("data", 40), ("keys", 250)])
def test_a_file_that_was_cut_is_told_in_one_sentence_and_changes_nothing(
    tmp_path: Path, house: House, which: str, length: int
) -> None:
    left = tmp_path / "left"
    keep(house, left)
    both = Backup.from_data_path(left / house.backup.name)
    path = both.data if which == "data" else both.keys
    path.write_bytes(path.read_bytes()[:length])
    answer = subprocess.run(
        [sys.executable, "manage.py", "restore", both.data, "--replace"],
        env=house.servers.environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert answer.returncode != 0
    assert answer.stderr.strip() == (
        f"CommandError: {path} is damaged or not whole; copy it again, or take an older backup."
    )
    assert script(house.servers, READ, house.file) == f"{CANARY} {CANARY}"


def test_an_archive_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    """Anybody who knows the public half of the key can write one."""
    for name in ("media/../../etc/passwd", "/etc/passwd", "elsewhere/x"):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            add(tar, name, b"x")
        archive.seek(0)
        with (
            tarfile.open(fileobj=archive) as tar,
            pytest.raises(CommandFailed, match="which no backup of"),
        ):
            list(members(tar))
