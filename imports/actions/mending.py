"""Actions on single rows of an import: correct, drop and restore, accept as a new person or doubt again."""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from imports.actions.imports import check, open_batch
from imports.choices import RowState
from imports.models import ImportBatch, ImportChunk
from imports.rules.states import BY_ITSELF, LEFT_ALONE, Staged, doubts_left
from imports.rules.text import as_text
from pages.refusals import ActionRefused

# Marks rows that were accepted all together, so that this can be undone for all of them.
TOGETHER = "together"


def chunk_with(batch: ImportBatch, number: int) -> tuple[ImportChunk, Staged] | None:
    """The chunk and the staged row with that number."""
    for chunk in batch.chunks.iterator(chunk_size=20):
        for row in chunk.rows:
            if row["number"] == number:
                return chunk, row
    return None


@transaction.atomic
def mend_row(batch: ImportBatch, *, row: int, cells: Mapping[int, str], by: User) -> ImportBatch:
    """Changes cells of a row and checks the sheet again."""
    batch = open_batch(batch, by)
    chunk, kept = _row_or_refusal(batch, row)
    kept["cells"] += [""] * (max(cells, default=0) + 1 - len(kept["cells"]))
    for column, text in cells.items():
        kept["cells"][column] = as_text(text)
    kept["accepted"], kept["answered"], kept["like"] = False, [], None
    chunk.save(update_fields=["rows"])
    record("import.row_mended", by=by, about=batch, details={"row": row})
    return check(batch, by)


@transaction.atomic
def drop_row(batch: ImportBatch, *, row: int, by: User) -> ImportBatch:
    """Leaves a row of the sheet out; it is not put on file."""
    batch = open_batch(batch, by)
    chunk, kept = _row_or_refusal(batch, row)
    kept["state"] = RowState.DROPPED.value
    chunk.save(update_fields=["rows"])
    record("import.row_dropped", by=by, about=batch, details={"row": row})
    return check(batch, by)


@transaction.atomic
def accept_rows(batch: ImportBatch, *, by: User, row: int | None = None) -> ImportBatch:
    """Confirms that a doubtful row is right as it is; without a row, every row that only resembles somebody.

    Exact repeats, hidden rows and implausible ages must be confirmed one by one.
    """
    batch = open_batch(batch, by)

    def is_meant(kept: Staged) -> bool:
        if kept["state"] != RowState.DOUBTFUL:
            return False
        return kept["number"] == row if row is not None else not doubts_left(kept) & BY_ITSELF

    accepted = _mark(
        batch.chunks.filter(doubtful__gt=0),
        is_meant,
        accepted=TOGETHER if row is None else True,
    )
    if row is None and not accepted:
        raise ActionRefused(_("None of these rows is only like somebody: decide row by row."))
    record("import.rows_accepted", by=by, about=batch, details={"rows": accepted})
    return check(batch, by)


@transaction.atomic
def doubt_rows(batch: ImportBatch, *, by: User, row: int | None = None) -> ImportBatch:
    """Undoes the confirmation of a row; without a row, of those that were accepted all together."""
    batch = open_batch(batch, by)

    def is_meant(kept: Staged) -> bool:
        if kept["state"] in LEFT_ALONE:
            return False
        if row is None:
            return kept["accepted"] == TOGETHER
        return bool(kept["accepted"]) and kept["number"] == row

    doubted = _mark(batch.chunks.iterator(chunk_size=20), is_meant, accepted=False)
    record("import.rows_doubted", by=by, about=batch, details={"rows": doubted})
    return check(batch, by)


@transaction.atomic
def restore_row(batch: ImportBatch, *, row: int, by: User) -> ImportBatch:
    """Restores a dropped row, or a line that was not read as a person."""
    batch = open_batch(batch, by)
    found = chunk_with(batch, row)
    if found is None or found[1]["state"] not in (RowState.DROPPED, RowState.UNREAD):
        raise ActionRefused(_("This row was not dropped."))
    chunk, kept = found
    kept["state"], kept["is_read"] = RowState.WRONG.value, True
    chunk.save(update_fields=["rows"])
    record("import.row_restored", by=by, about=batch, details={"row": row})
    return check(batch, by)


def _mark(
    chunks: Iterable[ImportChunk], is_meant: Callable[[Staged], bool], *, accepted: bool | str
) -> int:
    """Sets or removes the confirmation of these rows; returns how many."""
    marked = 0
    for chunk in chunks:
        meant = [kept for kept in chunk.rows if is_meant(kept)]
        for kept in meant:
            kept["accepted"] = accepted
            kept["answered"] = [doubt for doubt, _about in kept["doubts"]] if accepted else []
        if meant:
            chunk.save(update_fields=["rows"])
        marked += len(meant)
    return marked


def _row_or_refusal(batch: ImportBatch, number: int) -> tuple[ImportChunk, Staged]:
    found = chunk_with(batch, number)
    if found is None:
        raise ActionRefused(_("This row is not in the sheet."))
    if found[1]["state"] in LEFT_ALONE:
        raise ActionRefused(_("This row is on file or was dropped."))
    return found
