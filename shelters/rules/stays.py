"""The state of a stay on a day. The day a stay ends is the first night without the person."""

import datetime
from typing import Protocol

from shelters.choices import StayNight, StayStatus

ONE_NIGHT = datetime.timedelta(days=1)


class Stay(Protocol):
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    allowed_until: datetime.date | None
    checked_in_at: datetime.datetime | None
    cancelled_at: datetime.datetime | None

    @property
    def has_arrived(self) -> bool: ...


class BedHolder(Protocol):
    """The columns of a stay that say until when its bed is held."""

    ends_on: datetime.date | None
    planned_end_on: datetime.date | None

    @property
    def has_arrived(self) -> bool: ...


def status_on(stay: Stay, today: datetime.date) -> StayStatus:
    """The status of this stay as seen on `today`."""
    if stay.cancelled_at:
        return StayStatus.CANCELLED
    if stay.ends_on and stay.ends_on <= today:
        return StayStatus.ENDED
    if not stay.checked_in_at:
        return _before_arrival(stay, today)
    leaves_on = stay.ends_on or stay.planned_end_on
    if leaves_on is None or leaves_on > today:
        return StayStatus.STAYING
    if today in (leaves_on, stay.allowed_until):
        return StayStatus.LEAVES
    return StayStatus.ALLOWED if is_allowed(stay.allowed_until, today) else StayStatus.OVERDUE


def is_allowed(allowed_until: datetime.date | None, today: datetime.date) -> bool:
    """Whether the permission to stay past the planned end lasts until a later day."""
    return allowed_until is not None and allowed_until > today


def _before_arrival(stay: Stay, today: datetime.date) -> StayStatus:
    if stay.starts_on > today:
        return StayStatus.EXPECTED
    return StayStatus.ARRIVES if stay.starts_on == today else StayStatus.NOT_ARRIVED


def held_until(stay: BedHolder, today: datetime.date) -> datetime.date | None:
    """The first night on which the person no longer holds the bed, as seen on `today`; None while unknown.

    Until the planned end has come, it counts. From then on, a person who has arrived holds the bed until check-out.
    """
    planned = stay.planned_end_on
    if stay.ends_on:
        return stay.ends_on
    if planned and stay.has_arrived and planned <= today:
        return None
    return planned


def counted_until(stay: BedHolder, today: datetime.date) -> datetime.date | None:
    """The first night on which figures no longer count the person.

    The same as `held_until`, but a person due to leave today is not counted tonight, although they may hold the bed.
    """
    planned = stay.planned_end_on
    return planned if planned == today and not stay.ends_on else held_until(stay, today)


def night_of(stay: Stay, night: datetime.date, today: datetime.date) -> StayNight | None:
    """What that night was or will be of the stay, as seen on `today` at its site; None before its first night.

    A stay that nobody checked in is a plan: it is kept for its first night, and from the next day on the person has not
    arrived. Who is due to leave today is counted as having left tonight.
    """
    if stay.cancelled_at:
        return StayNight.ANNULLED
    if night < stay.starts_on:
        return None
    until = counted_until(stay, today)
    if until and until <= night:
        return StayNight.LEFT
    if not stay.has_arrived:
        is_due = stay.starts_on >= today
        return StayNight.PLANNED if is_due else StayNight.NOT_ARRIVED
    return StayNight.SLEPT if night <= today else StayNight.PLANNED


def nights(
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    *,
    first: datetime.date,
    last: datetime.date,
) -> int:
    """How many nights of the half-open stay [starts_on, ends_on) fall into [first, last); an open stay has no end."""
    end = last if ends_on is None else min(ends_on, last)
    return max(0, (end - max(starts_on, first)).days)
