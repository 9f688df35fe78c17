"""A question to the user about a word of a sheet, and the headings and cells that it shows."""

from dataclasses import dataclass

from imports.choices import WordKind
from imports.models import ImportBatch
from imports.rules.states import StagedRow
from imports.rules.text import plain

SAMPLES = 3


@dataclass(frozen=True)
class SheetWord:
    """A word of the sheet that the user must confirm, how often it appears, and our guess.

    If `is_of_sheet`, the answer is valid for this sheet only, so it is asked for each sheet.
    """

    kind: str
    word: str
    times: int
    guess: str | None
    is_of_sheet: bool = False
    key: str = ""
    # Cells in which it appears, if the word alone is ambiguous.
    samples: tuple[str, ...] = ()
    # The office's answer in an earlier sheet, if it must be confirmed again.
    earlier: str = ""

    @property
    def is_date_order(self) -> bool:
        return self.kind == WordKind.DATES

    @property
    def is_unit_of_ages(self) -> bool:
        return self.kind == WordKind.AGES

    @property
    def is_day_of_ages(self) -> bool:
        return self.kind == WordKind.AGE_DAY

    @property
    def is_sex_of_this_sheet(self) -> bool:
        return self.kind == WordKind.SEX and self.is_of_sheet

    @property
    def text(self) -> str:
        """The key under which the answer is stored."""
        return self.key or plain(self.word)


def heading_of(batch: ImportBatch, column: int) -> str:
    headings = batch.headings or []
    return headings[column] if column < len(headings) else ""


def cells_of(rows: list[StagedRow], column: int) -> list[str]:
    return [row["cells"][column] for row in rows if column < len(row["cells"])]
