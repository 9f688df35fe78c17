"""When a consent is valid, and when it must be renewed. Pure: the day is an argument."""

import datetime

from casework.consents.choices import ConsentStatus
from casework.register.rules import AGE_OF_MAJORITY


def carries(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether a consent of this status, with `expires_on`, allows sharing that day."""
    return status == ConsentStatus.GIVEN and (expires_on is None or on <= expires_on)


def is_expired(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether it was given and its last day is over."""
    return status == ConsentStatus.GIVEN and not carries(status, expires_on, on)


def weight(
    status: str, on: datetime.date, expires_on: datetime.date | None
) -> tuple[int, datetime.date, bool, int]:
    """The sort key of answers; of two answers of one person the weightier counts.

    An answer outweighs a question, a later one an earlier one, and a protective one the other. Without valid answers it
    is the lightest."""
    lasts_until = expires_on or datetime.date.max
    return (
        ("", ConsentStatus.ASKED).index(status) if status in ("", ConsentStatus.ASKED) else 2,
        on,
        status != ConsentStatus.GIVEN,
        -lasts_until.toordinal(),
    )


# The term for telling the notice later: our own rule. The law says no later than when data are taken.
TELL_WITHIN = datetime.timedelta(days=7)


# The age from which a child may be told; before that its representative hears the notice.
HEARS_FROM_AGE = 7


def cannot_hear(age: int | None) -> bool:
    """A small child is told nothing; an unknown age is not guessed."""
    return age is not None and age < HEARS_FROM_AGE


def cannot_authorise(age: int | None) -> bool:
    """A child does not authorise for itself; an unknown age is not guessed."""
    return age is not None and age < AGE_OF_MAJORITY
