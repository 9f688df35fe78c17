"""Actions on rows of an import: correct, drop, restore, confirm as a new person, withdraw the confirmation."""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from imports.actions.imports import check, lock_open_batch
from imports.choices import RowState
from imports.models import ImportBatch, ImportChunk
from imports.rules.states import DECIDED_SINGLY, LEFT_ALONE, StagedRow, doubts_left
from imports.rules.text import as_text
from pages.refusals import ActionRefused

# The value of `accepted` in rows that were confirmed together, so that `doubt_rows` can find them.
ACCEPTED_TOGETHER = "together"


def find_chunk_and_row(batch: ImportBatch, number: int) -> tuple[ImportChunk, StagedRow] | None:
    """Returns the chunk and the row with that number of the sheet; None if there is no such row."""
    for chunk in batch.chunks.iterator(chunk_size=20):
        for row in chunk.rows:
            if row["number"] == number:
                return chunk, row
    return None


@transaction.atomic
def mend_row(batch: ImportBatch, *, row: int, cells: Mapping[int, str], by: User) -> ImportBatch:
    """Changes cells of a row and checks the sheet again."""
    batch = lock_open_batch(batch, by)
    chunk, staged_row = _row_or_refusal(batch, row)
    staged_row["cells"] += [""] * (max(cells, default=0) + 1 - len(staged_row["cells"]))
    for column, text in cells.items():
        staged_row["cells"][column] = as_text(text)
    staged_row["accepted"], staged_row["answered"], staged_row["like"] = False, [], None
    chunk.save(update_fields=["rows"])
    record("import.row_mended", by=by, about=batch, details={"row": row})
    return check(batch, by)


@transaction.atomic
def drop_row(batch: ImportBatch, *, row: int, by: User) -> ImportBatch:
    """Leaves a row of the sheet out; it is not put on file."""
    batch = lock_open_batch(batch, by)
    chunk, staged_row = _row_or_refusal(batch, row)
    staged_row["state"] = RowState.DROPPED.value
    chunk.save(update_fields=["rows"])
    record("import.row_dropped", by=by, about=batch, details={"row": row})
    return check(batch, by)


@transaction.atomic
def accept_rows(batch: ImportBatch, *, by: User, row: int | None = None) -> ImportBatch:
    """Confirms that a doubtful row is right. Without `row`, confirms every row that only resembles somebody.

    Exact repeats, hidden rows and implausible ages must be confirmed one by one.
    """
    batch = lock_open_batch(batch, by)

    def is_accepted(staged_row: StagedRow) -> bool:
        if staged_row["state"] != RowState.DOUBTFUL:
            return False
        if row is None:
            return not doubts_left(staged_row) & DECIDED_SINGLY
        return staged_row["number"] == row

    accepted = _mark(
        batch.chunks.filter(doubtful__gt=0),
        is_accepted,
        accepted=ACCEPTED_TOGETHER if row is None else True,
    )
    if row is None and not accepted:
        raise ActionRefused(_("None of these rows is only like somebody: decide row by row."))
    record("import.rows_accepted", by=by, about=batch, details={"rows": accepted})
    return check(batch, by)


@transaction.atomic
def doubt_rows(batch: ImportBatch, *, by: User, row: int | None = None) -> ImportBatch:
    """Withdraws the confirmation of a row; without `row`, of the rows that were accepted together."""
    batch = lock_open_batch(batch, by)

    def is_doubted(staged_row: StagedRow) -> bool:
        if staged_row["state"] in LEFT_ALONE:
            return False
        if row is None:
            return staged_row["accepted"] == ACCEPTED_TOGETHER
        return bool(staged_row["accepted"]) and staged_row["number"] == row

    doubted = _mark(batch.chunks.iterator(chunk_size=20), is_doubted, accepted=False)
    record("import.rows_doubted", by=by, about=batch, details={"rows": doubted})
    return check(batch, by)


@transaction.atomic
def restore_row(batch: ImportBatch, *, row: int, by: User) -> ImportBatch:
    """Restores a dropped row, or a line that was not read as a person."""
    batch = lock_open_batch(batch, by)
    chunk_and_row = find_chunk_and_row(batch, row)
    if chunk_and_row is None or chunk_and_row[1]["state"] not in (
        RowState.DROPPED,
        RowState.UNREAD,
    ):
        raise ActionRefused(_("This row was not dropped."))
    chunk, staged_row = chunk_and_row
    staged_row["state"], staged_row["is_read"] = RowState.WRONG.value, True
    chunk.save(update_fields=["rows"])
    record("import.row_restored", by=by, about=batch, details={"row": row})
    return check(batch, by)


def _mark(
    chunks: Iterable[ImportChunk], is_marked: Callable[[StagedRow], bool], *, accepted: bool | str
) -> int:
    """Sets `accepted` of the chosen rows and saves their chunks; returns how many rows changed."""
    marked = 0
    for chunk in chunks:
        rows = [staged_row for staged_row in chunk.rows if is_marked(staged_row)]
        for staged_row in rows:
            staged_row["accepted"] = accepted
            staged_row["answered"] = (
                [doubt for doubt, _about in staged_row["doubts"]] if accepted else []
            )
        if rows:
            chunk.save(update_fields=["rows"])
        marked += len(rows)
    return marked


def _row_or_refusal(batch: ImportBatch, number: int) -> tuple[ImportChunk, StagedRow]:
    chunk_and_row = find_chunk_and_row(batch, number)
    if chunk_and_row is None:
        raise ActionRefused(_("This row is not in the sheet."))
    if chunk_and_row[1]["state"] in LEFT_ALONE:
        raise ActionRefused(_("This row is on file or was dropped."))
    return chunk_and_row
