"""Motives named in people's accounts of why they left: exact for readers of the accounts, protected for others."""

import datetime
import uuid
from typing import Any, NamedTuple

from django.db.models import Count, Func

from asylum.flight.choices import Motive
from asylum.flight.models import FlightAccount
from reporting.choices import SMALLEST_COUNT, Audience
from reporting.rules.suppression import Mark, Shown

PUBLIC = SMALLEST_COUNT[Audience.PUBLIC]


class MotiveRow(NamedTuple):
    """One motive, and how many people named it."""

    label: str
    number: Shown


class MotiveTable(NamedTuple):
    """How many people gave an account, and how many of them named each motive. The numbers do not add up."""

    people: Shown
    rows: list[MotiveRow]


def by_motive(accounts: Any, *, k: int = 1) -> MotiveTable:
    """Each person counts once for every motive in their latest account.

    Counts from 1 to k-1 are withheld. No other number reveals them, because a person may name several motives.
    """
    current = accounts.filter(corrected_by=None)
    latest = current.order_by("individual_id", "-told_on", "-recorded_at").distinct("individual_id")
    counted = FlightAccount.objects.filter(pk__in=latest.values("pk")).order_by()
    number_by_motive = dict(
        counted.annotate(motive=Func("motives", function="unnest"))
        .values_list("motive")
        .annotate(number=Count("pk"))
    )
    return MotiveTable(
        _shown(counted.count(), k),
        [
            MotiveRow(str(motive.label), _shown(number_by_motive.get(motive, 0), k))
            for motive in Motive
        ],
    )


def public_table(office_ids: set[uuid.UUID], today: datetime.date) -> MotiveTable:
    """The public table of an office, as of the end of the last month, so that daily changes reveal nobody."""
    first = today.replace(day=1)
    accounts = FlightAccount.objects.filter(
        individual__office__in=office_ids, recorded_at__date__lt=first
    )
    return by_motive(accounts, k=PUBLIC)


def _shown(count: int, k: int) -> Shown:
    return Mark.SMALL.format(k=k) if 0 < count < k else count
