"""`manage.py keep_schema`: run through `make schema` after a migration has changed."""

from django.core.management import BaseCommand

from config import schema


class Command(BaseCommand):
    help = (
        "Runs every migration on a new database, and keeps the dump of it from which empty databases are filled. "
        "Takes a minute."
    )

    def handle(self, *args: object, **options: object) -> None:
        with schema.migrated_from_empty():
            schema.write_dump(schema.dump())
        self.stdout.write(
            f"{schema.DUMP_FILE.name} is made anew, from {schema.fingerprint_of_dump()}."
        )
