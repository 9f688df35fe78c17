"""Sanctions by the state of origin."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices.identity_documents import YesNo
from casework.choices.sanctions import SanctionType
from casework.forms.fields import ChoiceOrDefault, LongText, ShortText
from casework.forms.person import PersonForm, RowForm, choices_with_blank
from casework.models import SanctionInstrument
from pages.forms import DateField


class SanctionFacts(forms.Form):
    type = forms.ChoiceField(label=_("Type"), choices=choices_with_blank(SanctionType.choices))
    instrument = forms.ModelChoiceField(
        SanctionInstrument.objects.all(), label=_("Decree or order"), required=False
    )
    on = DateField(
        label=_("Date"),
        required=False,
        past_only=True,
        help_text=_("Left empty, the day of the decree."),
    )
    names_person = ChoiceOrDefault(
        label=_("Is this person named in it?"), choices=YesNo.choices, initial=YesNo.UNKNOWN
    )
    charge = ShortText(label=_("Charge"))
    evidence = LongText(
        label=_("Evidence"),
        required=False,
        help_text=_("What shows it: the gazette, a copy, a message, what relatives were told."),
    )


class SanctionForm(SanctionFacts, PersonForm):
    """A further sanction."""


class CorrectSanctionForm(SanctionFacts, RowForm):
    """The whole sanction anew, starting from what is on file."""
