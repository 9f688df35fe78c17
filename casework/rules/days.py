"""Days that are known to the day, the month or the year only."""

import datetime

from django.utils.translation import gettext as _

from casework.choices.home import DayPrecision
from pages.dates import month_of_year, short_date


def first_day(day: datetime.date | None, precision: str) -> datetime.date | None:
    """What is stored: the day itself, the first of its month or year, or nothing."""
    if day is None or precision == DayPrecision.UNKNOWN:
        return None
    if precision == DayPrecision.YEAR:
        return day.replace(month=1, day=1)
    return day.replace(day=1) if precision == DayPrecision.MONTH else day


def day_in_words(day: datetime.date | None, precision: str) -> str:
    """`4 Mar 2019`, `Mar 2019`, `2019` or `day not known`: never more than is known."""
    if day is None or precision == DayPrecision.UNKNOWN:
        return _("day not known")
    if precision == DayPrecision.YEAR:
        return str(day.year)
    return month_of_year(day) if precision == DayPrecision.MONTH else short_date(day)
