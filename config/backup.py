"""Encrypted backups, in two files to be stored separately.

The first file has the database without the subjects' keys, and the stored files. The second has only those keys, still
wrapped by the master key. After a subject's key is destroyed, old copies of the second file have to be deleted soon;
the first may be kept for years.

Nothing is ever written unencrypted, neither for a backup nor a restore: the output of pg_dump is piped into the
encryption, so that a killed backup leaves nothing readable."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

import psycopg
import pyrage
from django.conf import settings
from django.db import connections
from django.utils import timezone
from psycopg import sql

from config import environment
from config.piping import CHUNK_SIZE, output_of
from config.running import tools
from config.running.errors import CommandFailed
from worklist.scheduler.heartbeats import BACKUP, beat

KEYS_TABLE = "vault.subject_key"
FORMAT = 2
ABOUT, DATABASE, MEDIA = "about.json", "database", "media"
# The length of the dump is unknown before its end, so the archive has it in pieces.
PIECE = 8 << 20


@dataclass(frozen=True)
class Backup:
    """The paths of the two files of one backup: data, and the subjects' keys."""

    data: Path
    keys: Path

    @classmethod
    def from_data_path(cls, data: Path) -> "Backup":
        return cls(data=data, keys=data.with_name(f"{data.stem}-keys{data.suffix}"))


def backup_identity() -> pyrage.x25519.Identity:
    """The private key that decrypts backups: AMPARO_BACKUP_KEY, or one created and stored under `var/secrets`."""
    if text := environment.text("AMPARO_BACKUP_KEY", ""):
        return pyrage.x25519.Identity.from_str(text)
    path = settings.VAR_DIR / "secrets" / "backup.key"
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{pyrage.x25519.Identity.generate()}\n")
    return pyrage.x25519.Identity.from_str(path.read_text().strip())


def backup_recipient() -> pyrage.x25519.Recipient:
    """The public key for which backups are encrypted.

    If AMPARO_BACKUP_RECIPIENT is set, this machine writes backups that it cannot decrypt."""
    if text := environment.text("AMPARO_BACKUP_RECIPIENT", ""):
        return pyrage.x25519.Recipient.from_str(text)
    return backup_identity().to_public()


def back_up(folder: Path) -> Backup:
    """Writes both files into the folder and returns their paths. Raises CommandFailed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    clear_leftovers(folder)
    name = f"amparo-{timezone.now():%Y%m%dT%H%M%SZ}.age"
    backup = Backup.from_data_path(folder / name)
    # The keys come last, so that a key destroyed in the meantime is not included.
    encrypt_to(pack, backup.data)
    encrypt_to(dump_keys, backup.keys)
    beat(BACKUP)
    return backup


def clear_leftovers(folder: Path | None = None) -> None:
    """Removes what a killed backup left: half a file, or the unencrypted copies of old versions."""
    for plain in settings.VAR_DIR.glob("backup-*"):
        shutil.rmtree(plain)
    for part in folder.glob("amparo-*.part") if folder else ():
        part.unlink()


def encrypt_to(write: Callable[[BinaryIO], None], locked: Path) -> None:
    """Encrypts what `write` writes into the file `locked`, which gets this name only once it is complete."""
    part = locked.with_suffix(".part")
    try:
        with (
            open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as to,
            output_of(write) as source,
        ):
            pyrage.encrypt_io(source, to, [backup_recipient()])
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    part.replace(locked)


def pack(sink: BinaryIO) -> None:
    """Writes the data as a tar archive: ABOUT, the dump of the database in pieces, and the stored files."""
    with tarfile.open(fileobj=sink, mode="w|") as tar:
        about = {"format": FORMAT, "made_at": timezone.now().isoformat()}
        add(tar, ABOUT, json.dumps(about).encode())
        with pg_dump_output("--format=custom", f"--exclude-table-data={KEYS_TABLE}") as dump:
            for number, piece in enumerate(iter(lambda: dump.read(PIECE), b"")):
                add(tar, f"{DATABASE}/{number:06}", piece)
        if settings.MEDIA_ROOT.exists():
            tar.add(settings.MEDIA_ROOT, MEDIA)


def add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))


def dump_keys(sink: BinaryIO) -> None:
    with pg_dump_output("--format=custom", "--data-only", f"--table={KEYS_TABLE}") as dump:
        shutil.copyfileobj(dump, sink, CHUNK_SIZE)


def restore(backup: Backup, *, replace: bool) -> None:
    """Restores a backup into an empty database and an empty media folder. Raises CommandFailed.

    Reads both files to the end before it changes anything. With `replace`, first drops and recreates the database, and
    moves stored files aside."""
    check_files(backup)
    empty_target(replace=replace)
    with decrypted(backup.data) as source, tarfile.open(fileobj=source, mode="r|") as tar:
        restore_archive(tar)
    with decrypted(backup.keys) as source, pg_restore_input("--data-only") as sink:
        shutil.copyfileobj(source, sink, CHUNK_SIZE)


def check_files(backup: Backup) -> None:
    """Raises CommandFailed unless both files exist, are complete, and are backups of Amparo."""
    for path in (backup.data, backup.keys):
        if not path.exists():
            raise CommandFailed(f"{path} is not there; a backup consists of two files.")
    with decrypted(backup.keys):
        """Reading to the end is the test."""
    with decrypted(backup.data) as source:
        try:
            format_number = format_of(source)
        except (tarfile.TarError, ValueError, KeyError) as error:
            raise CommandFailed(f"{backup.data} is no backup of ours.") from error
    if format_number != FORMAT:
        raise CommandFailed(f"{backup.data} has format {format_number}, not {FORMAT}.")


def format_of(source: BinaryIO) -> int:
    """The number of the archive's format. Raises CommandFailed for a foreign member."""
    format_number = 0
    with tarfile.open(fileobj=source, mode="r|") as tar:
        for member in members(tar):
            if member.name == ABOUT:
                format_number = json.load(content_of(tar, member))["format"]
    return format_number


