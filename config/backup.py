"""Encrypted copies of everything, in two files that are kept apart.

The first file holds the database without the subjects' keys, and the stored files. The second holds
those keys alone, still wrapped by the master key. Whoever destroys a subject's key has to know that
old copies of the second file are gone soon; the first may be kept for years."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pyrage
from django.conf import settings
from django.db import connections
from django.utils import timezone
from psycopg import sql

from config import environment
from config.running import tools
from config.running.trouble import Trouble

KEYS_TABLE = "vault.subject_key"
FORMAT = 1


@dataclass(frozen=True)
class Backup:
    """The two files of one backup."""

    data: Path
    keys: Path

    @classmethod
    def beside(cls, data: Path) -> "Backup":
        return cls(data=data, keys=data.with_name(f"{data.stem}-keys{data.suffix}"))


def identity() -> pyrage.x25519.Identity:
    """The key that opens backups: AMPARO_BACKUP_KEY, else one made and kept under `var/secrets`."""
    if text := environment.text("AMPARO_BACKUP_KEY", ""):
        return pyrage.x25519.Identity.from_str(text)
    path = settings.VAR_DIR / "secrets" / "backup.key"
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{pyrage.x25519.Identity.generate()}\n")
    return pyrage.x25519.Identity.from_str(path.read_text().strip())


def recipient() -> pyrage.x25519.Recipient:
    """For whom backups are locked. With AMPARO_BACKUP_RECIPIENT this machine can write backups that
    it cannot open."""
    if text := environment.text("AMPARO_BACKUP_RECIPIENT", ""):
        return pyrage.x25519.Recipient.from_str(text)
    return identity().to_public()


def back_up(folder: Path) -> Backup:
    """Writes both files into the folder and returns their paths. Raises Trouble."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"amparo-{timezone.now():%Y%m%dT%H%M%SZ}.age"
    backup = Backup.beside(folder / name)
    with scratch() as room:
        # The keys last: a key destroyed meanwhile must not come back with them.
        postgres("pg_dump", "--format=custom", f"--exclude-table-data={KEYS_TABLE}", room / "data")
        lock(pack(room, "data"), backup.data)
        keys_alone = ("--format=custom", "--data-only", f"--table={KEYS_TABLE}")
        postgres("pg_dump", *keys_alone, room / "keys")
        lock(room / "keys", backup.keys)
    return backup


def pack(room: Path, dump: str) -> Path:
    """One archive of the dump, the stored files and a few words about both."""
    words = json.dumps({"format": FORMAT, "made_at": timezone.now().isoformat()}).encode()
    archive = room / "archive"
    with tarfile.open(archive, "w") as tar:
        about = tarfile.TarInfo("about.json")
        about.size = len(words)
        tar.addfile(about, io.BytesIO(words))
        tar.add(room / dump, "database")
        if settings.MEDIA_ROOT.exists():
            tar.add(settings.MEDIA_ROOT, "media")
    return archive


def restore(backup: Backup, *, replace: bool) -> None:
    """Brings a backup back into an empty database and an empty media folder. Raises Trouble.

    With `replace`, the database is dropped and made again first, and stored files are moved aside."""
    for path in (backup.data, backup.keys):
        if not path.exists():
            raise Trouble(f"{path} is not there; a backup consists of two files.")
    with scratch() as room:
        unlock(backup.data, room / "archive")
        unlock(backup.keys, room / "keys")
        with tarfile.open(room / "archive") as tar:
            unpack(tar, room / "unpacked")
        about = json.loads((room / "unpacked" / "about.json").read_text())
        if about["format"] != FORMAT:
            raise Trouble(f"{backup.data} has format {about['format']}, not {FORMAT}.")
        make_room(replace=replace)
        restoring = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        postgres("pg_restore", *restoring, room / "unpacked" / "database")
        postgres("pg_restore", *restoring, "--data-only", room / "keys")
        if (room / "unpacked" / "media").exists():
            shutil.copytree(room / "unpacked" / "media", settings.MEDIA_ROOT, dirs_exist_ok=True)


def unpack(tar: tarfile.TarFile, folder: Path) -> None:
    """Takes out plain files and folders that stay inside; Python knows this only from 3.11.4 on.

    Raises Trouble: anybody who knows the public half of the key can write an archive."""
    for member in tar.getmembers():
        target = (folder / member.name).resolve()
        if not (member.isreg() or member.isdir()) or not target.is_relative_to(folder.resolve()):
            raise Trouble(f"The backup holds {member.name!r}, which no backup of ours does.")
    tar.extractall(folder)  # noqa: S202 # nosec B202


def make_room(*, replace: bool) -> None:
    """Leaves an empty database. Raises Trouble when there is something in it and it may not go."""
    connections.close_all()
    owner = connections["owner"]
    is_empty = not owner.introspection.table_names()
    has_files = settings.MEDIA_ROOT.exists() and any(settings.MEDIA_ROOT.iterdir())
    connections.close_all()
    if not replace and (has_files or not is_empty):
        raise Trouble(
            "There are data here already; add --replace (make restore FILE=... ARGS=--replace) "
            "to lose them for those of the backup."
        )
    if has_files:
        settings.MEDIA_ROOT.rename(f"{settings.MEDIA_ROOT}-before-{timezone.now():%Y%m%dT%H%M%S}")
    if not is_empty:
        drop_and_create()


def drop_and_create() -> None:
    parameters = connections["owner"].get_connection_params()
    name = sql.Identifier(parameters["dbname"])
    maintenance = {
        key: parameters[key] for key in ("host", "port", "user", "password") if key in parameters
    }
    with psycopg.connect(**maintenance, dbname="postgres", autocommit=True) as connection:
        try:
            connection.execute(sql.SQL("DROP DATABASE {}").format(name))
        except psycopg.errors.ObjectInUse as error:
            raise Trouble("Somebody still uses the database; stop Amparo first.") from error
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))


def postgres(program: str, *arguments: str | Path) -> None:
    """Runs pg_dump or pg_restore as the owner; the last argument is the file. Raises Trouble."""
    *options, file = map(str, arguments)
    database = connections["owner"].settings_dict
    variables = {
        "PGHOST": database["HOST"],
        "PGPORT": database["PORT"],
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGSSLMODE": database["OPTIONS"].get("sslmode", "prefer"),
    }
    where = ["--file", file] if program == "pg_dump" else [file]
    answer = subprocess.run(  # noqa: S603
        [tools.postgres(program), *options, "--dbname", database["NAME"], *where],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    if answer.returncode != 0:
        raise Trouble(f"{program} failed: {answer.stderr.strip()[-500:]}")


def lock(plain: Path, locked: Path) -> None:
    """Encrypts a file; nothing that is half written ever bears the backup's name."""
    part = locked.with_suffix(".part")
    with (
        plain.open("rb") as source,
        open(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as to,
    ):
        pyrage.encrypt_io(source, to, [recipient()])
    part.replace(locked)


def unlock(locked: Path, plain: Path) -> None:
    with locked.open("rb") as source, plain.open("wb") as to:
        try:
            pyrage.decrypt_io(source, to, [identity()])
        except pyrage.DecryptError as error:
            raise Trouble(f"The backup's key does not open {locked}.") from error


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A closed folder under `var/`, gone afterwards."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="backup-") as folder:
        yield Path(folder)
