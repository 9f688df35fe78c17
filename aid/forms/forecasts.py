"""Filters of the forecast."""

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from aid.choices import AidKind, FamiliesShown
from aid.forecast_page import Loss
from aid.forms.commitments import AgreementChoice
from aid.models import Agreement, Commitment
from aid.querysets.cover import WhatIf
from aid.rules.spans import Span, shortened
from aid.words import last_day
from casework.register.forms import choices_with_blank
from pages.dates import short_date
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
PAIRS = (("site", "closes_on"), ("kind", "lost_on"), ("commitment", "stops_on"))
# What the page asks about, and the first day without it.
QUESTIONS = {"agreement": "ends_on", "site": "closes_on", "commitment": "stops_on"}
# By how many equal parts the rest of an agreement is divided, one of which is cut.
CUTS = {"4": _("by a quarter"), "3": _("by a third"), "2": _("by half")}


class ForecastForm(HorizonForm):
    """Filters the families of the forecast, and asks what if aid ended earlier.

    An agreement may end on another day or be cut, a site may close, and a commitment may stop. The page of the commitment
    links to the last question; without its key the form does not ask it.
    """

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
    cut = forms.ChoiceField(
        label=_("or what is left of it were cut"),
        choices=choices_with_blank(CUTS.items()),
        required=False,
        help_text=_("Cut by a third, it lasts a third fewer days from today."),
    )
    commitment = forms.ModelChoiceField(
        Commitment.objects.none(),
        label=_("If this commitment"),
        required=False,
        widget=forms.HiddenInput,
    )
    since = DateField(
        label=_("Counted from"),
        required=False,
        help_text=_("From today, if empty. Any later day."),
    )
    stops_on = DateField(label=_("If this commitment stopped (first day without)"), required=False)
    site = forms.ModelChoiceField(Site.objects.none(), label=_("If this site"), required=False)
    closes_on = DateField(label=_("closed (first day closed)"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = user.today()
        agreements = Agreement.objects.visible_to(user).not_ended_on(user.today())
        choose_from(self, "agreement", agreements.select_related("payer"))
        choose_from(self, "site", Site.objects.visible_to(user).open_on(user.today()))
        if self.data.get("commitment"):
            commitments = Commitment.objects.visible_to(user).not_ended_on(user.today())
            choose_from(
                self, "commitment", commitments.select_related("site", "case", "individual")
            )
        else:
            del self.fields["commitment"], self.fields["stops_on"]

    def clean_since(self) -> datetime.date | None:
        since: datetime.date | None = self.cleaned_data["since"]
        if since and since < self.today:
            raise ValidationError(_("Choose today or a later day."))
        return since

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        cut, agreement = answers.get("cut"), answers.get("agreement")
        end = "cut" if cut else "ends_on"
        pairs = (*PAIRS, ("agreement", end))
        for name, other in (*pairs, *(pair[::-1] for pair in pairs)):
            if answers.get(other) and not answers.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        if cut and answers.get("ends_on"):
            self.add_error("cut", _("Say either a day or a cut."))
        elif cut and agreement and agreement.ends_on is None:
            self.add_error("cut", _("This agreement names no end, so a cut shortens nothing."))
        elif cut and agreement:
            rest = Span(max(self.today, agreement.starts_on), agreement.ends_on)
            answers["ends_on"] = shortened(rest, int(cut))
        return answers

    def period(self) -> dict[str, Any]:
        """From which day and how many days the forecast looks ahead, and the day on which it is asked. Needs `is_valid`."""
        on = self.cleaned_data["since"] or self.today
        return {"within_days": self.cleaned_data["days"], "on": on, "today": self.today}

    def loss(self) -> Loss | None:
        """The kind of aid lost for good and the first day without it; None if not given. Needs `is_valid`."""
        kind, day = self.cleaned_data["kind"], self.cleaned_data["lost_on"]
        return (AidKind(kind), day) if kind and day else None

    def what_if(self) -> WhatIf | None:
        """The question asked; None if none is. Needs `is_valid`."""
        asked = self.cleaned_data
        keys = {name: asked[name].pk for name in QUESTIONS if asked.get(name)}
        days = {QUESTIONS[name]: asked[QUESTIONS[name]] for name in keys}
        return WhatIf(**keys, **days) if keys else None

    def question_in_words(self) -> list[str]:
        """What the question supposes, with the last day of each; empty if none is asked. Needs `is_valid`."""
        asked = self.cleaned_data
        commitment = asked.get("commitment")
        words = {
            "agreement": _("%(what)s is paid through %(day)s."),
            "site": _("%(what)s closes; the last night is that of %(day)s."),
            "commitment": _("%(what)s lasts through %(day)s."),
        }
        named = {name: asked[name] for name in ("agreement", "site") if asked[name]}
        if commitment:
            kind = commitment.get_kind_display()
            named["commitment"] = f"{kind} ({commitment.target})"
        return [
            words[name] % {"what": what, "day": short_date(last_day(asked[QUESTIONS[name]]))}
            for name, what in named.items()
        ]
