"""Legal time: dates in, date out. The clock is read by the caller, the rule's row names its source."""

import calendar
import datetime
import math
from typing import Protocol

from reference.choices import Unit

SATURDAY = 5


class Rule(Protocol):
    """What the arithmetic needs of a DeadlineRule row."""

    amount: int | None
    unit: str
    fixed_on: datetime.date | None
    counts_from_next_day: bool
    extends_to_open_day: bool


def is_business_day(day: datetime.date, closed_days: frozenset[datetime.date]) -> bool:
    return day.weekday() < SATURDAY and day not in closed_days


def next_open_day(day: datetime.date, closed_days: frozenset[datetime.date]) -> datetime.date:
    """`day` itself when offices are open, else the first day on which they are."""
    while not is_business_day(day, closed_days):
        day += datetime.timedelta(days=1)
    return day


def add_months(start: datetime.date, months: int) -> datetime.date:
    """The same day `months` later, or the last day of a month that is too short for it."""
    count = start.month - 1 + months
    year, month = start.year + count // 12, count % 12 + 1
    return datetime.date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def add_business_days(
    start: datetime.date, amount: int, closed_days: frozenset[datetime.date]
) -> datetime.date:
    """The `amount`-th business day after `start`."""
    day = start
    for _ in range(amount):
        day = next_open_day(day + datetime.timedelta(days=1), closed_days)
    return day


def due_on(
    start: datetime.date,
    *,
    amount: int,
    unit: str,
    counts_from_next_day: bool = True,
    extends_to_open_day: bool = False,
    closed_days: frozenset[datetime.date] = frozenset(),
) -> datetime.date:
    """The last day on which something is in time.

    `closed_days` are public holidays of every year that the term can reach; weekends are closed anyway.
    Counting from the next day makes the day after `start` the first; else `start` is the first. Months
    run from date to date. Raises ValueError for a unit that has no length.
    """
    first_back = 0 if counts_from_next_day else 1
    if unit == Unit.BUSINESS_DAY:
        last = add_business_days(start - datetime.timedelta(days=first_back), amount, closed_days)
    elif unit == Unit.CALENDAR_DAY:
        last = start + datetime.timedelta(days=amount - first_back)
    elif unit == Unit.HOUR:
        last = start + datetime.timedelta(days=math.ceil(amount / 24))
    elif unit == Unit.MONTH:
        last = add_months(start, amount)
    else:
        raise ValueError(f"{unit} has no length")
    return next_open_day(last, closed_days) if extends_to_open_day else last


def deadline(
    rule: Rule, start: datetime.date, closed_days: frozenset[datetime.date] = frozenset()
) -> datetime.date | None:
    """The day by which `rule` wants its event after `start`; None where the text sets no term."""
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
        closed_days=closed_days,
    )
