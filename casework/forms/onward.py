"""Contacts abroad and plans to travel on."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices import Relation
from casework.choices.onward import OnwardStatus
from casework.forms.arrival_rows import RELATIONS
from casework.forms.fields import ChoiceOrDefault, LongText, ShortText
from casework.forms.person import CountryField, PersonForm, RowForm


class ContactAbroadFacts(forms.Form):
    country = CountryField(label=_("Country"))
    relation = ChoiceOrDefault(label=_("Relation"), choices=RELATIONS[1:], initial=Relation.OTHER)
    name = ShortText(label=_("Name"), help_text=_("May stay empty."))
    phone = ShortText(label=_("Phone"), max_length=40)
    may_be_called = forms.BooleanField(
        label=_("May be called"),
        required=False,
        help_text=_("Only if the person said that calls to this number are safe."),
    )


class ContactAbroadForm(ContactAbroadFacts, PersonForm):
    """Somebody in another country."""


class CorrectContactAbroadForm(ContactAbroadFacts, RowForm):
    """Starts from what is on file."""


class OnwardForm(PersonForm):
    """Starts from what is on file."""

    status = forms.ChoiceField(label=_("Plan"), choices=OnwardStatus.choices)
    country = CountryField(label=_("Country"), required=False)
    note = LongText(label=_("Note"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if known := self.individual.onward_plans.filter(replaced_by=None).first():
            self.initial.update(
                {name: getattr(known, name) for name in ("status", "country", "note")}
            )
