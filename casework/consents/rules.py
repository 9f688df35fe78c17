"""When a consent is valid, which of two consents is valid after a merge, and from which age a person answers."""

import datetime

from casework.consents.choices import ConsentStatus
from casework.register.rules import AGE_OF_MAJORITY


def allows_sharing(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether a consent of this status, with `expires_on`, allows sharing that day."""
    return status == ConsentStatus.GIVEN and (expires_on is None or on <= expires_on)


def is_expired(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether the consent was given and its last day is over."""
    return status == ConsentStatus.GIVEN and not allows_sharing(status, expires_on, on)


def weight(
    status: str, on: datetime.date, expires_on: datetime.date | None
) -> tuple[int, datetime.date, bool, int]:
    """Returns a sort key: of two consents of one person after a merge, the greater one is valid.

    An answer has more weight than a question, a later answer more than an earlier one, and on one day a "no" more than a
    "yes". A consent without valid answers has the least weight."""
    lasts_until = expires_on or datetime.date.max
    return (
        ("", ConsentStatus.ASKED).index(status) if status in ("", ConsentStatus.ASKED) else 2,
        on,
        status != ConsentStatus.GIVEN,
        -lasts_until.toordinal(),
    )


# The term for telling a late notice is our own rule: the law demands the notice before data are taken.
NOTICE_TERM = datetime.timedelta(days=7)


# The age from which a child is told the notice; the representative of a younger child hears it.
HEARS_FROM_AGE = 7


def cannot_hear(age: int | None) -> bool:
    """Whether the person is too young to be told the notice; False for an unknown age."""
    return age is not None and age < HEARS_FROM_AGE


def cannot_authorise(age: int | None) -> bool:
    """Whether the person is a child, who does not authorise for itself; False for an unknown age."""
    return age is not None and age < AGE_OF_MAJORITY
