"""`manage.py messages extract | check | compile [app ...]`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.reloader import translation_file_changed

from pages import catalogs


class Command(BaseCommand):
    help = (
        "Finds sentences to translate, names those not yet said in Spanish, compiles the catalogs."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", choices=["extract", "check", "compile"])
        parser.add_argument("apps", nargs="*", help="only these apps; all of them when left out")

    def handle(self, *, job: str, apps: list[str], **options: Any) -> None:
        if unknown := set(apps) - set(catalogs.our_apps()):
            raise CommandError(f"Not an app of Amparo: {', '.join(sorted(unknown))}")
        getattr(self, job)(apps or catalogs.our_apps())

    def extract(self, apps: list[str]) -> None:
        elsewhere = [catalogs.read(app) for app in catalogs.our_apps()]
        for app in apps:
            catalog = catalogs.updated_catalog(app, elsewhere)
            if not len(catalog) and not catalogs.catalog_path(app).exists():
                continue
            catalogs.write(app, catalog)
            messages = catalogs.translations(catalog).values()
            missing = sum(not catalogs.is_translated(message) for message in messages)
            self.stdout.write(f"{app}: {len(messages)} sentences, {missing} to translate")

    def check(self, apps: list[str]) -> None:  # type: ignore[override]
        lines = [line for app in apps for line in catalogs.faults(app)]
        lines += [line for line in catalogs.contradictions() if line.partition(":")[0] in apps]
        if lines:
            raise CommandError("\n".join(lines))
        self.stdout.write("Every sentence is said in Spanish.")

    def compile(self, apps: list[str]) -> None:
        total = sum(catalogs.compile_catalog(app) for app in apps)
        # The process has the old catalogs loaded (or none on a first start): clears them as Django does.
        translation_file_changed(sender=None, file_path=Path("django.mo"))
        self.stdout.write(f"{total} sentences compiled.")
