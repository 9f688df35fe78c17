"""Whether the nights of a stay are paid, under contract, and before the day of a notice to leave. Pure.

Every day is the first night without.
"""

import datetime
from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict, Unpack

from shelters.choices import BedRule


class Terms(TypedDict):
    """Until when a site is paid, under contract and may be slept in; None where there is no end.

    `gaps` are the nights between two contracts, as half-open periods in order.
    """

    paid_until: datetime.date | None
    contract_ends_on: datetime.date | None
    gaps: NotRequired[Sequence[tuple[datetime.date, datetime.date]]]
    must_leave_on: NotRequired[datetime.date | None]


def not_covered(
    leaves_on: datetime.date | None,
    *,
    starts_on: datetime.date | None = None,
    **terms: Unpack[Terms],
) -> Iterator[BedRule]:
    """The rules about money and notice that nights from `starts_on` until that day of leaving break.

    For an open end, each day that is set breaks one. Without `starts_on` the nights begin before every gap.
    """
    paid_until, contract_ends_on = terms["paid_until"], terms["contract_ends_on"]
    if paid_until and (leaves_on is None or leaves_on > paid_until):
        yield BedRule.NOT_PAID
    is_past_contract = contract_ends_on and (leaves_on is None or leaves_on > contract_ends_on)
    is_in_a_gap = any(
        (leaves_on is None or leaves_on > first) and (starts_on is None or starts_on < back)
        for first, back in terms.get("gaps", ())
    )
    if is_past_contract or is_in_a_gap:
        yield BedRule.NO_CONTRACT
    if is_past_notice(leaves_on, terms.get("must_leave_on")):
        yield BedRule.NOTICE_GIVEN


def is_past_notice(leaves_on: datetime.date | None, must_leave_on: datetime.date | None) -> bool:
    """Whether nights until that day of leaving go past the day of a notice; an open end always does."""
    return must_leave_on is not None and (leaves_on is None or leaves_on > must_leave_on)


def first_night_unpaid(
    *, since: datetime.date | None = None, **terms: Unpack[Terms]
) -> datetime.date | None:
    """The first night that is not paid, not under contract or past a notice; None where none of them has an end.

    Gaps that were over by `since` are left out.
    """
    gaps = [first for first, back in terms.get("gaps", ()) if since is None or back > since]
    ends = (terms["paid_until"], terms["contract_ends_on"], terms.get("must_leave_on"), *gaps)
    return min(filter(None, ends), default=None)
