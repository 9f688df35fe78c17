"""Questions about the ages of a sheet: whether they are years or months, and on which day they were stated."""

import datetime
import zoneinfo

from imports.actions.sheet_words import SAMPLES, SheetWord, cells_of, heading_of
from imports.choices import AgeUnit, RowFault, SheetField, WordKind
from imports.models import ImportBatch
from imports.rules.births import is_an_age, is_bare_number, is_more_than_months, is_of_a_baby
from imports.rules.columns import says_age_on_arrival, unit_of_ages
from imports.rules.families import SheetFamily
from imports.rules.states import StagedRow
from imports.rules.words import MUST_BE_ASKED

AGE_FIELDS = (SheetField.AGE, SheetField.BIRTH)

# After this number of days a baby's age in months may have changed.
BABY_AGE_DAYS = 21


def uploaded_on(batch: ImportBatch) -> datetime.date:
    """The day of the upload in the office's time zone."""
    return batch.uploaded_at.astimezone(zoneinfo.ZoneInfo(batch.office.time_zone)).date()


def mark_ages_as_open(batch: ImportBatch, rows: list[StagedRow]) -> dict[int, list[str]]:
    """Marks ages without a unit as MUST_BE_ASKED where the heading does not state the unit. Returns these by column.

    If a column "months" contains a number too large for months, the unit of all its numbers is asked.
    """
    answers, open_ages = dict((batch.words or {}).get(WordKind.AGES, {})), {}
    for column, name in batch.column_fields.items():
        if name not in AGE_FIELDS:
            continue
        bare = [text for text in cells_of(rows, column) if is_bare_number(text)]
        unit = unit_of_ages(heading_of(batch, column), name)
        if unit == AgeUnit.MONTHS and not any(map(is_more_than_months, bare)):
            answers.setdefault(name, unit)
        elif unit != AgeUnit.YEARS:
            answers.setdefault(name, MUST_BE_ASKED)
            open_ages[column] = bare
        elif answers.get(name) == MUST_BE_ASKED:
            del answers[name]
    batch.words = {**(batch.words or {}), WordKind.AGES: answers}
    return open_ages


def questions_about_units(batch: ImportBatch, open_ages: dict[int, list[str]]) -> list[SheetWord]:
    """Questions whether these ages are years or months. The word of a question is the heading, its key the field."""
    answers = (batch.words or {}).get(WordKind.AGES, {})
    return [
        _question(batch, WordKind.AGES, column, bare, answers[batch.column_fields[column]])
        for column, bare in open_ages.items()
        if bare
    ]


def _question(
    batch: ImportBatch, kind: WordKind, column: int, texts: list[str], answer: str
) -> SheetWord:
    return SheetWord(
        kind,
        heading_of(batch, column),
        len(texts),
        None if answer == MUST_BE_ASKED else answer,
        is_of_sheet=True,
        key=batch.column_fields[column],
        samples=tuple(dict.fromkeys(texts))[:SAMPLES],
    )


def questions_about_age_days(
    batch: ImportBatch, rows: list[StagedRow], families: list[SheetFamily]
) -> list[SheetWord]:
    """Asks on which day the ages were stated if babies arrived weeks before the upload. Marks this as MUST_BE_ASKED."""
    answers, questions = dict((batch.words or {}).get(WordKind.AGE_DAY, {})), []
    numbers = _rows_of_earlier_babies(batch, families)
    for column, name in batch.column_fields.items():
        if name not in AGE_FIELDS or (
            name == SheetField.AGE and says_age_on_arrival(heading_of(batch, column))
        ):
            continue
        texts = cells_of([row for row in rows if row["number"] in numbers], column)
        if texts := [text for text in texts if is_an_age(text)]:
            answer = answers.setdefault(name, MUST_BE_ASKED)
            questions.append(_question(batch, WordKind.AGE_DAY, column, texts, answer))
        elif answers.get(name) == MUST_BE_ASKED:
            del answers[name]
    batch.words = {**(batch.words or {}), WordKind.AGE_DAY: answers}
    return questions


def _rows_of_earlier_babies(batch: ImportBatch, families: list[SheetFamily]) -> set[int]:
    """Numbers of rows of possible babies who arrived BABY_AGE_DAYS before the upload or earlier."""
    open_questions = {RowFault.YEARS_OR_MONTHS.value, RowFault.AGE_DAY.value}
    latest = uploaded_on(batch) - datetime.timedelta(days=BABY_AGE_DAYS)
    return {
        row.number
        for family in families
        for day, part in family.by_day(batch.arrived_on)
        for row in part.rows
        if day < latest
        and (
            is_of_a_baby(row.birth, day) or open_questions & {fault for _where, fault in row.faults}
        )
    }
