"""Actions on a whole import: upload a sheet, set the meaning of columns and words, put people on file, drop rows."""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import NotAllowed, lock_for, require
from accounts.audit import record
from accounts.models import Team, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.register.querysets.teams import teams_of
from imports.actions.endings import end_import
from imports.actions.memory import remember_columns, remember_words
from imports.actions.reading import kind_of_upload, read_at_once, write_rows
from imports.actions.stages import run_steps
from imports.actions.words import (
    counted_words,
    mark_sexes_as_open,
    rows_about_people,
    words_to_confirm,
)
from imports.choices import ImportStatus, RowState, SheetField, WordKind
from imports.models import ImportBatch
from imports.rules.columns import has_name_column, mapping_faults
from imports.rules.states import LEFT_ALONE, count_by_state
from imports.rules.text import as_text
from pages.refusals import ActionRefused
from reference.models import CrossingPoint, RegionalDirectorate
from vault.files import open_file, store_file
from vault.keys import issue_key

CHUNK_ROWS = 100


class ImportNotOpen(ActionRefused):
    """The import is being processed, or is over."""


@transaction.atomic
def upload_sheet(
    *,
    file_name: str,
    content: bytes,
    team: Team,
    arrived_on: datetime.date,
    by: User,
    crossing: CrossingPoint | None = None,
    directorate: RegionalDirectorate | None = None,
    sheet: int | None = None,
) -> ImportBatch:
    """Stores the sheet, encrypted with a key of its own, and guesses its columns. Creates no people.

    A sheet that is slow to read is left to a worker; until then its status is "being read".

    `sheet` is an index in the workbook; without it the first sheet of people is read. Raises SheetUnreadable with the row
    and column at fault, and NotAllowed.
    """
    _require_team(by, team)
    refuse_future(arrived_on, by=by, field="arrived_on")
    batch = ImportBatch(
        key_id=issue_key(),
        office=team.office,
        team=team,
        title=as_text(file_name)[-120:],
        kind=kind_of_upload(file_name, content),
        asked_sheet=sheet,
        arrived_on=arrived_on,
        crossing=crossing,
        directorate=directorate,
        uploaded_by=by,
    )
    sheet_read = read_at_once(batch, content)
    batch.stored_name = store_file(content, key_id=batch.key_id, row_id=batch.pk)
    batch.save(force_insert=True)
    write_rows(batch, sheet_read)
    record(
        "import.uploaded",
        by=by,
        about=batch,
        details={"rows": batch.rows_total, "kind": batch.kind, "team": team.name},
    )
    return batch


@transaction.atomic
def choose_sheet(batch: ImportBatch, *, sheet: int, by: User) -> ImportBatch:
    """Reads another sheet of the workbook instead, or decodes a text file differently.

    Once part of the sheet is on file, another sheet becomes an import of its own. Raises SheetUnreadable; ImportNotOpen a
    day after something went on file, because the file is then deleted.
    """
    batch = lock_open_batch(batch, by, or_unreadable=True)
    if sheet not in batch.sheets_to_choose:
        raise ActionRefused(_("This sheet is not in the workbook."))
    if not batch.stored_name:
        raise ImportNotOpen(_("The file was destroyed. Upload it again to import another sheet."))
    with open_file(batch.stored_name, key_id=batch.key_id, row_id=batch.pk) as stream:
        content = stream.read()
    if batch.families_done:
        return upload_sheet(
            file_name=batch.title,
            content=content,
            team=batch.team,
            arrived_on=batch.arrived_on,
            crossing=batch.crossing,
            directorate=batch.directorate,
            sheet=sheet,
            by=by,
        )
    batch.asked_sheet = sheet
    sheet_read = read_at_once(batch, content)
    # Answers about one sheet of a workbook do not apply to another.
    batch.words = batch.start = None
    batch.is_staged, batch.rows_checked = False, 0
    batch.count({})
    batch.save()
    write_rows(batch, sheet_read)
    record("import.sheet_chosen", by=by, about=batch, details={"rows": batch.rows_total})
    return batch


def _require_team(by: User, team: Team) -> None:
    require(by, Permission.IMPORT_RUN)
    for permission in (Permission.IMPORT_RUN, Permission.CASE_LOG):
        if not teams_of(by, permission).contains(team):
            raise NotAllowed(_("You do not log arrivals for this team."))


def lock_open_batch(batch: ImportBatch, by: User, *, or_unreadable: bool = False) -> ImportBatch:
    """Returns the batch, locked until commit. Raises NotAllowed; ImportNotOpen while it is processed or once it has ended."""
    batch = lock_for(batch, Permission.IMPORT_RUN, by=by)
    if not batch.is_open_to_change and not (or_unreadable and batch.is_unreadable):
        raise ImportNotOpen(_("This import is being worked on, or it is over."))
    return batch


