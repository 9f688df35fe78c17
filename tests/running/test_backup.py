"""A backup is only one once it was restored: into a fresh cluster, with the names readable."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from config.running.place import ROOT, Place
from config.running.servers import NAMES, Servers, servers

CANARY = "Yorman Canario"

WRITE = f"""
from accounts.models import Office
from casework.register.models.individual import Individual
from vault.files import store_file
from vault.keys import issue_key
from vault.search import name_tokens
office = Office.objects.create(name="Cúcuta", time_zone="America/Bogota", country="CO")
person = Individual(key_id=issue_key(), number="A-2019-000001-01", office=office, category="former_member",
    given_names={CANARY!r}, name_tokens=name_tokens({CANARY!r}))
person.save()
name = store_file({CANARY!r}.encode(), key_id=person.key_id, row_id=person.id)
print(name)
"""
READ = """
import sys
from casework.register.models.individual import Individual
from vault.files import open_file
person = Individual.objects.get()
print(person.given_names, open_file(sys.argv[2], key_id=person.key_id, row_id=person.id).read().decode())
"""


@dataclass(frozen=True)
class House:
    """Where something is on file, and its backup; `file` is what the store calls the one file."""

    servers: Servers
    folder: Path
    file: str

    @property
    def backup(self) -> Path:
        return min(self.folder.iterdir(), key=lambda path: len(path.name))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """No server of the environment is used."""
    place = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        for name in (*NAMES, "AMPARO_VAR"):
            patch.delenv(name, raising=False)
        with servers(Place(place / "var"), careless=True) as found:
            manage(found, "setup_database", "-v0")
            house = House(found, place / "backups", script(found, WRITE))
            manage(found, "backup", "--folder", house.folder)
            yield house


def manage(found: Servers, *arguments: str | Path) -> str:
    return python(found.environment, "manage.py", *arguments)


def script(found: Servers, text: str, *arguments: str) -> str:
    start = "import django, sys; django.setup(); exec(sys.argv[1])"
    return python(found.environment, "-c", start, text, *arguments)


def python(environment: Mapping[str, str], *arguments: str | Path) -> str:
    answer = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    return answer.stdout.strip()


def counts(found: Servers) -> dict[str, int]:
    """The rows of every table of ours, those of the vault too."""
    with psycopg.connect(found.environment["DATABASE_OWNER_URL"]) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'vault')"
        ).fetchall()
        return {
            f"{schema}.{table}": connection.execute(
                sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table))
            ).fetchone()[0]  # type: ignore[index]
            for schema, table in tables
        }


def test_a_backup_restored_into_a_fresh_cluster_has_every_row_and_opens_every_name(
    tmp_path: Path, house: House
) -> None:
    """The fresh one knows the same secrets."""
    before, first = counts(house.servers), house.servers.environment
    keys = {name: first[name] for name in ("AMPARO_MASTER_KEY", "AMPARO_SECRET_KEY")}
    backup_key = (Path(first["AMPARO_VAR"]) / "secrets" / "backup.key").read_text().strip()
    for path in house.folder.iterdir():
        assert path.read_bytes().startswith(b"age-encryption.org/v1")
        assert CANARY.encode() not in path.read_bytes()

    data = house.backup
    with servers(Place(tmp_path / "second"), careless=True) as second:
        second.environment.update(keys, AMPARO_BACKUP_KEY=backup_key)
        said = manage(second, "restore", data)
        assert said == f"Restored {data}. The vault opens."
        assert counts(second) == before
        assert before["public.casework_individual"] == 1
        assert script(second, READ, house.file) == f"{CANARY} {CANARY}"

        refused = subprocess.run(
            [sys.executable, "manage.py", "restore", data],
            env=second.environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert refused.returncode != 0
        assert refused.stderr.startswith("CommandError: There are data here already;")
        manage(second, "restore", data, "--replace")
        assert script(second, READ, house.file) == f"{CANARY} {CANARY}"


LOOK = """
import subprocess, sys, tarfile
from pathlib import Path
from config import backup
from config.running import tools
from vault.models import SubjectKey
wrapped = bytes(SubjectKey.objects.get().wrapped).hex()
made = backup.Backup.beside(Path(sys.argv[2]))
folder = made.data.parent
backup.unlock(made.data, folder / "archive")
backup.unlock(made.keys, folder / "keys")
backup.unpack(tarfile.open(folder / "archive"), folder)
for dump in ("database", "keys"):
    command = [tools.postgres("pg_restore"), "--file=-", folder / dump]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    print(dump, wrapped in text, "casework_individual" in text)
"""


def test_what_is_kept_for_years_cannot_bring_back_a_destroyed_key(house: House) -> None:
    said = script(house.servers, LOOK, str(house.backup)).splitlines()
    assert said == ["database False True", "keys True False"]
