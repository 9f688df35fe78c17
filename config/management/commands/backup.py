"""`manage.py backup`: everything, encrypted, in two files."""

from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from config import backup
from config.running.errors import CommandFailed


class Command(BaseCommand):
    help = "Writes an encrypted backup: one file with data and stored files, one with the keys."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--folder", type=Path, default=settings.VAR_DIR / "backups")

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        try:
            written = backup.back_up(folder)
        except CommandFailed as trouble:
            raise CommandError(str(trouble)) from trouble
        self.stdout.write(
            f"Data and stored files: {written.data}\n"
            f"Keys, to be kept elsewhere and not for long: {written.keys}\n"
            "Neither opens without the backup's key (var/secrets/backup.key, or AMPARO_BACKUP_KEY) "
            "and the master key: keep copies of both away from this machine."
        )