@transaction.atomic
def map_columns(batch: ImportBatch, *, columns: Mapping[int, str], by: User) -> ImportBatch:
    """Sets what each column contains, remembers it for sheets with these headings, and continues as far as possible."""
    batch = lock_open_batch(batch, by)
    if batch.families_done:
        raise ImportNotOpen(_("Part of this sheet is on file; its columns stay as they are."))
    if batch.is_in_doubt:
        raise ActionRefused(batch.fault_sentence)
    if not has_name_column(columns):
        raise ActionRefused(_("Say which column holds the names."))
    if repeated := mapping_faults(columns):
        raise ActionRefused(
            *(
                _("More than one column is said to hold “%(what)s”.")
                % {"what": SheetField(name).label}
                for name in repeated
            )
        )
    mapped = {str(column): name for column, name in columns.items()}
    if mapped != batch.columns:
        # Answers about the words of one column do not apply to another.
        batch.columns, batch.words = mapped, None
    remember_columns(batch, by=by)
    if words_to_confirm(batch):
        batch.status = ImportStatus.WORDS
        batch.save()
        return batch
    return check_and_compare_again(batch, by)


@transaction.atomic
def confirm_words(
    batch: ImportBatch, *, meanings: Mapping[str, Mapping[str, str]], by: User
) -> ImportBatch:
    """Sets what words of the sheet mean, for this office from now on, and checks all rows."""
    batch = lock_open_batch(batch, by)
    ambiguous = mark_sexes_as_open(batch, counted_words(batch, rows_about_people(batch)))
    answers = dict(batch.words or {})
    for kind, words in meanings.items():
        answers[kind] = {**answers.get(kind, {}), **words}
    batch.words = answers
    # The meaning of H or M is valid for this sheet only.
    sexes_to_remember = {
        text: meaning
        for text, meaning in meanings.get(WordKind.SEX, {}).items()
        if text not in ambiguous
    }
    remember_words(batch, {**meanings, WordKind.SEX: sexes_to_remember}, by=by)
    return check_and_compare_again(batch, by)


@transaction.atomic
def check_again(batch: ImportBatch, *, by: User) -> ImportBatch:
    """Lets the user start the check of all rows again, for example after a failure."""
    return check_and_compare_again(lock_open_batch(batch, by), by)


def check_and_compare_again(batch: ImportBatch, by: User) -> ImportBatch:
    """Like `check`, but also compares every row with the people on file again. The caller holds the lock."""
    batch.status = ImportStatus.CHECKING
    for chunk in batch.chunks.iterator(chunk_size=20):
        for row in chunk.rows:
            row["like"] = None
        chunk.save(update_fields=["rows"])
    return check(batch, by)


def check(batch: ImportBatch, by: User) -> ImportBatch:
    """Starts the check. A small sheet, or a larger one that was checked before, is checked at once, others by a worker."""
    was_checked = batch.status in (ImportStatus.CHECKED, ImportStatus.DONE)
    limit = ImportBatch.RECHECKED_AT_ONCE if was_checked else ImportBatch.CHECKED_AT_ONCE
    batch.status = ImportStatus.CHECKING
    batch.is_staged = False
    batch.rows_checked = 0
    batch.save()
    record("import.checked", by=by, about=batch, details={"rows": batch.rows_total})
    if batch.rows_total <= limit:
        run_steps(batch.pk)
        batch.refresh_from_db()
    return batch


@transaction.atomic
def commit_import(batch: ImportBatch, *, by: User) -> ImportBatch:
    """Queues the good rows; a worker puts them on file, family by family. Other rows wait in the import."""
    batch = lock_open_batch(batch, by)
    _require_team(by, batch.team)
    if batch.status not in (ImportStatus.CHECKED, ImportStatus.DONE) or not batch.rows_good:
        raise ActionRefused(_("No row is ready to be put on file."))
    batch.status = ImportStatus.QUEUED
    batch.rows_to_do = batch.rows_done + batch.rows_good
    batch.committed_by = by
    batch.save()
    record("import.committed", by=by, about=batch, details={"rows": batch.rows_good})
    return batch


@transaction.atomic
def drop_import(batch: ImportBatch, *, by: User) -> ImportBatch:
    """Drops the waiting rows. Rows on file stay; if there are none, the import ends and its sheet is deleted."""
    batch = lock_open_batch(batch, by, or_unreadable=True)
    for chunk in batch.chunks.all():
        for row in chunk.rows:
            if row["state"] not in LEFT_ALONE:
                row["state"] = RowState.DROPPED.value
        chunk.count(count_by_state(chunk.rows))
        chunk.save()
    counts_kept: dict[str, int] = {
        RowState.DONE: batch.rows_done,
        RowState.UNREAD: batch.rows_unread,
    }
    batch.count({**counts_kept, RowState.DROPPED: batch.rows_total - sum(counts_kept.values())})
    if batch.families_done:
        batch.status = ImportStatus.DONE
        batch.save()
    else:
        end_import(batch, status=ImportStatus.DROPPED)
    record("import.dropped", by=by, about=batch, details={"rows": batch.rows_dropped})
    return batch
