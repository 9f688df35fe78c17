"""`manage.py draw_maps`: docs/maps, drawn from the code; a test compares."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from config.maps import imports, models


def maps(root: Path) -> dict[str, str]:
    """Every map by the name of its file."""
    rows = imports.floors(root)
    return {
        "floors.svg": imports.of_apps(root),
        "casework.svg": imports.of_casework(root),
        "models.svg": models.of_apps(rows),
        **{f"models-{app}.svg": models.of_app(app) for app in models.apps_with_tables(rows)},
    }


class Command(BaseCommand):
    help = "Draws floors, packages and tables into docs/maps, from the code."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        folder = Path(settings.BASE_DIR) / "docs" / "maps"
        folder.mkdir(exist_ok=True)
        drawn = maps(Path(settings.BASE_DIR))
        for old in folder.glob("*.svg"):
            if old.name not in drawn:
                old.unlink()
        for name, map_ in drawn.items():
            (folder / name).write_text(map_, encoding="utf-8")
        self.stdout.write(f"{len(drawn)} maps drawn into docs/maps.")
