"""Computes the last day of legal terms. Pure functions, without a database."""

import datetime
import math
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from reference.choices import Unit

SATURDAY = 5


class TermRule(Protocol):
    """The fields of a DeadlineRule that the computation reads."""

    amount: int | None
    unit: str
    fixed_on: datetime.date | None
    counts_from_next_day: bool
    extends_to_open_day: bool
    stops_when_suspended: bool


class Version(Protocol):
    """One version of a rule; `valid_to` is the first day on which it is no longer in force."""

    valid_from: datetime.date | None
    valid_to: datetime.date | None


V = TypeVar("V", bound=Version)


def is_in_force_on(version: Version, day: datetime.date) -> bool:
    has_begun = version.valid_from is None or version.valid_from <= day
    return has_begun and (version.valid_to is None or version.valid_to > day)


def in_force(versions: Iterable[V], day: datetime.date) -> V | None:
    """The newest of these versions in force on that day; None without one."""
    candidates = [each for each in versions if is_in_force_on(each, day)]
    return max(candidates, key=lambda each: each.valid_from or datetime.date.min, default=None)


@dataclass(frozen=True)
class Calendar:
    """Public holidays of a country, and days on which its authorities suspended terms."""

    holidays: frozenset[datetime.date] = frozenset()
    suspended: frozenset[datetime.date] = frozenset()


NO_CALENDAR = Calendar()


def is_business_day(day: datetime.date, closed_days: frozenset[datetime.date]) -> bool:
    return day.weekday() < SATURDAY and day not in closed_days


def next_open_day(day: datetime.date, closed_days: frozenset[datetime.date]) -> datetime.date:
    """`day` if it is a business day, otherwise the next business day."""
    while not is_business_day(day, closed_days):
        day += datetime.timedelta(days=1)
    return day


def add_months(start: datetime.date, months: int) -> datetime.date:
    """The same day `months` later, or the last day of a shorter month."""
    count = start.month - 1 + months
    year, month = start.year + count // 12, count % 12 + 1
    return datetime.date(year, month, min(start.day, monthrange(year, month)[1]))


def add_business_days(
    start: datetime.date, amount: int, closed_days: frozenset[datetime.date]
) -> datetime.date:
    """The `amount`-th business day after `start`."""
    day = start
    for _ in range(amount):
        day = next_open_day(day + datetime.timedelta(days=1), closed_days)
    return day


def without_suspended(
    start: datetime.date, last: datetime.date, suspended: frozenset[datetime.date]
) -> datetime.date:
    """`last`, moved later by the number of suspended days between `start` and the resulting day."""
    if not any(start < day <= last for day in suspended):
        return last
    days_left, day = (last - start).days, start
    while days_left > 0:
        day += datetime.timedelta(days=1)
        days_left -= day not in suspended
    return day


def due_on(
    start: datetime.date,
    *,
    amount: int,
    unit: str,
    counts_from_next_day: bool = True,
    extends_to_open_day: bool = False,
    closed_days: frozenset[datetime.date] = frozenset(),
    suspended: frozenset[datetime.date] = frozenset(),
) -> datetime.date:
    """The last day on which something is in time.

    `closed_days` are public holidays of every year that the term can reach; weekends are always closed. Counting from
    the next day makes the day after `start` the first; otherwise `start` is the first. Months run from date to date.
    Days in `suspended` do not count, except for hours. Raises ValueError for a unit without length. Sources: Ley 4 de
    1913, arts. 59 and 62; Decreto 491 de 2020, art. 6."""
    closed = closed_days | suspended if suspended else closed_days
    before_first = start - datetime.timedelta(days=0 if counts_from_next_day else 1)
    if unit == Unit.BUSINESS_DAY:
        last = add_business_days(before_first, amount, closed)
    elif unit == Unit.CALENDAR_DAY:
        last = before_first + datetime.timedelta(days=amount)
        last = without_suspended(before_first, last, suspended)
    elif unit == Unit.HOUR:
        last = start + datetime.timedelta(days=math.ceil(amount / 24))
    elif unit == Unit.MONTH:
        last = without_suspended(start, add_months(start, amount), suspended)
    else:
        raise ValueError(f"{unit} has no length")
    return next_open_day(last, closed) if extends_to_open_day else last


def deadline(
    rule: TermRule, start: datetime.date, calendar: Calendar = NO_CALENDAR
) -> datetime.date | None:
    """The last day of the term of `rule` that began on `start`; None if the law sets no term."""
    if rule.fixed_on:
        return rule.fixed_on
    if rule.amount is None:
        return None
    return due_on(
        start,
        amount=rule.amount,
        unit=rule.unit,
        counts_from_next_day=rule.counts_from_next_day,
        extends_to_open_day=rule.extends_to_open_day,
        closed_days=calendar.holidays,
        suspended=calendar.suspended if rule.stops_when_suspended else frozenset(),
    )
