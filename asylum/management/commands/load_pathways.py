from typing import Any

from django.core.management.base import BaseCommand

from asylum.pathways.loading import load_pathways, load_permit_kinds, load_permit_pairs


class Command(BaseCommand):
    help = "Loads the asylum pathway of each country: stages, moves, terms, papers, permits."

    def handle(self, *args: Any, **options: Any) -> None:
        load_pathways()
        load_permit_kinds()
        load_permit_pairs()
        self.stdout.write("Pathways are loaded.")
