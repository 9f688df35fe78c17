"""Forms for phone numbers and their rules."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.contact.models import Phone
from casework.corrections.forms import CorrectionForm
from casework.register.choices import PhoneLabel
from casework.register.forms import AboutForm, RowForm
from pages.forms import ChoiceOrDefault, EditVersion, OncePerSubmission, ShortText, TimeField


class PhoneForm(OncePerSubmission, AboutForm):
    """A number, and the rules for calling it."""

    number = ShortText(
        label=_("Number"),
        max_length=40,
        required=True,
        help_text=_("With or without the country: 0414 1234567, 300 1234567, +34 612 345 678."),
    )
    label = ChoiceOrDefault(
        label=_("Whose phone"), choices=PhoneLabel.choices, initial=PhoneLabel.UNKNOWN
    )
    may_be_called = forms.BooleanField(
        label=_("May be called"),
        required=False,
        help_text=_("Only if the person said that calls to this number are safe."),
    )
    asks_first = forms.BooleanField(label=_("Ask the person before each call"), required=False)
    is_message_only = forms.BooleanField(label=_("Messages only, no calls"), required=False)
    takes_no_voicemail = forms.BooleanField(label=_("Leave no voice message"), required=False)
    call_from = TimeField(label=_("Not before"), required=False)
    call_until = TimeField(label=_("Not after"), required=False)
    who_may_answer = ShortText(
        label=_("Who else may answer"),
        help_text=_("For example: her sister, who knows nothing of the application."),
    )


class ChangePhoneForm(EditVersion, RowForm, PhoneForm):
    """Changes the rules. Another number is a new row, and another page corrects a typing error in the number."""

    row: Phone
    number: Any = None


class CorrectPhoneForm(EditVersion, CorrectionForm, RowForm):
    """Corrects the number; the rules for calling it stay.

    The form shows no number, because a page of its own does, which records the view.
    """

    corrections: Any = ()
    number = PhoneForm.base_fields["number"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.initial["number"]
