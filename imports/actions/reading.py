"""Reads an uploaded file into the batch: in the request if that is fast, else in a worker."""

from collections import Counter

from imports.actions.memory import remembered_columns
from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportChunk
from imports.rules.choices import SheetFault
from imports.rules.kinds import SheetRefused, fault_in_words, kind_of
from imports.rules.reading import Guess, NumberedRow, Sheet, TakesLong, read_sheet
from imports.rules.states import StagedRow, new_row
from pages.refusals import ActionRefused
from vault.files import open_file

CHUNK_ROWS = 100

# How many rows are used to guess the content of a column with an ambiguous heading.
SAMPLES = 20


class SheetUnreadable(ActionRefused):
    """A file that cannot be read, with the place of the fault."""


def kind_of_upload(file_name: str, content: bytes) -> str:
    """The kind of file by its extension and first bytes. Raises SheetUnreadable."""
    try:
        return kind_of(file_name, content)
    except SheetRefused as refused:
        raise _unreadable(refused) from refused


def _unreadable(refused: SheetRefused) -> SheetUnreadable:
    sentence = fault_in_words(refused.fault, refused.row, refused.column)
    return SheetUnreadable(sentence, field="file")


def read_at_once(batch: ImportBatch, content: bytes) -> Sheet | None:
    """Reads the requested sheet and stores it; returns None if a worker must read it because that is slow.

    Raises SheetUnreadable. The caller saves the batch and writes its rows.
    """
    try:
        sheet = read_sheet(batch.title, content, batch.asked_sheet, at_once=True)
    except SheetRefused as refused:
        raise _unreadable(refused) from refused
    except TakesLong:
        batch.status = ImportStatus.READING
        return None
    _store_sheet(batch, sheet)
    return sheet


def read_table(
    file_name: str, content: bytes, *, guess: Guess, without_headings: str
) -> tuple[list[str], list[NumberedRow]]:
    """Headings and rows of a sheet about something else than people, which is short enough to be read in a request.

    Raises SheetUnreadable; its sentence is `without_headings` if `guess` knows none of the headings.
    """
    try:
        sheet = read_sheet(file_name, content, at_once=True, guess=guess)
    except TakesLong as error:
        raise _unreadable(SheetRefused(SheetFault.TOO_LARGE_INSIDE)) from error
    except SheetRefused as refused:
        if refused.fault == SheetFault.NO_HEADINGS:
            raise SheetUnreadable(without_headings, field="file") from refused
        raise _unreadable(refused) from refused
    return sheet.headings, sheet.rows


def read_in_worker(batch: ImportBatch) -> None:
    """Reads the sheet without the time limit of a request, or stores why it cannot be read. The caller holds the lock."""
    with open_file(batch.stored_name, key_id=batch.key_id, row_id=batch.pk) as stream:
        content = stream.read()
    try:
        sheet = read_sheet(batch.title, content, batch.asked_sheet)
    except SheetRefused as refused:
        batch.status = ImportStatus.UNREADABLE
        batch.fault = {"kind": refused.fault, "row": refused.row, "column": refused.column}
        batch.save()
        return
    _store_sheet(batch, sheet)
    batch.save()
    write_rows(batch, sheet)


def _store_sheet(batch: ImportBatch, sheet: Sheet) -> None:
    """Sets headings, guessed columns and counts of the batch. The caller saves it."""
    hidden = {
        "sheets": sorted(sheet.hidden_sheets),
        "columns": sorted(sheet.hidden_columns),
        "rows": sorted(sheet.hidden_rows),
    }
    batch.sheet, batch.sheets = sheet.index, {**sheet.sheets, ImportBatch.HIDDEN: hidden}
    batch.heading_row, batch.headings = sheet.heading_row, sheet.headings
    batch.rows_hidden, batch.comments = len(sheet.hidden_rows), sheet.comments
    batch.filled = dict(
        Counter(
            str(column)
            for _number, cells in sheet.rows
            for column, cell in enumerate(cells)
            if cell
        )
    )
    batch.rows_total = len(sheet.rows)
    first_rows = [cells for _number, cells in sheet.rows[:SAMPLES]]
    # Hidden columns are imported only if the user says so.
    batch.columns = {
        column: name
        for column, name in remembered_columns(batch, first_rows).items()
        if int(column) not in sheet.hidden_columns
    }
    batch.status, batch.fault = ImportStatus.MAPPING, {}
    if sheet.is_in_doubt:
        batch.fault = {"kind": SheetFault.LETTERS_IN_DOUBT, "row": None, "column": None}


def write_rows(batch: ImportBatch, sheet: Sheet | None) -> None:
    """Replaces the stored rows by those of the sheet. Without a sheet, which a worker reads later, only deletes them."""
    batch.chunks.all().delete()
    if sheet:
        write_chunks(batch, [new_row(number, cells) for number, cells in sheet.rows])


def write_chunks(batch: ImportBatch, rows: list[StagedRow]) -> None:
    """Stores rows in chunks, in their order."""
    ImportChunk.objects.bulk_create(
        [
            ImportChunk(
                key_id=batch.key_id,
                batch=batch,
                place=index,
                rows=rows[start : start + CHUNK_ROWS],
            )
            for index, start in enumerate(range(0, len(rows), CHUNK_ROWS))
        ]
    )
