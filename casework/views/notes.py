"""Writing and correcting notes."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.notes import correct_note, write_note
from casework.forms.cases import CorrectNoteForm, NoteForm
from casework.models import Case, Note


def _back(number: str) -> str:
    return reverse("case-detail", args=[number]) + "#notes"


@needs(Permission.NOTE_WRITE)
def note_write(request: HttpRequest, number: str) -> HttpResponse:
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.NOTE_WRITE), number=number
    )
    form = NoteForm(request.POST or None, case=case, user=request.user)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(write_note, case, by=request.user)
    ):
        messages.success(request, _("The note is on file."))
        return redirect(_back(number))
    return render(
        request,
        "casework/case_act.html",
        {"case": case, "form": form, "title": _("New note"), "cancel_url": _back(number)},
    )


@needs(Permission.NOTE_WRITE)
def note_correct(request: HttpRequest, number: str, note_id: uuid.UUID) -> HttpResponse:
    notes = Note.objects.visible_to(request.user, Permission.NOTE_WRITE).select_related("case")
    note = get_object_or_404(notes, pk=note_id, case__number=number, author=request.user)
    record_read("note.read", by=request.user, about=note)
    form = CorrectNoteForm(request.POST or None, initial={"text": note.text})
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(correct_note, note, by=request.user)
    ):
        messages.success(request, _("The note is corrected; the old text stays readable."))
        return redirect(_back(number))
    return render(
        request,
        "casework/case_act.html",
        {
            "case": note.case,
            "form": form,
            "title": _("Correct the note"),
            "cancel_url": _back(number),
        },
    )
