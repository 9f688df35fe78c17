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
    """The money rules that nights until that day of leaving break. For an open end, each date that is set breaks one."""
    if paid_until and (leaves_on is None or leaves_on > paid_until):
        yield BedRule.NOT_PAID
    if contract_ends_on and (leaves_on is None or leaves_on > contract_ends_on):
        yield BedRule.NO_CONTRACT


def first_night_unpaid(
    *, paid_until: datetime.date | None, contract_ends_on: datetime.date | None
) -> datetime.date | None:
    """The first night that is not paid or not under contract; None where neither has an end."""
    return min(filter(None, (paid_until, contract_ends_on)), default=None)
