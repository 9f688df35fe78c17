"""Whether the nights of a stay are paid and under contract. Both dates of a site are the first night without. Pure."""

import datetime
from collections.abc import Iterator

from shelters.choices import BedRule


def not_covered(
    leaves_on: datetime.date | None,
    *,
    paid_until: datetime.date | None,
    contract_ends_on: datetime.date | None,
) -> Iterator[BedRule]:
    """What ends before that day of leaving; with an open end, whatever ends at all."""
    if paid_until and (leaves_on is None or leaves_on > paid_until):
        yield BedRule.NOT_PAID
    if contract_ends_on and (leaves_on is None or leaves_on > contract_ends_on):
        yield BedRule.NO_CONTRACT


def first_night_unpaid(
    *, paid_until: datetime.date | None, contract_ends_on: datetime.date | None
) -> datetime.date | None:
    """The first night that is not paid or not under contract; None where neither has an end."""
    return min(filter(None, (paid_until, contract_ends_on)), default=None)
