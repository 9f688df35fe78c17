"""When a consent carries, and when it must be renewed. Pure: no database, the day is an argument."""

import datetime

from casework.choices.consents import ConsentStatus


def carries(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether a consent of this status, good until and with `expires_on`, allows sharing that day."""
    return status == ConsentStatus.GIVEN and (expires_on is None or on <= expires_on)


def is_expired(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Given once, and its last day is over."""
    return status == ConsentStatus.GIVEN and not carries(status, expires_on, on)
