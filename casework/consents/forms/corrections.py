"""Forms that correct notices and bases."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.consents.choices import NOTICE, CannotAnswer, Ground, NotToldBecause, ToldHow
from casework.consents.corrections import answers_after
from casework.consents.forms.answers import WHO_HEARD, TextReadField, refuse_replaced
from casework.consents.models import FileBasis, PrivacyNotice
from casework.corrections.forms import MistakeForm
from casework.register.choices import YesNo
from casework.register.forms import RowForm, choices_with_blank
from pages.forms import DateField, ShortText, choose_from, field_of


class CorrectNoticeForm(MistakeForm, RowForm):
    """Corrects the day and the details of a notice; leaves out fields that do not apply to it."""

    row: PrivacyNotice
    on = DateField(label=_("Day"), past_only=True)
    text = TextReadField()
    how = forms.ChoiceField(label=_("How it was told"), choices=ToldHow.choices)
    told_by = ShortText(label=_("Who told the notice"), max_length=120)
    because = forms.ChoiceField(label=_("If not yet: why"), choices=NotToldBecause.choices)
    heard_by = ShortText(label=WHO_HEARD, max_length=120)
    note = ShortText(label=_("Note on the notice"), max_length=500)
    answer_too = forms.ChoiceField(
        label=_("If the notice was a mistake: was the answer that rests on it one, too?"),
        choices=[
            ("", "—"),
            (YesNo.YES.value, _("Yes: the answer counts nowhere, and the basis with it")),
            (YesNo.NO.value, _("No: the answer was given, and stays")),
        ],
        required=False,
    )
    field_order = (
        *("on", "text", "how", "told_by", "heard_by", "because", "note"),
        *("is_mistake", "answer_too", "reason"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["text"] = self.row.text_id
        if not answers_after(self.row):
            del self.fields["answer_too"]
        field_of(self, "text").offer([NOTICE], today=self.user.today())
        if self.row.because != NotToldBecause.UNSAID:
            choose_from(self, "because", choices_with_blank(NotToldBecause.form_choices()))
        for name in ("because",) if self.row.is_told else ("text", "how", "told_by", "heard_by"):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        refuse_replaced(self, "text", stored=self.row.text)
        return cleaned


class CorrectBasisForm(MistakeForm, RowForm):
    """Corrects the day and the authorising person of a basis. Another ground is recorded as a new basis."""

    row: FileBasis
    on = DateField(label=_("Day"), past_only=True)
    given_by = ShortText(
        label=_("Who authorised for children and those who cannot"), max_length=120
    )
    cannot_answer = forms.ChoiceField(
        label=_("Why somebody else authorised"),
        choices=choices_with_blank(CannotAnswer.choices),
        required=False,
    )
    note = ShortText(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row.ground != Ground.REPRESENTED:
            del self.fields["given_by"], self.fields["cannot_answer"]
