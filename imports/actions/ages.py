"""How the ages of a sheet are to be read: in years or months, and as of which day. Asks what the headings leave open."""

import datetime
import zoneinfo

from imports.actions.sheet_words import SAMPLES, SheetWord, cells_of, heading_of
from imports.choices import AgeUnit, RowFault, SheetField, WordKind
from imports.models import ImportBatch
from imports.rules.births import is_an_age, is_bare_number, is_more_than_months, is_of_a_baby
from imports.rules.columns import says_age_on_arrival, unit_of_ages
from imports.rules.families import SheetFamily
from imports.rules.states import Staged
from imports.rules.words import OPEN

AGES = (SheetField.AGE, SheetField.BIRTH)

DAYS_THAT_AGE_A_BABY = 21


def uploaded_on(batch: ImportBatch) -> datetime.date:
    """The day of the upload in the office's time zone."""
    return batch.uploaded_at.astimezone(zoneinfo.ZoneInfo(batch.office.time_zone)).date()


def leave_ages_open(batch: ImportBatch, rows: list[Staged]) -> dict[int, list[str]]:
    """By column the bare numbers whose heading does not say whether they are years or months.

    They wait for an answer. Below a heading "months", a number too large for months makes all of them doubtful.
    """
    said, in_doubt = dict((batch.words or {}).get(WordKind.AGES, {})), {}
    for column, name in batch.column_fields.items():
        if name not in AGES:
            continue
        bare = [text for text in cells_of(rows, column) if is_bare_number(text)]
        unit = unit_of_ages(heading_of(batch, column), name)
        if unit == AgeUnit.MONTHS and not any(map(is_more_than_months, bare)):
            said.setdefault(name, unit)
        elif unit != AgeUnit.YEARS:
            said.setdefault(name, OPEN)
            in_doubt[column] = bare
        elif said.get(name) == OPEN:
            del said[name]
    batch.words = {**(batch.words or {}), WordKind.AGES: said}
    return in_doubt


def units_of_ages(batch: ImportBatch, in_doubt: dict[int, list[str]]) -> list[SheetWord]:
    """The question whether bare numbers are years or months, with the heading as word and the field as key."""
    said = (batch.words or {}).get(WordKind.AGES, {})
    return [
        _of_column(batch, WordKind.AGES, column, bare, said[batch.column_fields[column]])
        for column, bare in in_doubt.items()
        if bare
    ]


def _of_column(
    batch: ImportBatch, kind: WordKind, column: int, texts: list[str], answer: str
) -> SheetWord:
    return SheetWord(
        kind,
        heading_of(batch, column),
        len(texts),
        None if answer == OPEN else answer,
        is_of_sheet=True,
        key=batch.column_fields[column],
        samples=tuple(dict.fromkeys(texts))[:SAMPLES],
    )


def days_of_ages(
    batch: ImportBatch, rows: list[Staged], families: list[SheetFamily]
) -> list[SheetWord]:
    """The question on which day ages were stated, if babies arrived weeks before the upload; stored in `batch.words`."""
    said, asked = dict((batch.words or {}).get(WordKind.AGE_DAY, {})), []
    numbers = _of_babies_of_weeks_ago(batch, families)
    for column, name in batch.column_fields.items():
        if name not in AGES or (
            name == SheetField.AGE and says_age_on_arrival(heading_of(batch, column))
        ):
            continue
        texts = cells_of([row for row in rows if row["number"] in numbers], column)
        if texts := [text for text in texts if is_an_age(text)]:
            answer = said.setdefault(name, OPEN)
            asked.append(_of_column(batch, WordKind.AGE_DAY, column, texts, answer))
        elif said.get(name) == OPEN:
            del said[name]
    batch.words = {**(batch.words or {}), WordKind.AGE_DAY: said}
    return asked


def _of_babies_of_weeks_ago(batch: ImportBatch, families: list[SheetFamily]) -> set[int]:
    """The numbers of the rows of possible babies who arrived weeks before the upload."""
    open_yet = {RowFault.YEARS_OR_MONTHS.value, RowFault.AGE_DAY.value}
    latest = uploaded_on(batch) - datetime.timedelta(days=DAYS_THAT_AGE_A_BABY)
    return {
        row.number
        for family in families
        for day, part in family.by_day(batch.arrived_on)
        for row in part.rows
        if day < latest
        and (is_of_a_baby(row.birth, day) or open_yet & {fault for _where, fault in row.faults})
    }
