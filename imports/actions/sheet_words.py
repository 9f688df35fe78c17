"""What of a sheet somebody is asked about: its words, its headings, what stands below them."""

from dataclasses import dataclass

from imports.choices import WordKind
from imports.models import ImportBatch
from imports.rules.states import Staged
from imports.rules.text import plain

SAMPLES = 3


@dataclass(frozen=True)
class SheetWord:
    """A word of the sheet that somebody has to confirm, how often it stands there, and our guess.

    `is_of_sheet`: it means something in this sheet alone, and is asked for each.
    """

    kind: str
    word: str
    times: int
    guess: str | None
    is_of_sheet: bool = False
    key: str = ""
    # Where it stands, if the word alone does not tell.
    samples: tuple[str, ...] = ()
    # What the office said of it in an earlier sheet, where somebody has to say it again.
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
        """What it is kept under."""
        return self.key or plain(self.word)


def heading_of(batch: ImportBatch, column: int) -> str:
    headings = batch.headings or []
    return headings[column] if column < len(headings) else ""


def cells_of(rows: list[Staged], column: int) -> list[str]:
    return [row["cells"][column] for row in rows if column < len(row["cells"])]
