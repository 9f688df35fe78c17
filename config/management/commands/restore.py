"""`manage.py restore FILE`: restores a backup."""

from pathlib import Path

from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from config import backup
from config.running.errors import CommandFailed
from vault.checks import vault_readiness
from worklist.scheduler.heartbeats import RESTORED, beat


class Command(BaseCommand):
    help = "Restores a backup into an empty database and brings it to this version."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--keys", type=Path, help="where the keys' file is not beside FILE")
        parser.add_argument("--replace", action="store_true", help="lose what is there now")

    def handle(
        self, *args: object, file: Path, keys: Path | None, replace: bool, **options: object
    ) -> None:
        found = backup.Backup.from_data_path(file)
        try:
            backup.restore(backup.Backup(file, keys or found.keys), replace=replace)
        except CommandFailed as trouble:
            raise CommandError(str(trouble)) from trouble
        call_command("setup_database", verbosity=0)
        _, is_open, sentence = vault_readiness()
        if not is_open:
            raise CommandError(f"The data are back, but unreadable. {sentence}")
        beat(RESTORED)
        self.stdout.write(f"Restored {file}. {sentence}")
