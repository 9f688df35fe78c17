"""Pages that write, edit and correct notes, and the list of notes."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.notes.actions import correct_note, edit_note, write_note
from casework.notes.filters import NoteFilter
from casework.notes.forms import CorrectNoteForm, EditNoteForm, NoteForm
from casework.notes.models import Note
from casework.notes.slots import uncorrected_notes
from casework.register.models.case import Case
from casework.register.views import case_form_page, form_view_of_row, get_case_or_404
from pages.lists import list_page


@permission_required(Permission.NOTE_READ)
def note_list(request: StaffRequest, number: str) -> HttpResponse:
    """Lists all notes of a case, with filters by kind and person."""
    case = get_case_or_404(request, number, Permission.NOTE_READ)
    record_read("note.listed", by=request.user, about=case)
    return list_page(
        request,
        uncorrected_notes(case),
        filterset=NoteFilter,
        template="casework/notes/note_list.html",
        list_title=_("Notes"),
        case=case,
        may_write=can(request.user, Permission.NOTE_WRITE, about=case),
    )


def _context(request: StaffRequest, row: Case | Note) -> dict[str, Any]:
    case = row if isinstance(row, Case) else row.case
    return {
        "case": case,
        "back": reverse("case-detail", args=[case.number]) + "#notes",
        "sentences": [
            _("For 24 hours the author may edit a note; what stood there before is kept."),
            _("After that the note is sealed: a correction is a newer note."),
        ],
    }


note_write = form_view_of_row(
    Permission.NOTE_WRITE,
    get_case_or_404,
    NoteForm,
    write_note,
    _context,
    title=_("New note"),
    done=_("The note is on file."),
)


@permission_required(Permission.NOTE_WRITE)
def note_edit(request: StaffRequest, number: str, note_id: uuid.UUID) -> HttpResponse:
    """Edits a note of the user; redirects to its correction once the note can no longer be edited."""
    note = _view_own_note_or_404(request, number, note_id, Permission.NOTE_WRITE)
    if note.is_sealed:
        return redirect("note-correct", number, note_id)
    return case_form_page(
        request,
        EditNoteForm(request.POST or None, user=request.user, row=note),
        edit_note,
        note,
        **_context(request, note),
        title=_("Edit the note"),
        done=_("The note is mended; the text before is kept."),
    )


def _view_own_note_or_404(
    request: StaffRequest, number: str, note_id: uuid.UUID, permission: Permission
) -> Note:
    notes = Note.objects.visible_to(request.user, permission).select_related("case")
    note: Note = get_object_or_404(notes, pk=note_id, case__number=number, author=request.user)
    record_read("note.read", by=request.user, about=note)
    return note


note_correct = form_view_of_row(
    Permission.NOTE_WRITE,
    _view_own_note_or_404,
    CorrectNoteForm,
    correct_note,
    _context,
    title=_("Correct the note"),
    done=_("The note is corrected; the old text stays readable."),
)
