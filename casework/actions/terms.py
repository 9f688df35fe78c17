"""Days that the law computes, from the reference data."""

import datetime

from casework.models import DeadlineRule, PublicHoliday
from casework.rules.deadlines import deadline


def computed_day(
    code: str, start: datetime.date, *, country: str
) -> tuple[DeadlineRule | None, datetime.date | None]:
    """The rule in force on `start`, and the last day it leaves. (None, None) where no rule is known."""
    rule = DeadlineRule.objects.in_force(code, on=start, country=country)
    if rule is None:
        return None, None
    closed = PublicHoliday.objects.closed_days(country, range(start.year, start.year + 2))
    return rule, deadline(rule, start, closed)
