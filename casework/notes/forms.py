"""Writing, mending and correcting notes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.notes.choices import NoteKind
from casework.register.forms import person_of
from casework.register.models.case import Case
from pages.forms import ActionForm, LongText, OncePerSubmission


class NoteForm(OncePerSubmission, ActionForm):
    text = LongText(label=_("Note"))
    kind = forms.ChoiceField(
        label=_("Kind"), choices=NoteKind.choices, initial=NoteKind.CONTACT, required=False
    )

    def __init__(self, *args: Any, case: Case, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["individual"] = person_of(case, user.today(), label=_("Note about"))

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or NoteKind.CONTACT


class EditNoteForm(ActionForm):
    text = LongText(label=_("Note"))
    kind = forms.ChoiceField(label=_("Kind"), choices=NoteKind.choices)


class CorrectNoteForm(ActionForm):
    text = LongText(label=_("Note"))
