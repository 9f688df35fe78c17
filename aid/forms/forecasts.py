"""What somebody asks of the forecast."""

import datetime
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from aid.choices import Show
from aid.forms.commitments import AgreementChoice
from aid.models import Agreement
from pages.forms import DateField, choose_from


class ShownForm(forms.Form):
    """Which families of the forecast are shown; all where nothing, or nothing that makes sense, is asked."""

    show = forms.ChoiceField(label=_("Families"), choices=Show.choices, required=False)

    def show_asked(self) -> str:
        return str(self.cleaned_data["show"]) if self.is_valid() else ""


class WhatIfForm(forms.Form):
    """As if an agreement ended on a day."""

    agreement = AgreementChoice(
        Agreement.objects.none(), label=_("If this agreement"), required=False
    )
    ends_on = DateField(label=_("were paid until (first day not paid)"), required=False)
    days = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agreements = Agreement.objects.visible_to(user).not_ended_on(user.today())
        choose_from(self, "agreement", agreements.select_related("payer"))

    def clean(self) -> dict[str, Any]:
        """One without the other would be answered as if nothing had been asked."""
        asked = super().clean() or {}
        for name, other in (("agreement", "ends_on"), ("ends_on", "agreement")):
            if asked.get(other) and not asked.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return asked

    def what_if(self) -> tuple[uuid.UUID, datetime.date] | None:
        """The question, if it was asked in full."""
        if not self.is_valid():
            return None
        agreement, day = self.cleaned_data["agreement"], self.cleaned_data["ends_on"]
        return (agreement.pk, day) if agreement and day else None
