from typing import Any

from django.core.management.base import BaseCommand

from partners.loading import load_reference


class Command(BaseCommand):
    help = "Loads places, forces, ranks, organisations, deadline rules and public holidays."

    def handle(self, *args: Any, **options: Any) -> None:
        load_reference()
        self.stdout.write("Reference data is loaded.")
