"""Notes: written once, corrected by a newer one."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Individual, Note
from pages.refusals import ActionRefused


@transaction.atomic
def write_note(case: Case, *, text: str, by: User, individual: Individual | None = None) -> Note:
    """Adds a note to the case, perhaps about one person of it."""
    case = Case.objects.lock(case)
    require(by, Permission.NOTE_WRITE, about=case)
    if not text.strip():
        raise ActionRefused(_("Write something first."), field="text")
    if individual and not case.members.filter(individual=individual).exists():
        raise ActionRefused(_("This person does not belong to the case."), field="individual")
    note = Note.objects.create(
        key_id=case.key_id, case=case, individual=individual, author=by, text=text.strip()
    )
    record("note.written", by=by, about=note)
    return note


@transaction.atomic
def correct_note(note: Note, *, text: str, by: User) -> Note:
    """Writes a newer note that takes the place of this one; the old text stays readable."""
    case = Case.objects.lock(note.case)
    require(by, Permission.NOTE_WRITE, about=case)
    if note.author_id != by.pk:
        raise ActionRefused(_("Only who wrote a note corrects it; write a new one instead."))
    if Note.objects.filter(corrects=note).exists():
        raise ActionRefused(_("This note was corrected already; correct the newer one."))
    if not text.strip():
        raise ActionRefused(_("Write something first."), field="text")
    newer = Note.objects.create(
        key_id=case.key_id,
        case=case,
        individual=note.individual,
        author=by,
        text=text.strip(),
        corrects=note,
    )
    record("note.corrected", by=by, about=newer)
    return newer
