"""How a stay stands on a day. The day a stay ends is the first night without it."""

import datetime
from typing import Protocol

from shelters.choices import StayStatus


class Stay(Protocol):
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    checked_in_at: datetime.datetime | None
    cancelled_at: datetime.datetime | None


class BedHolder(Protocol):
    """What of a stay says until when its bed is held."""

    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    has_arrived: bool


def status_on(stay: Stay, today: datetime.date) -> StayStatus:
    """The one status of this stay as seen on `today`."""
    if stay.cancelled_at:
        return StayStatus.CANCELLED
    if stay.ends_on and stay.ends_on <= today:
        return StayStatus.ENDED
    if not stay.checked_in_at:
        return _before_arrival(stay, today)
    leaves_on = stay.ends_on or stay.planned_end_on
    if leaves_on is None or leaves_on > today:
        return StayStatus.STAYING
    return StayStatus.LEAVES if leaves_on == today else StayStatus.OVERDUE


def _before_arrival(stay: Stay, today: datetime.date) -> StayStatus:
    if stay.starts_on > today:
        return StayStatus.EXPECTED
    return StayStatus.ARRIVES if stay.starts_on == today else StayStatus.NOT_ARRIVED


def held_until(stay: BedHolder, today: datetime.date) -> datetime.date | None:
    """The first night on which the bed is not this person's, as seen on `today`; None while nobody knows.

    A plan that was kept or still lies ahead counts. Who is still here when it is over holds the bed until checked out.
    """
    planned = stay.planned_end_on
    if stay.ends_on:
        return stay.ends_on
    if planned and stay.has_arrived and planned <= today:
        return None
    return planned


def counted_until(stay: BedHolder, today: datetime.date) -> datetime.date | None:
    """The first night on which figures count this person no longer: as `held_until`, but who is to leave today is not
    counted tonight, though the bed is theirs until they are checked out."""
    planned = stay.planned_end_on
    return planned if planned == today and not stay.ends_on else held_until(stay, today)


def nights(
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    *,
    first: datetime.date,
    last: datetime.date,
) -> int:
    """Nights of the half-open stay [starts_on, ends_on) that fall into [first, last); an open stay runs on."""
    end = last if ends_on is None else min(ends_on, last)
    return max(0, (end - max(starts_on, first)).days)
