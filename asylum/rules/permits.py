"""How a permit stands on a day."""

import datetime

from asylum.choices import Validity

EXPIRES_SOON_DAYS = 30


def validity_on(
    today: datetime.date,
    *,
    valid_until: datetime.date | None,
    is_renewed: bool = False,
    cancelled_on: datetime.date | None = None,
    is_mistaken: bool = False,
) -> Validity:
    """`valid_until` is the last day on which the permit holds."""
    if is_mistaken:
        return Validity.MISTAKEN
    if cancelled_on is not None and cancelled_on <= today:
        return Validity.CANCELLED
    if is_renewed:
        return Validity.RENEWED
    if valid_until is None:
        return Validity.UNDATED
    if valid_until < today:
        return Validity.EXPIRED
    if (valid_until - today).days <= EXPIRES_SOON_DAYS:
        return Validity.EXPIRING
    return Validity.VALID
