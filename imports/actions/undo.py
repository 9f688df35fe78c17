"""Undoes an import within a day, except for cases that were changed since."""

from collections.abc import Sequence

from django.db import connection, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import lock_for
from accounts.audit import record
from accounts.audit_words import verb_in_words
from accounts.models import User
from accounts.permissions import Permission
from imports.actions.endings import end_import
from imports.actions.imports import check_and_compare_again
from imports.choices import ImportStatus, RowState
from imports.models import ImportBatch
from pages.refusals import ActionRefused

MOST_SENTENCES = 12
UNDO = "SELECT * FROM public.imports_undo(%s) ORDER BY 1, 2"
REFUSALS = "SELECT * FROM public.imports_refusals(%s) ORDER BY 1, 2"

REASONS: dict[str, str | Promise] = {
    "too_old": gettext_lazy("it is on file for more than a day"),
    "changed": gettext_lazy("somebody corrected or completed it"),
    "nothing": gettext_lazy("nothing of it is on file"),
}


class ImportNotUndoable(ActionRefused):
    """There is later work on the imported cases, or a day has passed."""


@transaction.atomic
def undo_import(batch: ImportBatch, *, by: User) -> ImportBatch:
    """Deletes the cases that were put on file less than a day ago and not changed since, with people, documents and keys.

    A case with later work stays. Audit log and history keep the deleted rows, and no number is used again. If nothing
    of the sheet stays on file, the sheet is destroyed; else the rows of deleted cases wait again. Raises
    ImportNotUndoable, with a sentence for each case, if every case must stay.
    """
    batch = lock_for(batch, Permission.IMPORT_RUN, by=by)
    if not batch.may_be_undone(timezone.now()):
        raise ImportNotUndoable(_("An import can be undone within 24 hours, when it has finished."))
    before = list(batch.families.on_file())
    refusals = _fetch(UNDO, batch)
    kept_numbers = set(batch.families.on_file().values_list("number", flat=True))
    undone_families = [family for family in before if family.number not in kept_numbers]
    if not undone_families:
        raise ImportNotUndoable(*in_sentences(refusals))
    people = sum(family.people for family in undone_families)
    batch.families_done -= len(undone_families)
    batch.rows_done -= people
    counts = {"families": len(undone_families), "people": people}
    record("import.undone", by=by, about=batch, details=counts)
    if not kept_numbers:
        end_import(batch, status=ImportStatus.UNDONE)
        return batch
    _let_wait_again(batch, {family.number for family in undone_families})
    return check_and_compare_again(batch, by)


def _let_wait_again(batch: ImportBatch, numbers: set[str]) -> None:
    """Sets the rows of these cases back to waiting."""
    for chunk in batch.chunks.filter(done__gt=0):
        for row in chunk.rows:
            if row["case"] in numbers:
                row["state"], row["case"] = RowState.WRONG.value, ""
        chunk.save(update_fields=["rows"])


def refusals_of(batch: ImportBatch) -> list[tuple[str, str]]:
    """Pairs of number and reason for the imported cases that must stay; see REASONS."""
    return _fetch(REFUSALS, batch)


def families_to_undo(batch: ImportBatch, refusals: Sequence[tuple[str, str]] = ()) -> int:
    """How many families can be undone: on file for less than a day, and not in `refusals`."""
    recent = batch.families.on_file_since(timezone.now() - batch.UNDO_WITHIN)
    return recent.exclude(number__in={number for number, _reason in refusals}).count()


def _fetch(sql: str, batch: ImportBatch) -> list[tuple[str, str]]:
    """Pairs of case number and reason why the case must stay, from a database function; see `undo.sql`."""
    with connection.cursor() as cursor:
        cursor.execute(sql, [batch.pk])
        return list(cursor.fetchall())


def in_sentences(refusals: list[tuple[str, str]]) -> list[str]:
    """A sentence for each case, at most MOST_SENTENCES. Of several reasons, one that names an audit verb is taken."""
    reason_of: dict[str, str] = {}
    for number, reason in refusals:
        text = str(_in_words(reason))
        if number not in reason_of or "." in reason:
            reason_of[number] = text
    sentences = [
        _("%(number)s: %(what)s.") % {"number": number, "what": what} if number else f"{what}."
        for number, what in list(reason_of.items())[:MOST_SENTENCES]
    ]
    if len(reason_of) > MOST_SENTENCES:
        more = len(reason_of) - MOST_SENTENCES
        sentences.append(_("And %(count)s further cases.") % {"count": more})
    return sentences


def _in_words(reason: str) -> str | Promise:
    """The reason as a sentence without subject."""
    if reason in REASONS:
        return REASONS[reason]
    if "." in reason:
        return _("somebody %(did)s") % {"did": verb_in_words(reason)}
    return _("something was recorded for it")
