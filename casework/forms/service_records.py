"""Service in a force."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices.service_record import ServiceEnd
from casework.forms.fields import ChoiceOrDefault, OfferedChoice, ShortText
from casework.forms.person import PersonForm, RowForm
from casework.models import Force, Rank
from pages.forms import DateField


class ServiceFacts(forms.Form):
    """One period. Years are enough where nobody remembers the dates."""

    force = OfferedChoice(Force, label=_("Force"))
    rank = OfferedChoice(Rank, label=_("Rank"))
    unit = ShortText(label=_("Unit"))
    role = ShortText(label=_("Last role"))
    people_commanded = forms.IntegerField(
        label=_("People under command"), min_value=0, max_value=100_000, required=False
    )
    years_of_service = forms.IntegerField(
        label=_("Years of service"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("If the dates are not known."),
    )
    served_from = DateField(label=_("Served from"), required=False, past_only=True)
    served_until = DateField(label=_("Served until"), required=False, past_only=True)
    ending = ChoiceOrDefault(
        label=_("How it ended"), choices=ServiceEnd.choices, initial=ServiceEnd.UNKNOWN
    )


class ServiceForm(ServiceFacts, PersonForm):
    """A further period."""


class CorrectServiceForm(ServiceFacts, RowForm):
    """The whole period anew, starting from what is on file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["rank"] = self.row.rank
