"""Writes docs/roles.md from the roles in code."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.utils.translation import override

from accounts.matrix import markdown


class Command(BaseCommand):
    help = "Writes docs/roles.md from accounts/roles.py."

    def handle(self, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "docs" / "roles.md"
        path.parent.mkdir(exist_ok=True)
        with override("en"):
            path.write_text(markdown(), encoding="utf-8")
        self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
