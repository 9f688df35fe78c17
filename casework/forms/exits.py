"""Recording that somebody left."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices.exits import ExitType, Voluntary
from casework.forms.fields import LongText, ShortText
from casework.forms.person import CountryField
from pages.forms import ActionForm, DateField, OncePerSubmission


class DepartureFields(forms.Form):
    """Mixin: where somebody went and, for a return, whether of their own will."""

    destination_country = CountryField(label=_("Country of destination"), required=False)
    destination = ShortText(label=_("Place of destination"))
    is_voluntary = forms.ChoiceField(
        label=_("Of their own will"),
        choices=[("", "—"), *Voluntary.choices],
        required=False,
        help_text=_("Needed for a return; ask the person alone."),
    )
    asked_by = ShortText(label=_("Who asked the person"), max_length=120)
    risk_note = LongText(
        label=_("Risk"),
        max_length=4_000,
        required=False,
        help_text=_("Needed for a return: what may happen there, and what the person said to it."),
    )


class ExitForm(OncePerSubmission, DepartureFields, ActionForm):
    type = forms.ChoiceField(label=_("How the person left"), choices=[("", "—"), *ExitType.choices])
    on = DateField(label=_("Day"), past_only=True)
    field_order = ("type", "on")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = user.today()


class AnnulExitForm(ActionForm):
    reason = LongText(label=_("Why it is taken back"), max_length=1_000)