def members(tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yields the members of an archive: files and folders inside the folders that `pack` writes.

    Raises CommandFailed for anything else, because anybody with the public key can create an archive."""
    for member in tar:
        path = PurePosixPath(member.name)
        is_ours = path.parts[:1] in {(ABOUT,), (DATABASE,), (MEDIA,)} and ".." not in path.parts
        if not is_ours or not (member.isreg() or member.isdir()):
            raise CommandFailed(f"The backup holds {member.name!r}, which no backup of ours does.")
        yield member


def content_of(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    """The content of a member. Raises CommandFailed for a folder in place of a file."""
    content = tar.extractfile(member)
    if content is None:
        raise CommandFailed(f"The backup holds {member.name!r}, which no backup of ours does.")
    return content


def restore_archive(tar: tarfile.TarFile) -> None:
    """Restores the database, in one transaction, and then the stored files."""
    remaining = members(tar)
    first_of_files = None
    with pg_restore_input() as sink:
        for member in remaining:
            if member.name.startswith(f"{MEDIA}/") or member.name == MEDIA:
                first_of_files = member
                break
            if member.name != ABOUT:
                shutil.copyfileobj(content_of(tar, member), sink, CHUNK_SIZE)
    for member in chain([first_of_files], remaining) if first_of_files else ():
        target = settings.MEDIA_ROOT / PurePosixPath(member.name).relative_to(MEDIA)
        if member.isdir():
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
        else:
            with open(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                shutil.copyfileobj(content_of(tar, member), file, CHUNK_SIZE)


def empty_target(*, replace: bool) -> None:
    """Empties the database and moves stored files aside. Raises CommandFailed if there is content and `replace` is not set."""
    connections.close_all()
    owner = connections["owner"]
    is_empty = not owner.introspection.table_names()
    has_files = settings.MEDIA_ROOT.exists() and any(settings.MEDIA_ROOT.iterdir())
    connections.close_all()
    if not replace and (has_files or not is_empty):
        raise CommandFailed(
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
            raise CommandFailed("Somebody still uses the database; stop Amparo first.") from error
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))


@contextlib.contextmanager
def pg_dump_output(*options: str) -> Iterator[IO[bytes]]:
    """The output of pg_dump, run as the owner. Raises CommandFailed if it fails, even at the end."""
    with postgres_program("pg_dump", *options, stdout=subprocess.PIPE) as process:
        yield pipe_of(process.stdout)


@contextlib.contextmanager
def pg_restore_input(*options: str) -> Iterator[IO[bytes]]:
    """The input of pg_restore, which restores a dump as the owner, completely or not at all. Raises CommandFailed."""
    completely = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    with postgres_program("pg_restore", *completely, *options, stdin=subprocess.PIPE) as process:
        sink = pipe_of(process.stdin)
        # A failed pg_restore stops reading; its own message is the one to report.
        with contextlib.suppress(BrokenPipeError):
            yield sink
            sink.close()


def pipe_of(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise CommandFailed("A program of PostgreSQL was started without the pipe that it needs.")
    return stream


@contextlib.contextmanager
def postgres_program(
    program: str, *options: str, stdin: int | None = None, stdout: int | None = None
) -> Iterator["subprocess.Popen[bytes]"]:
    database = connections["owner"].settings_dict
    variables = {
        "PGHOST": database["HOST"],
        "PGPORT": database["PORT"],
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGSSLMODE": database["OPTIONS"].get("sslmode", "prefer"),
    }
    with subprocess.Popen(  # noqa: S603
        [tools.postgres(program), *options, "--dbname", database["NAME"]],
        env={**os.environ, **variables},
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        errors = pipe_of(process.stderr).read().decode(errors="replace").strip()
        if process.wait() != 0:
            raise CommandFailed(f"{program} failed: {errors[-500:]}")


@contextlib.contextmanager
def decrypted(locked: Path) -> Iterator[BinaryIO]:
    """The decrypted content of one of the files, to its end. Raises CommandFailed."""

    def write(sink: BinaryIO) -> None:
        is_damaged = f"{locked} is damaged or not whole; copy it again, or take an older backup."
        with locked.open("rb") as source:
            try:
                pyrage.decrypt_io(source, sink, [backup_identity()])
            except pyrage.DecryptError as error:
                is_other_key = f"The backup's key does not open {locked}."
                raise CommandFailed(
                    is_other_key if "matching" in str(error) else is_damaged
                ) from error
            except OSError as error:
                raise CommandFailed(is_damaged) from error

    with output_of(write) as plain:
        yield plain
