"""Forms that ask for a funder's table, or for the period of figures."""

import datetime
from typing import Any

from django import forms
from django.db.models import Min
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.models import Grant, Office, User
from accounts.permissions import Permission
from aid.rules.gaps import month_after
from casework.register.models.arrival import Arrival
from pages.dates import short_date
from pages.forms import ActionForm, DateField, choose_from
from partners.models import Organisation
from reference.models import RegionalDirectorate
from reporting.choices import Audience
from shelters.models import Placement

MONTHS_OFFERED = 120


class PrepareTableForm(ActionForm):
    """Month, audience and funder.

    The last complete month is preselected; months that are not over or without records are not offered.
    """

    month = forms.ChoiceField(label=_("Month"))
    months = forms.ChoiceField(
        label=_("How many months"),
        choices=[
            ("1", _("This month alone")),
            ("3", _("Three months from this one on")),
            ("12", _("Twelve months from this one on")),
        ],
        required=False,
    )
    audience = forms.ChoiceField(label=_("Who will read it"), choices=Audience.choices)
    funder = forms.ModelChoiceField(
        label=_("Funder"),
        queryset=Organisation.objects.all(),
        required=False,
        empty_label=_("No funder in particular"),
    )
    office = forms.ModelChoiceField(
        label=_("Office"), queryset=Office.objects.none(), empty_label=None
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offices = Office.objects.filter(pk__in=user.office_ids(Permission.REPORT_PREPARE))
        choose_from(self, "office", offices)
        self.fields["office"].initial = offices.first()
        months = _complete_months(user.today(), first_recorded_day(*offices))
        choose_from(self, "month", [(f"{day:%Y-%m-%d}", date_format(day, "F Y")) for day in months])
        self.fields["audience"].widget.attrs["autofocus"] = True
        self.fields["month"].initial = f"{months[0]:%Y-%m-%d}" if months else None
        if len(offices) == 1:
            self.fields["office"].widget = forms.HiddenInput()

    def clean_month(self) -> datetime.date:
        return datetime.date.fromisoformat(self.cleaned_data["month"])

    def clean_months(self) -> int:
        return int(self.cleaned_data["months"] or 1)

    def clean(self) -> dict[str, Any]:
        """Refuses months before the first record of the office: the list of months is that of all offices."""
        cleaned = super().clean() or {}
        office, month = cleaned.get("office"), cleaned.get("month")
        since = first_recorded_day(office) if office else None
        if month and since and month < since.replace(day=1):
            sentence = _("%(office)s has recorded since %(day)s: nothing is known of this month.")
            params = {"office": office, "day": short_date(since)}
            self.add_error("month", forms.ValidationError(sentence, params=params))
        return cleaned


def first_recorded_day(*offices: Office) -> datetime.date | None:
    """The first day with a grant, an arrival or a stay of these offices; None without any."""
    days = [
        Grant.objects.filter(office__in=offices).aggregate(first=Min("starts_on")),
        Arrival.objects.filter(office__in=offices).aggregate(first=Min("on")),
        Placement.objects.filter(site__office__in=offices).aggregate(first=Min("starts_on")),
    ]
    return min((row["first"] for row in days if row["first"]), default=None)


def _complete_months(today: datetime.date, since: datetime.date | None) -> list[datetime.date]:
    """The first days of the complete months, newest first, none from before the first record."""
    if since is None:
        return []
    complete = (month_after(today, -count) for count in range(1, MONTHS_OFFERED + 1))
    return [month for month in complete if month >= since.replace(day=1)]


class FiguresForm(forms.Form):
    """The period of the office's own figures: [since, until]. A directorate filters arrivals only."""

    since = DateField(label=_("From"))
    until = DateField(label=_("To"))
    directorate = forms.ModelChoiceField(
        RegionalDirectorate.objects.all(),
        label=_("Regional directorate of arrivals"),
        empty_label=_("All"),
        required=False,
    )

    def __init__(self, *args: Any, sees_arrivals: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not sees_arrivals:
            del self.fields["directorate"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("The period ends before it starts."))
        return cleaned


class PeriodForm(forms.Form):
    """The period for figures that count events: [since, until], neither in the future."""

    since = DateField(label=_("From"), past_only=True)
    until = DateField(label=_("To"), past_only=True)

    def clean(self) -> dict[str, Any]:
        answers: dict[str, Any] = super().clean() or {}
        since, until = answers.get("since"), answers.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first one."))
        return answers


class FiguresDayForm(forms.Form):
    """The day of the figures."""

    on = DateField(label=_("Day"), past_only=True)


class ReleaseTableForm(ActionForm):
    """A button without fields."""
