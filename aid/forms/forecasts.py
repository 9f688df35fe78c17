"""Filters of the forecast."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from aid.choices import AidKind, FamiliesShown
from aid.forecast_page import Loss
from aid.forms.commitments import AgreementChoice
from aid.models import Agreement
from aid.querysets.cover import WhatIf
from pages.forms import DateField, choose_from
from shelters.models import Site

HORIZONS = (7, 14, 30, 90)
DEFAULT_DAYS = 14


class HorizonForm(forms.Form):
    """How many days a forecast looks ahead. The tabs of the page set it."""

    days = forms.ChoiceField(
        label=_("How far ahead"),
        choices=[(days, str(days)) for days in HORIZONS],
        required=False,
        widget=forms.HiddenInput,
    )

    def clean_days(self) -> int:
        return int(self.cleaned_data["days"] or DEFAULT_DAYS)


# Fields that need each other: one alone would be ignored without notice.
PAIRS = (("agreement", "ends_on"), ("site", "closes_on"), ("kind", "lost_on"))


class ForecastForm(HorizonForm):
    """Filters the families of the forecast, and asks what if an agreement ended on another day or a site closed."""

    show = forms.ChoiceField(
        label=_("Families"), choices=FamiliesShown.choices, required=False, widget=forms.HiddenInput
    )
    kind = forms.ChoiceField(
        label=_("Who lose"), choices=AidKind.choices, required=False, widget=forms.HiddenInput
    )
    lost_on = DateField(label=_("First day without"), required=False, widget=forms.HiddenInput)
    agreement = AgreementChoice(
        Agreement.objects.none(), label=_("If this agreement"), required=False
    )
    ends_on = DateField(label=_("were paid until (first day not paid)"), required=False)
    site = forms.ModelChoiceField(Site.objects.none(), label=_("If this site"), required=False)
    closes_on = DateField(label=_("closed (first day closed)"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agreements = Agreement.objects.visible_to(user).not_ended_on(user.today())
        choose_from(self, "agreement", agreements.select_related("payer"))
        choose_from(self, "site", Site.objects.visible_to(user).open_on(user.today()))

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        for name, other in (*PAIRS, *(pair[::-1] for pair in PAIRS)):
            if answers.get(other) and not answers.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return answers

    def loss(self) -> Loss | None:
        """The kind of aid lost for good and the first day without it; None if not given. Needs `is_valid`."""
        kind, day = self.cleaned_data["kind"], self.cleaned_data["lost_on"]
        return (AidKind(kind), day) if kind and day else None

    def what_if(self) -> WhatIf | None:
        """The question asked; None if none is. Needs `is_valid`."""
        asked = self.cleaned_data
        agreement, site = asked["agreement"], asked["site"]
        if not (agreement or site):
            return None
        return WhatIf(
            agreement.pk if agreement else None,
            asked["ends_on"],
            site.pk if site else None,
            asked["closes_on"],
        )
