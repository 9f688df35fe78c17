"""The gap of each month: what is needed minus what was received."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from typing import Protocol

CENT = Decimal("0.01")


class PledgedMoney(Protocol):
    """A pledge, as this rule needs it."""

    amount: Decimal
    currency: str
    first_month: datetime.date
    months: int
    status: str


class Need(Protocol):
    """A stated need, as this rule needs it."""

    amount: Decimal
    currency: str
    month: datetime.date


@dataclass(frozen=True)
class MonthGap:
    """Sums of one month in one currency. Money that is only sought or pledged fills no gap."""

    month: datetime.date
    currency: str
    needed: Decimal
    received: Decimal
    pledged: Decimal
    sought: Decimal

    @property
    def gap(self) -> Decimal:
        return max(Decimal(0), self.needed - self.received)


def month_after(month: datetime.date, count: int) -> datetime.date:
    """The first day of the month `count` months later."""
    number = month.year * 12 + month.month - 1 + count
    return datetime.date(number // 12, number % 12 + 1, 1)


def monthly_shares(pledge: PledgedMoney) -> list[tuple[datetime.date, Decimal]]:
    """Pairs of month and share: the amount spread evenly over its months, to the cent; the last one has the remainder."""
    share = (pledge.amount / pledge.months).quantize(CENT, ROUND_DOWN)
    rest = pledge.amount - share * (pledge.months - 1)
    return [
        (month_after(pledge.first_month, index), share if index < pledge.months - 1 else rest)
        for index in range(pledge.months)
    ]


def monthly_gaps(
    needs: Iterable[Need], pledges: Iterable[PledgedMoney], *, since: datetime.date | None = None
) -> list[MonthGap]:
    """Sums for each month and currency with a need or a pledge, in this order, without months before `since`."""
    sums: dict[tuple[datetime.date, str], dict[str, Decimal]] = defaultdict(
        lambda: defaultdict(Decimal)
    )
    for need in needs:
        sums[need.month, need.currency]["needed"] += need.amount
    for pledge in pledges:
        for month, share in monthly_shares(pledge):
            sums[month, pledge.currency][pledge.status] += share
    return [
        MonthGap(
            month,
            currency,
            needed=amounts["needed"],
            received=amounts["received"],
            pledged=amounts["pledged"],
            sought=amounts["sought"],
        )
        for (month, currency), amounts in sorted(sums.items())
        if since is None or month >= since
    ]
