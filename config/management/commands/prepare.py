"""`manage.py prepare`: sets up database, reference data, translations and static files, in one process."""

import hashlib
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import DatabaseError, connections

from accounts.actions.first_start import is_empty, issue_code
from casework.register.models.case import Case

# The browsable API is disabled, and compressing its files takes most of the time.
UNUSED = ["rest_framework"]


class Command(BaseCommand):
    help = (
        "Sets the database up, compiles translations, collects static files and, in the "
        "demonstration, fills an empty database, unless AMPARO_EMPTY says no. Safe to repeat."
    )

    def handle(self, *args: object, **options: object) -> None:
        stamp = settings.VAR_DIR / "prepared"
        if not stamp.exists() or stamp.read_text() != fingerprint():
            self.prepare()
            stamp.write_text(fingerprint())
        if settings.INVENTS_PEOPLE:
            if not Case.objects.exists():
                self.stdout.write("  Demonstration world (once; takes a minute) ...")
                call_command("seed")
            self.write_accounts()
        elif is_empty():
            # Writes the setup code to a file, so that it can be found without opening the page.
            issue_code()

    def prepare(self) -> None:
        quiet = {"stdout": StringIO()}
        self.step("Database", lambda: call_command("setup_database", verbosity=0))
        self.step("Reference data", lambda: call_command("load_reference", **quiet))
        self.step("Pathways", lambda: call_command("load_pathways", **quiet))
        self.step("Translations", lambda: call_command("messages", "compile", **quiet))
        self.step("Static files", collect_static_files)

    def step(self, name: str, work: Callable[[], object]) -> None:
        """Runs a step, and prints its name and duration."""
        self.stdout.write(f"  {name} ...", ending="")
        self.stdout.flush()
        began = time.monotonic()
        work()
        self.stdout.write(f" {time.monotonic() - began:.1f} s")

    def write_accounts(self) -> None:
        with Path(settings.VAR_DIR / "accounts.txt").open("w", encoding="utf-8") as file:
            call_command("seed", accounts=True, stdout=file)


def collect_static_files() -> None:
    call_command(
        "collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED
    )


def fingerprint() -> str:
    """A text that changes with every source file, the installed packages, and the database."""
    digest = hashlib.sha256()
    for file in sorted(files()):
        facts = file.stat()
        digest.update(f"{file} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return f"{digest.hexdigest()} {settings.STATIC_ROOT.exists()} {state_of_database()}"


def files() -> Iterator[Path]:
    yield settings.BASE_DIR / "requirements.lock"
    folders = [Path(each.path) for each in apps.get_app_configs()]
    folders = [folder for folder in folders if folder.parent == settings.BASE_DIR]
    for folder in [*folders, settings.BASE_DIR / "templates"]:
        for file in folder.rglob("*"):
            # Compiled files are the output of this command.
            if file.is_file() and file.suffix not in {".pyc", ".mo"}:
                yield file


def state_of_database() -> str:
    """Identifies the database and its migrations; contains no secret."""
    try:
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "SELECT oid, (SELECT count(*) FROM django_migrations),"
                " (SELECT max(applied) FROM django_migrations)"
                " FROM pg_database WHERE datname = current_database()"
            )
            return " ".join(map(str, cursor.fetchone()))
    except DatabaseError:
        return "new"
