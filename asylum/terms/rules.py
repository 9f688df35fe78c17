"""How a legal term is computed. Pure."""

import datetime
from dataclasses import dataclass

from reference.choices import Unit
from reference.rules import NO_CALENDAR, SATURDAY, Calendar, TermRule, deadline, due_on


@dataclass(frozen=True)
class Sum:
    """The computation of a last day: the days that did not count, and the day off that moved it."""

    last: datetime.date
    holidays: tuple[datetime.date, ...] = ()
    suspended: int = 0
    moved_from: datetime.date | None = None


def sum_of(rule: TermRule, start: datetime.date, calendar: Calendar = NO_CALENDAR) -> Sum | None:
    """The computation behind `deadline`; None if nothing is counted: no term, or a fixed date.

    For business days it lists public holidays on working days; weekends never count and are not listed."""
    last = deadline(rule, start, calendar)
    if last is None or rule.amount is None or rule.fixed_on:
        return None
    suspended = calendar.suspended if rule.stops_when_suspended else frozenset()
    counted_to = due_on(
        start,
        amount=rule.amount,
        unit=rule.unit,
        counts_from_next_day=rule.counts_from_next_day,
        closed_days=calendar.holidays,
        suspended=suspended,
    )
    on_the_way = [
        start + datetime.timedelta(days=n) for n in range(1, (counted_to - start).days + 1)
    ]
    counts_open_days = rule.unit == Unit.BUSINESS_DAY
    return Sum(
        last=last,
        holidays=tuple(
            day
            for day in on_the_way
            if counts_open_days
            and day in calendar.holidays
            and day.weekday() < SATURDAY
            and day not in suspended
        ),
        suspended=sum(day in suspended for day in on_the_way),
        moved_from=counted_to if counted_to != last else None,
    )
