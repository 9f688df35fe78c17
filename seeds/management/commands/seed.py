"""`manage.py seed`: the demonstration world."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casework.register.models.case import Case
from seeds.staff import accounts_in_words
from seeds.world import NotADemonstration, WorldExists, build_world, grow_world


class Command(BaseCommand):
    help = "Loads invented people and reported figures into an empty database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--accounts", action="store_true", help="only list the demonstration's accounts"
        )
        parser.add_argument(
            "--people", type=int, default=0, help="add invented people until there are so many"
        )

    def handle(self, *, accounts: bool, people: int, **options: Any) -> None:
        if not accounts:
            try:
                if not (people and Case.objects.exists()):
                    build_world(say=self.stdout.write)
                grow_world(people, say=self.stdout.write)
            except (WorldExists, NotADemonstration) as refusal:
                raise CommandError(str(refusal)) from None
        for line in accounts_in_words():
            self.stdout.write(line)
