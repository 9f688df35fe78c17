"""Measures the matcher on pairs of whom somebody knows whether they are one person."""

import csv
import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casework.duplicates.rules.matching import LIKELY, POSSIBLE
from casework.duplicates.rules.quality import SHEET_COLUMNS, quality, scored_pair

THRESHOLDS = range(20, 100, 5)


class Command(BaseCommand):
    help = "Prints precision, recall and F1 per threshold for a CSV of labelled pairs (left_*, right_*, is_same)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--on",
            type=datetime.date.fromisoformat,
            default=None,
            help="The day on which ages were told, as 2019-06-01; today unless given.",
        )

    def handle(self, *args: Any, file: Path, on: datetime.date | None, **options: Any) -> None:
        scored = [(alike.score, is_same) for alike, is_same in self._scored(file, on)]
        if not scored:
            raise CommandError("The file holds no pair.")
        same = sum(is_same for _score, is_same in scored)
        self.stdout.write(f"{len(scored)} pairs, {same} of one person")
        self.stdout.write("threshold  precision  recall      F1")
        for threshold in sorted({*THRESHOLDS, POSSIBLE, LIKELY}):
            at = quality(scored, threshold)
            used = {POSSIBLE: "  shown from here on", LIKELY: "  shown as likely from here on"}
            self.stdout.write(
                f"{threshold:9}  {at.precision:9.3f}  {at.recall:6.3f}  {at.f1:6.3f}"
                f"{used.get(threshold, '')}"
            )

    def _scored(self, file: Path, on: datetime.date | None) -> list[tuple[Any, bool]]:
        """Raises CommandError that names the line; never what stands in it."""
        day = on or timezone.localdate()
        scored = []
        try:
            with file.open(encoding="utf-8-sig", newline="") as sheet:
                rows = csv.DictReader(sheet)
                if missing := set(SHEET_COLUMNS) - set(rows.fieldnames or ()):
                    raise CommandError(f"Columns are missing: {', '.join(sorted(missing))}")
                for row in rows:
                    try:
                        scored.append(scored_pair(row, on=day))
                    except (ValueError, AttributeError) as error:
                        raise CommandError(f"Line {rows.line_num} cannot be read.") from error
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise CommandError(f"The file cannot be read: {type(error).__name__}") from error
        return scored
