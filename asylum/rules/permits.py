"""The validity of a permit on a day."""

import datetime
from typing import Protocol

from asylum.choices import Validity

EXPIRES_SOON_DAYS = 30


def validity_on(
    today: datetime.date,
    *,
    valid_until: datetime.date | None,
    valid_from: datetime.date | None = None,
    is_renewed: bool = False,
    cancelled_on: datetime.date | None = None,
    is_mistaken: bool = False,
) -> Validity:
    """`valid_from` and `valid_until` are the first and last valid day of the permit."""
    if is_mistaken:
        return Validity.MISTAKEN
    if cancelled_on is not None and cancelled_on <= today:
        return Validity.CANCELLED
    if is_renewed:
        return Validity.RENEWED
    if valid_from is not None and today < valid_from:
        return Validity.AHEAD
    if valid_until is None:
        return Validity.UNDATED
    if valid_until < today:
        return Validity.EXPIRED
    if (valid_until - today).days <= EXPIRES_SOON_DAYS:
        return Validity.EXPIRING
    return Validity.VALID


class KindOfPaper(Protocol):
    """A country's rules for one kind of permit."""

    kind: str
    entered_until: datetime.date | None
    issued_until: datetime.date | None
    children_too: bool


def is_offered(kind: KindOfPaper, *, entered_on: datetime.date | None, is_adult: bool) -> bool:
    """Whether somebody who entered on that day can hold such a permit.

    A closed regime excludes people who entered later, except children if it stays open for them. With an unknown day of
    entry every permit is offered."""
    if kind.children_too and not is_adult:
        return True
    ends = [day for day in (kind.entered_until, kind.issued_until) if day]
    return entered_on is None or not ends or entered_on <= min(ends)
