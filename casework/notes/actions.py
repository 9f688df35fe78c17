"""Writes, edits and corrects notes. The author may edit a note for a day; later a newer note corrects it."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.notes.choices import NoteKind
from casework.notes.models import Note, NoteVersion
from casework.register.actions import key_id_for, refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


@transaction.atomic
def write_note(
    case: Case,
    *,
    text: str,
    by: User,
    individual: Individual | None = None,
    kind: str = NoteKind.CONTACT,
) -> Note:
    """Adds a note to the case, optionally about one of its people, and returns it."""
    case = lock_for(case, Permission.NOTE_WRITE, by=by)
    _refuse_empty(text)
    refuse_outsider(individual, case)
    note = Note.objects.create(
        key_id=key_id_for(individual, case),
        case=case,
        individual=individual,
        kind=NoteKind(kind),
        author=by,
        text=text.strip(),
    )
    record("note.written", by=by, about=note, details={"kind": note.kind})
    return note


@transaction.atomic
def edit_note(note: Note, *, text: str, by: User, kind: str | None = None) -> Note:
    """Edits text and kind within a day of writing; the earlier text stays readable.

    Raises ActionRefused for other authors, after a day, and for a note that was corrected."""
    note = lock_for(note, Permission.NOTE_WRITE, by=by)
    _refuse_unless_newest_of_author(note, by=by)
    if note.is_sealed:
        raise ActionRefused(
            _("A day has passed, so the note is sealed. Correct it with a newer one.")
        )
    _refuse_empty(text)
    if text.strip() != note.text:
        NoteVersion.objects.create(key_id=note.key_id, note=note, text=note.text)
    note.text = text.strip()
    note.kind = NoteKind(kind or note.kind)
    note.save(update_fields=["text", "kind"])
    record("note.edited", by=by, about=note)
    return note


@transaction.atomic
def correct_note(note: Note, *, text: str, by: User) -> Note:
    """Writes a newer note that replaces this one; the old text stays readable."""
    case = lock_for(note.case, Permission.NOTE_WRITE, by=by)
    _refuse_unless_newest_of_author(note, by=by)
    _refuse_empty(text)
    newer = Note.objects.create(
        key_id=key_id_for(note.individual, case),
        case=case,
        individual=note.individual,
        kind=note.kind,
        author=by,
        text=text.strip(),
        corrects=note,
    )
    record("note.corrected", by=by, about=newer)
    return newer


def _refuse_empty(text: str) -> None:
    if not text.strip():
        raise ActionRefused(_("Write something first."), field="text")


def _refuse_unless_newest_of_author(note: Note, *, by: User) -> None:
    if note.author_id != by.pk:
        raise ActionRefused(_("Only who wrote a note corrects it; write a new one instead."))
    if Note.objects.filter(corrects=note).exists():
        raise ActionRefused(_("This note was corrected already; correct the newer one."))
