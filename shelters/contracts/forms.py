"""Forms about contracts, payments, bills and notices of a site."""

import datetime
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from casework.corrections.forms import MistakeForm, correcting
from casework.register.forms import AboutForm, RowForm, choices_with_blank
from pages.forms import DateField, OncePerSubmission, ShortText, field_of
from pages.money import Currency, MoneyField
from partners.forms import organisations_by_role
from partners.models import Organisation
from shelters.contracts.choices import NoticeBy, NoticeReason, RatePer
from shelters.contracts.models import SiteContract, SitePayment
from shelters.forms.sites import LastNightField
from shelters.rules.stays import ONE_NIGHT

THE_PAPER = _("Its number, or the clause word for word. No names of people.")
THE_LAST_NIGHT = _("The night of 25 Nov is the last if they leave on the morning of the 26th.")


class SiteContractForm(OncePerSubmission, AboutForm):
    starts_on = DateField(label=_("The first night"))
    ends_on = LastNightField(
        label=_("The last night"),
        required=False,
        help_text=_("Leave empty when no end was named."),
    )
    rate = MoneyField(label=_("Rate for a night"), required=False)
    currency = forms.ChoiceField(
        label=_("Currency"), choices=choices_with_blank(Currency.choices), required=False
    )
    rate_per = forms.ChoiceField(
        label=_("Rate for"), choices=choices_with_blank(RatePer.choices), required=False
    )
    payer = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Who pays, where known"), required=False
    )
    paper = ShortText(label=_("What the contract says"), help_text=THE_PAPER)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "payer").choices = organisations_by_role(self.user)


class SitePaymentForm(OncePerSubmission, AboutForm):
    TODAY: tuple[str, ...] = ("paid_on",)

    paid_until = LastNightField(label=_("Paid: the last night"), help_text=THE_LAST_NIGHT)
    paid_on = DateField(label=_("Paid on"), past_only=True)
    amount = MoneyField(label=_("Amount"), required=False)
    currency = forms.ChoiceField(
        label=_("Currency"), choices=choices_with_blank(Currency.choices), required=False
    )
    paper = ShortText(label=_("What the receipt says"), help_text=THE_PAPER)


class SiteBillForm(OncePerSubmission, AboutForm):
    TODAY: tuple[str, ...] = ("billed_on",)

    starts_on = DateField(label=_("Billed from the night of"))
    ends_on = LastNightField(label=_("The last night billed"))
    amount = MoneyField(label=_("Amount"))
    currency = forms.ChoiceField(label=_("Currency"), choices=Currency.choices)
    billed_on = DateField(label=_("The bill came on"), past_only=True)
    paper = ShortText(label=_("What the bill says"), help_text=THE_PAPER)


class SiteNoticeForm(OncePerSubmission, AboutForm):
    TODAY: tuple[str, ...] = ("received_on",)

    leaves_on = LastNightField(
        label=_("The last night before they must leave"), help_text=THE_LAST_NIGHT
    )
    given_by = forms.ChoiceField(label=_("Who gave notice"), choices=NoticeBy.choices)
    cause = forms.ChoiceField(label=_("Reason"), choices=NoticeReason.choices)
    received_on = DateField(label=_("Received on"), past_only=True)
    paper = ShortText(label=_("What the notice says"), help_text=THE_PAPER)


def month_key(month: datetime.date) -> str:
    """`2026-11`, as in addresses and sheets."""
    return month.isoformat()[:7]


class MonthForm(forms.Form):
    """One of the last thirteen months; this one by default."""

    MONTHS = 13

    month = forms.ChoiceField(label=_("Month"), required=False)

    def __init__(self, *args: Any, today: datetime.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first = today.replace(day=1)
        field_of(self, "month").choices = [
            (month_key(month), date_format(month, "F Y")) for month in self._months()
        ]

    def _months(self) -> Iterator[datetime.date]:
        month = self.first
        for _number in range(self.MONTHS):
            yield month
            month = (month - ONE_NIGHT).replace(day=1)

    def first_day(self) -> datetime.date:
        """The first day of the month that was asked for; of this month if none was, or none of them."""
        asked = self.cleaned_data.get("month")
        return datetime.date.fromisoformat(f"{asked}-01") if asked else self.first


class SettledForm(AboutForm):
    """The day on which a bill was paid."""

    TODAY: tuple[str, ...] = ("on",)

    on = DateField(label=_("Settled on"), past_only=True)


class WithdrawnForm(SettledForm):
    """The day on which whoever gave a notice took it back."""

    on = DateField(label=_("Withdrawn on"), past_only=True)


CorrectSiteContractForm = correcting(SiteContract, SiteContractForm)
CorrectSitePaymentForm = correcting(SitePayment, SitePaymentForm)


class CorrectSiteBillForm(MistakeForm, RowForm, SiteBillForm):
    """The bill on file, with the day on which it was settled, if it was."""

    ONLY_IF_ON_FILE = ("settled_on",)

    settled_on = DateField(
        label=_("Settled on"),
        past_only=True,
        required=False,
        help_text=_("Leave empty when it is not settled."),
    )


class CorrectSiteNoticeForm(MistakeForm, RowForm, SiteNoticeForm):
    """The notice on file, with the day on which it was withdrawn, if it was."""

    ONLY_IF_ON_FILE = ("withdrawn_on",)

    withdrawn_on = DateField(
        label=_("Withdrawn on"),
        past_only=True,
        required=False,
        help_text=_("Leave empty when it stands."),
    )
