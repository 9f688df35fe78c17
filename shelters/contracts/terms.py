"""What is agreed, paid and owed for a site on a day, read from the rows: any day can be asked, past and to come."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Max, Min, Sum

from pages.money import amount_in_words
from shelters.contracts.models import SiteBill, SiteContract, SiteNotice, SitePayment
from shelters.models import Site


@dataclass(frozen=True)
class TermsOfDay:
    """The terms of a site as they stood on a day. `paid_until` and `must_leave_on` are the first night without.

    `owed` are the bills that had come and were not settled, added up by currency.
    """

    contracts: list[SiteContract]
    paid_until: datetime.date | None
    must_leave_on: datetime.date | None
    owed: list[tuple[Decimal, str]]

    @property
    def owed_in_words(self) -> str:
        return money_in_words(self.owed)


def money_in_words(amounts: Iterable[tuple[Decimal, str]]) -> str:
    """`60.000.000 COP, 1.200 USD`; empty without any."""
    return ", ".join(amount_in_words(amount, currency) for amount, currency in amounts)


def terms_on(site: Site, day: datetime.date) -> TermsOfDay:
    """The terms of the site as they stood on that day."""
    payments = SitePayment.objects.made_by(day).filter(site=site)
    notices = SiteNotice.objects.in_force(day).filter(site=site)
    return TermsOfDay(
        contracts=list(SiteContract.objects.on(day).filter(site=site).select_related("payer")),
        paid_until=payments.aggregate(day=Max("paid_until"))["day"],
        must_leave_on=notices.aggregate(day=Min("leaves_on"))["day"],
        owed=owed_on(site, day),
    )


def owed_on(site: Site, day: datetime.date) -> list[tuple[Decimal, str]]:
    """The arrears of the site on that day, by currency."""
    bills = SiteBill.objects.owed_on(day).filter(site=site).order_by("currency")
    sums = bills.values_list("currency").annotate(total=Sum("amount"))
    return [(total, currency) for currency, total in sums]
