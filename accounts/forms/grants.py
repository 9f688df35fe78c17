"""Forms for roles, offices and teams."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, Team
from accounts.models.grant import WhyRefused
from accounts.models.office import MAILS_ON_HOLIDAYS
from accounts.roles import Role
from pages.countries import countries_by_name, time_zones
from pages.forms import ActionForm, DateField, ShortText


class TeamField(forms.ModelChoiceField):
    """A choice of teams, each labelled with its office, because two offices may use the same name."""

    needed_when = _("needed for caseworkers")

    def label_from_instance(self, team: Any) -> str:
        return f"{team.office.name} · {team.name}"


class RoleEndField(DateField):
    """The first day without the role, which some roles must have."""

    needed_when = _("needed for who screens for exclusion")


class GiveRoleForm(ActionForm):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    office = forms.ModelChoiceField(Office.objects.all(), label=_("Office"))
    team = TeamField(
        Team.objects.select_related("office"),
        label=_("Team"),
        required=False,
        help_text=_("No other role has a team."),
    )
    starts_on = DateField(label=_("From"))
    ends_on = RoleEndField(
        label=_("Until"),
        required=False,
        help_text=_("The first day without the role. Leave empty if no end is known."),
    )


class RefuseGrantForm(ActionForm):
    because = forms.ChoiceField(
        label=_("Reason"), choices=WhyRefused.choices, widget=forms.RadioSelect
    )


class EndGrantForm(ActionForm):
    on = DateField(label=_("First day without the role"))


class OfficeCountryField(forms.ChoiceField):
    """The country whose holidays and terms of law apply to the office."""

    def __init__(self) -> None:
        super().__init__(label=_("Country"), initial="CO", choices=countries_by_name)


class TimeZoneField(forms.ChoiceField):
    """The time zone of an office."""

    def __init__(self) -> None:
        super().__init__(label=_("Time zone"), initial="America/Bogota", choices=time_zones)


class OfficeForm(ActionForm):
    name = forms.CharField(label=_("Name"), max_length=100)
    country = OfficeCountryField()
    time_zone = TimeZoneField()


class LetterheadForm(ActionForm):
    organisation = forms.CharField(
        label=_("Organisation"), max_length=150, help_text=_("By its full name, as it signs.")
    )
    address = ShortText(
        label=_("Address"),
        max_length=200,
        help_text=_("Whoever is shown a letter reads it. What stays empty is not printed."),
    )
    phone = ShortText(label=_("Phone"), max_length=60)
    email = forms.EmailField(label=_("E-mail"), max_length=254, required=False)


def _mail_days() -> list[tuple[int, Any]]:
    """Monday to Sunday and public holidays, by the numbers in `Office.mail_days`."""
    weekdays = [(number + 1, name) for number, name in WEEKDAYS.items()]
    return [*weekdays, (MAILS_ON_HOLIDAYS, _("Public holidays"))]


class MailTimesForm(ActionForm):
    """When mail about notices leaves, by the clock of the office."""

    mails_from = forms.IntegerField(label=_("First hour"), min_value=0, max_value=23)
    mails_until = forms.IntegerField(
        label=_("Last hour"),
        min_value=1,
        max_value=24,
        help_text=_("From this hour on, mail waits for the next morning."),
    )
    mail_days = forms.TypedMultipleChoiceField(
        label=_("Days with mail"),
        choices=_mail_days,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("On other days mail waits. Public holidays are those of the country."),
    )


class TeamForm(ActionForm):
    name = forms.CharField(label=_("Name"), max_length=100)
