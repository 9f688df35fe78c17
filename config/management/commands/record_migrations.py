"""`manage.py record_migrations`: a step of a release; see docs/releasing.md."""

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from config import released
from config.running.errors import CommandFailed


class Command(BaseCommand):
    help = "Writes down the migrations that this release carries, so that nobody edits them later."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        try:
            new = released.record(settings.BASE_DIR)
        except CommandFailed as trouble:
            raise CommandError(str(trouble)) from trouble
        self.stdout.write(f"{len(new)} migrations written down in {released.LIST}.")
