"""Measures the matcher on pairs with a known answer."""

import csv
import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casework.duplicates.choices import ONE_NUMBER
from casework.duplicates.rules.matching import Likeness
from casework.duplicates.rules.quality import KNOWN, SHEET_COLUMNS, quality, scored_pair
from casework.duplicates.rules.weights import LIKELY, POSSIBLE

THRESHOLDS = range(20, 100, 5)


class Command(BaseCommand):
    help = (
        "Prints precision, recall and F1 per threshold, by what is known of people, for a CSV of"
        " labelled pairs (left_*, right_*, is_same)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--on",
            type=datetime.date.fromisoformat,
            default=None,
            help="The day on which ages were told, as 2019-06-01; today unless given.",
        )

    def handle(self, *args: Any, file: Path, on: datetime.date | None, **options: Any) -> None:
        rows = self._rows(file)
        if not rows:
            raise CommandError("The file holds no pair.")
        day = on or timezone.localdate()
        for known in KNOWN:
            pairs = [self._scored(line, row, day, known) for line, row in rows]
            if known == "full facts":
                self._say_what_they_are(pairs)
            self.stdout.write(f"\n{known}\nthreshold  precision  recall      F1")
            self._say_what_thresholds_do([(alike.score, is_same) for alike, is_same in pairs])

    def _say_what_they_are(self, pairs: list[tuple[Likeness, bool]]) -> None:
        same = sum(is_same for _alike, is_same in pairs)
        self.stdout.write(f"{len(pairs)} pairs, {same} of one person")
        with_one_paper = [alike for alike, _same in pairs if ONE_NUMBER & set(alike.reasons)]
        lost = sum(not alike.is_possible for alike in with_one_paper)
        self.stdout.write(
            f"{len(with_one_paper)} pairs with one document, {lost} of them not shown"
        )

    def _say_what_thresholds_do(self, scored: list[tuple[int, bool]]) -> None:
        used = {POSSIBLE: "  shown from here on", LIKELY: "  shown as likely from here on"}
        for threshold in sorted({*THRESHOLDS, POSSIBLE, LIKELY}):
            at = quality(scored, threshold)
            self.stdout.write(
                f"{threshold:9}  {at.precision:9.3f}  {at.recall:6.3f}  {at.f1:6.3f}"
                f"{used.get(threshold, '')}"
            )

    def _scored(
        self, line: int, row: dict[str, str], day: datetime.date, known: str
    ) -> tuple[Likeness, bool]:
        """Raises CommandError with the line's number, never with its content."""
        try:
            return scored_pair(row, on=day, known=known)
        except (ValueError, AttributeError) as error:
            raise CommandError(f"Line {line} cannot be read.") from error

    def _rows(self, file: Path) -> list[tuple[int, dict[str, str]]]:
        """Every row with the line on which it ends."""
        try:
            with file.open(encoding="utf-8-sig", newline="") as sheet:
                rows = csv.DictReader(sheet)
                if missing := set(SHEET_COLUMNS) - set(rows.fieldnames or ()):
                    raise CommandError(f"Columns are missing: {', '.join(sorted(missing))}")
                return [(rows.line_num, row) for row in rows]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise CommandError(f"The file cannot be read: {type(error).__name__}") from error
