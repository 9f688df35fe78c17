"""Recording what somebody agreed to."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.consents.choices import CONSENT_MOVES, Basis, ConsentLanguage, ConsentStatus, Purpose
from casework.consents.models import Consent
from casework.register.forms import AboutForm, choices_with_blank
from pages.forms import DateField, LongText, OncePerSubmission, ShortText, choose_from


class ConsentForm(OncePerSubmission, AboutForm):
    """One answer; offered are only those to which the last one may lead."""

    TODAY = ("on",)
    purpose = forms.ChoiceField(label=_("Purpose"), choices=[("", "—"), *Purpose.choices])
    status = forms.ChoiceField(label=_("Answer"))
    on = DateField(label=_("Day"), past_only=True)
    basis = forms.ChoiceField(label=_("How it was given"), choices=Basis.choices)
    language = forms.ChoiceField(
        label=_("Language of the explanation"), choices=ConsentLanguage.choices
    )
    explained_by = ShortText(label=_("Who explained it"), max_length=120)
    had_interpreter = forms.BooleanField(label=_("With an interpreter"), required=False)
    expires_on = DateField(
        label=_("Good until"),
        required=False,
        help_text=_("The last day; leave it empty if no end was agreed."),
    )
    note = LongText(label=_("Note"), max_length=2_000, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lawful = CONSENT_MOVES[self.last_answer()]
        choose_from(
            self,
            "status",
            choices_with_blank(
                [(value, label) for value, label in ConsentStatus.choices if value in lawful]
            ),
        )
        self.initial["explained_by"] = str(self.user)

    def last_answer(self) -> str:
        return ""


class NextAnswerForm(ConsentForm):
    """The same for a purpose that was asked about before."""

    row: Consent

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["purpose"]

    def last_answer(self) -> str:
        return self.row.status


class WithdrawConsentForm(AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    basis = forms.ChoiceField(label=_("How it was given"), choices=Basis.choices)
    note = LongText(label=_("Note"), max_length=2_000, required=False)
