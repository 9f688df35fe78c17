"""How the last day of a legal term is computed. Needs no database."""

import datetime
from dataclasses import dataclass

from reference.choices import Unit
from reference.rules import NO_CALENDAR, SATURDAY, Calendar, TermRule, deadline, due_on


@dataclass(frozen=True)
class Computation:
    """How a last day was computed: the days that did not count, and the day off that moved the last day."""

    last: datetime.date
    holidays: tuple[datetime.date, ...] = ()
    suspended: int = 0
    moved_from: datetime.date | None = None


def computation_of(
    rule: TermRule, start: datetime.date, calendar: Calendar = NO_CALENDAR
) -> Computation | None:
    """Returns the computation behind `deadline`; None if nothing is counted: no term, or a fixed date.

    `holidays` of a term in business days are public holidays on weekdays. Weekends never count and are not listed.
    """
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
    days_between = [
        start + datetime.timedelta(days=n) for n in range(1, (counted_to - start).days + 1)
    ]
    counts_open_days = rule.unit == Unit.BUSINESS_DAY
    return Computation(
        last=last,
        holidays=tuple(
            day
            for day in days_between
            if counts_open_days
            and day in calendar.holidays
            and day.weekday() < SATURDAY
            and day not in suspended
        ),
        suspended=sum(day in suspended for day in days_between),
        moved_from=counted_to if counted_to != last else None,
    )
