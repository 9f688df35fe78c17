"""What the user is asked about a sheet: its words, its headings, the content below them."""

from dataclasses import dataclass

from imports.choices import WordKind
from imports.models import ImportBatch
from imports.rules.states import Staged
from imports.rules.text import plain

SAMPLES = 3


@dataclass(frozen=True)
class SheetWord:
    """A word of the sheet to be confirmed, how often it appears, and our guess.

    `is_of_sheet`: its meaning is valid for this sheet only, and each sheet asks for it.
    """

    kind: str
    word: str
    times: int
    guess: str | None
    is_of_sheet: bool = False
    key: str = ""
    # Where it appears, if the word alone does not tell.
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
        """The text under which it is stored."""
        return self.key or plain(self.word)


def heading_of(batch: ImportBatch, column: int) -> str:
    headings = batch.headings or []
    return headings[column] if column < len(headings) else ""


def cells_of(rows: list[Staged], column: int) -> list[str]:
    return [row["cells"][column] for row in rows if column < len(row["cells"])]
