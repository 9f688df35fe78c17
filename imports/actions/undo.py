"""Taking an import back within a day, but for the cases on which somebody has built."""

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
from imports.actions.imports import check_anew
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
    """Something was built on what was imported, or a day has passed."""


@transaction.atomic
def undo_import(batch: ImportBatch, *, by: User) -> ImportBatch:
    """Takes off file what is there for less than a day and untouched: cases, people, papers and their keys are gone.

    A case on which somebody has built stays. Audit and history keep that the others were there, their numbers are not
    given again. If nothing of the sheet stays on file, the sheet is destroyed; else what was taken back waits again with
    the other rows. Raises ImportNotUndoable with a sentence for each case that stays, where no other is left.
    """
    batch = lock_for(batch, Permission.IMPORT_RUN, by=by)
    if not batch.may_be_undone(timezone.now()):
        raise ImportNotUndoable(_("An import can be undone within 24 hours, when it has finished."))
    before = list(batch.families.on_file())
    refusals = _ask(UNDO, batch)
    stays = set(batch.families.on_file().values_list("number", flat=True))
    gone = [family for family in before if family.number not in stays]
    if not gone:
        raise ImportNotUndoable(*in_sentences(refusals))
    people = sum(family.people for family in gone)
    batch.families_done -= len(gone)
    batch.rows_done -= people
    undone = {"families": len(gone), "people": people}
    record("import.undone", by=by, about=batch, details=undone)
    if not stays:
        end_import(batch, status=ImportStatus.UNDONE)
        return batch
    _let_wait_again(batch, {family.number for family in gone})
    return check_anew(batch, by)


def _let_wait_again(batch: ImportBatch, numbers: set[str]) -> None:
    """The rows of those cases are rows of the sheet again, as before they went on file."""
    for chunk in batch.chunks.filter(done__gt=0):
        for row in chunk.rows:
            if row["case"] in numbers:
                row["state"], row["case"] = RowState.WRONG.value, ""
        chunk.save(update_fields=["rows"])


def refusals_of(batch: ImportBatch) -> list[tuple[str, str]]:
    """What keeps cases of it on file today: the number of each, and why."""
    return _ask(REFUSALS, batch)


def families_to_undo(batch: ImportBatch, refusals: Sequence[tuple[str, str]] = ()) -> int:
    """How many families are on file for less than a day and are not among those that `refusals_of` keeps."""
    young = batch.families.on_file_since(timezone.now() - batch.UNDO_WITHIN)
    return young.exclude(number__in={number for number, _reason in refusals}).count()


def _ask(question: str, batch: ImportBatch) -> list[tuple[str, str]]:
    """Case numbers with what stands in the way of each. The database judges; see the migration."""
    with connection.cursor() as cursor:
        cursor.execute(question, [batch.pk])
        return list(cursor.fetchall())


def in_sentences(refusals: list[tuple[str, str]]) -> list[str]:
    """One sentence for each case, the verb of the audit log rather than the table it left a row in."""
    told: dict[str, str] = {}
    for number, reason in refusals:
        said = str(_in_words(reason))
        if number not in told or "." in reason:
            told[number] = said
    sentences = [
        _("%(number)s: %(what)s.") % {"number": number, "what": what} if number else f"{what}."
        for number, what in list(told.items())[:MOST_SENTENCES]
    ]
    if len(told) > MOST_SENTENCES:
        more = len(told) - MOST_SENTENCES
        sentences.append(_("And %(count)s further cases.") % {"count": more})
    return sentences


def _in_words(reason: str) -> str | Promise:
    """The reason as a sentence without subject."""
    if reason in REASONS:
        return REASONS[reason]
    if "." in reason:
        return _("somebody %(did)s") % {"did": verb_in_words(reason)}
    return _("something was recorded for it")
