"""A house with one person on file, and its backup: what tests restore, and what a release leaves behind.

`python -m tests.running.house` is a step of a release: it keeps the backup of such a house, with the
keys that open it, for later versions to restore. Nobody in it is real; see docs/releasing.md."""

import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.running.servers import Servers, servers
from config.running.var_folder import ROOT, VarFolder

RELEASED = ROOT / "tests" / "running" / "released"
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

    @property
    def keys(self) -> dict[str, str]:
        """What another house has to know to read the backup."""
        known = self.servers.environment
        backup_key = Path(known["AMPARO_VAR"]) / "secrets" / "backup.key"
        return {
            "AMPARO_MASTER_KEY": known["AMPARO_MASTER_KEY"],
            "AMPARO_SECRET_KEY": known["AMPARO_SECRET_KEY"],
            "AMPARO_BACKUP_KEY": backup_key.read_text().strip(),
        }


@contextmanager
def built(folder: Path) -> Iterator[House]:
    """Such a house, on the servers that the environment names or on its own."""
    with servers(VarFolder(folder / "test"), careless=True) as found:
        manage(found, "setup_database", "-v0")
        house = House(found, folder / "backups", script(found, WRITE))
        manage(found, "backup", "--folder", house.folder)
        yield house


def keep(house: House, folder: Path) -> None:
    """Copies its backup into the folder, with what is needed to read it."""
    folder.mkdir(parents=True)
    for path in house.folder.iterdir():
        shutil.copy(path, folder)
    facts = {"file": house.file, "data": house.backup.name, **house.keys}
    (folder / "keys.json").write_text(json.dumps(facts, indent=1) + "\n")


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


if __name__ == "__main__":
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with tempfile.TemporaryDirectory() as place, built(Path(place)) as made:
        keep(made, RELEASED / version)
    sys.stdout.write(f"A backup of {version} is kept in {RELEASED / version}.\n")
