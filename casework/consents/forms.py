"""Recording what somebody agreed to."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.consents.choices import CONSENT_MOVES, Basis, ConsentLanguage, ConsentStatus, Purpose
from casework.consents.models import Consent
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText, choose_from


class ConsentForm(OncePerSubmission, ActionForm):
    """One answer; offered are only those to which the last one may lead."""

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

    def __init__(
        self, *args: Any, user: User, consent: Consent | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        lawful = CONSENT_MOVES[consent.status if consent else ""]
        choose_from(
            self,
            "status",
            [(value, label) for value, label in ConsentStatus.choices if value in lawful],
        )
        self.initial.update(
            {
                "on": user.today(),
                "basis": Basis.SPOKEN,
                "explained_by": str(user),
                "status": ConsentStatus.GIVEN,
            }
        )
        if consent:
            del self.fields["purpose"]


class WithdrawConsentForm(ActionForm):
    on = DateField(label=_("Day"), past_only=True)
    basis = forms.ChoiceField(
        label=_("How it was given"), choices=Basis.choices, initial=Basis.SPOKEN
    )
    note = LongText(label=_("Note"), max_length=2_000, required=False)
