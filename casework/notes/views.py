"""Writing, mending and correcting notes, and the list of them."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.notes.actions import correct_note, edit_note, write_note
from casework.notes.filters import NoteFilter
from casework.notes.forms import CorrectNoteForm, EditNoteForm, NoteForm
from casework.notes.models import Note
from casework.notes.slots import standing_notes
from casework.register.models.case import Case
from casework.register.views import answer_in_case
from pages.forms import ActionForm
from pages.lists import list_page


@needs(Permission.NOTE_READ)
def note_list(request: StaffRequest, number: str) -> HttpResponse:
    """All notes of a case, by kind and person."""
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.NOTE_READ), number=number
    )
    record_read("note.listed", by=request.user, about=case)
    return list_page(
        request,
        standing_notes(case),
        filterset=NoteFilter,
        template="casework/notes/note_list.html",
        list_title=_("Notes"),
        case=case,
        may_write=can(request.user, Permission.NOTE_WRITE, about=case),
    )


@needs(Permission.NOTE_WRITE)
def note_write(request: StaffRequest, number: str) -> HttpResponse:
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.NOTE_WRITE), number=number
    )
    form = NoteForm(request.POST or None, case=case, user=request.user)
    return _answer(
        request, case, form, write_note, case, title=_("New note"), done=_("The note is on file.")
    )


@needs(Permission.NOTE_WRITE)
def note_edit(request: StaffRequest, number: str, note_id: uuid.UUID) -> HttpResponse:
    """The author mends the text; a sealed note leads to its correction."""
    note = _own_note(request, number, note_id)
    if note.is_sealed:
        return redirect("note-correct", number, note_id)
    form = EditNoteForm(request.POST or None, initial={"text": note.text, "kind": note.kind})
    return _answer(
        request,
        note.case,
        form,
        edit_note,
        note,
        title=_("Edit the note"),
        done=_("The note is mended; the text before is kept."),
    )


@needs(Permission.NOTE_WRITE)
def note_correct(request: StaffRequest, number: str, note_id: uuid.UUID) -> HttpResponse:
    note = _own_note(request, number, note_id)
    form = CorrectNoteForm(request.POST or None, initial={"text": note.text})
    return _answer(
        request,
        note.case,
        form,
        correct_note,
        note,
        title=_("Correct the note"),
        done=_("The note is corrected; the old text stays readable."),
    )


def _own_note(request: StaffRequest, number: str, note_id: uuid.UUID) -> Note:
    notes = Note.objects.visible_to(request.user, Permission.NOTE_WRITE).select_related("case")
    note: Note = get_object_or_404(notes, pk=note_id, case__number=number, author=request.user)
    record_read("note.read", by=request.user, about=note)
    return note


def _answer(
    request: StaffRequest,
    case: Case,
    form: ActionForm,
    action: Callable[..., Any],
    about: Case | Note,
    **said: Any,
) -> HttpResponse:
    return answer_in_case(
        request,
        form,
        action,
        about,
        case=case,
        back=reverse("case-detail", args=[case.number]) + "#notes",
        sentences=[
            _("For 24 hours the author may edit a note; what stood there before is kept."),
            _("After that the note is sealed: a correction is a newer note."),
        ],
        **said,
    )
