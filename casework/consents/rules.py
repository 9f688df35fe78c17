"""When a consent carries, and when it must be renewed. Pure: no database, the day is an argument."""

import datetime

from casework.consents.choices import ConsentStatus
from casework.register.rules import AGE_OF_MAJORITY


def carries(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Whether a consent of this status, good until and with `expires_on`, allows sharing that day."""
    return status == ConsentStatus.GIVEN and (expires_on is None or on <= expires_on)


def is_expired(status: str, expires_on: datetime.date | None, on: datetime.date) -> bool:
    """Given once, and its last day is over."""
    return status == ConsentStatus.GIVEN and not carries(status, expires_on, on)


def weight(
    status: str, on: datetime.date, expires_on: datetime.date | None
) -> tuple[int, datetime.date, bool, int]:
    """Of two answers of one person the weightier counts: an answer before a mere question, the later, the one that protects.

    Where every answer was recorded by mistake there is none.
    """
    lasts_until = expires_on or datetime.date.max
    return (
        ("", ConsentStatus.ASKED).index(status) if status in ("", ConsentStatus.ASKED) else 2,
        on,
        status != ConsentStatus.GIVEN,
        -lasts_until.toordinal(),
    )


# Until when somebody who was not told is told: a rule of the house. The law says no later than when data are taken.
TELL_WITHIN = datetime.timedelta(days=7)


# From which age on a child may be told by itself; before that whoever represents it hears the notice.
HEARS_FROM_AGE = 7


def cannot_hear(age: int | None) -> bool:
    """A small child is told nothing, and nothing is guessed of somebody of unknown age."""
    return age is not None and age < HEARS_FROM_AGE


def cannot_authorise(age: int | None) -> bool:
    """A child does not authorise for itself. Nothing is guessed of somebody of unknown age."""
    return age is not None and age < AGE_OF_MAJORITY
