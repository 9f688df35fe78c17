"""Bed-nights per site and month, to check a bill against: slept, paid, and paid without anybody sleeping."""

import calendar
import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from shelters.by_night import count_nights_by_site
from shelters.contracts.models import SiteContract
from shelters.contracts.rules import NO_CONTRACT, Period, UnderContract, under_contract
from shelters.models import Site
from shelters.rules.stays import ONE_NIGHT


@dataclass(frozen=True)
class BedNights:
    """The bed-nights of one site in a month, as far as its nights are over.

    `paid` counts the beds in service on nights that are paid and, where contracts are on file, under one; `unused` of them
    were slept in by nobody, and `unpaid` counts who slept there on other nights. The three are None where no payment is on
    file. `people` counts everybody who slept there on at least one night.
    """

    site: Site
    people: int
    slept: int
    paid: int | None
    unused: int | None
    unpaid: int | None


def nights_of_month(
    month: datetime.date, today: datetime.date
) -> tuple[datetime.date, datetime.date] | None:
    """The first and the last night of that month that are over; None if none is."""
    last = month.replace(day=calendar.monthrange(month.year, month.month)[1])
    last = min(last, today - ONE_NIGHT)
    return (month, last) if month <= last else None


def bed_nights(
    sites: Sequence[Site], month: datetime.date, *, today: datetime.date
) -> list[BedNights]:
    """One row for each site that was open on a night of the month, in their order. `month` is its first day.

    The caller fetches the sites with their offices.
    """
    nights = nights_of_month(month, today)
    if nights is None:
        return []
    first, last = nights
    was_open = [
        site
        for site in sites
        if site.opened_on <= last and (site.closed_on is None or site.closed_on > first)
    ]
    counted = count_nights_by_site(was_open, first, last)
    contracts = _contracts_of(was_open)
    rows = []
    for site in was_open:
        each = counted[site.pk]
        is_paid = _paid_nights(site, contracts.get(site.pk, NO_CONTRACT), first, len(each.beds))
        lines = list(zip(is_paid, each.sleepers, each.beds, strict=True))
        has_payments = site.paid_until is not None
        rows.append(
            BedNights(
                site=site,
                people=each.people,
                slept=sum(each.sleepers),
                paid=sum(beds for paid, _slept, beds in lines if paid) if has_payments else None,
                unused=(
                    sum(max(0, beds - slept) for paid, slept, beds in lines if paid)
                    if has_payments
                    else None
                ),
                unpaid=(
                    sum(slept for paid, slept, _beds in lines if not paid) if has_payments else None
                ),
            )
        )
    return rows


def _paid_nights(
    site: Site, contract: UnderContract, first: datetime.date, number: int
) -> list[bool]:
    """For each of `number` nights whether it is paid and, where contracts are on file, under one."""
    nights = [first + n * ONE_NIGHT for n in range(number)]
    return [
        site.paid_until is not None
        and night < site.paid_until
        and (contract.starts_on is None or contract.includes(night))
        for night in nights
    ]


def _contracts_of(sites: Sequence[Site]) -> dict[object, UnderContract]:
    """The nights under contract by key of the site; sites without a contract are left out."""
    periods: dict[object, list[Period]] = {}
    rows = SiteContract.objects.standing().filter(site__in=sites).order_by()
    for site, starts_on, ends_on in rows.values_list("site", "starts_on", "ends_on"):
        periods.setdefault(site, []).append((starts_on, ends_on))
    return {site: under_contract(each) for site, each in periods.items()}
