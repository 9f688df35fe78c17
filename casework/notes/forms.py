"""Forms that write, edit and correct notes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.notes.choices import NoteKind
from casework.register.forms import AboutForm, RowForm, person_field
from pages.forms import LongText, OncePerSubmission


class NoteForm(OncePerSubmission, AboutForm):
    text = LongText(label=_("Note"))
    kind = forms.ChoiceField(
        label=_("Kind"), choices=NoteKind.choices, initial=NoteKind.CONTACT, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        about = person_field(self.row, self.user.today(), label=_("Note about"))
        self.fields["individual"] = about

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or NoteKind.CONTACT


class EditNoteForm(RowForm):
    text = LongText(label=_("Note"))
    kind = forms.ChoiceField(label=_("Kind"), choices=NoteKind.choices)


class CorrectNoteForm(RowForm):
    text = LongText(label=_("Note"))
