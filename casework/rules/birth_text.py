"""Births as people state them at a desk: an age, a year, or a date."""

import datetime
import re

from casework.choices import BirthPrecision
from casework.rules.birth import Birth
from casework.rules.deadlines import add_months
from pages.dates import parse_date, short_date

OLDEST = 120
AGE = re.compile(r"(\d{1,3})\s*(?:a|años?|anos?|y|years?)?")
MONTHS_OLD = re.compile(r"(\d{1,2})\s*(?:m|mes|meses|months?)")
YEAR = re.compile(r"(~?)\s*((?:18|19|20)\d{2})")


class BirthNotUnderstood(ValueError):
    """What was typed is neither an age nor a year nor a past date."""


def read_birth(text: str, *, on: datetime.date) -> Birth:
    """The birth that somebody stated on that day: `34`, `8 m`, `1991`, `~1991`, `12/4/91`.

    Nothing typed gives "not known"; `~1991` is a year that was counted from an age.

    Raises BirthNotUnderstood.
    """
    typed = " ".join(text.lower().split())
    if not typed:
        return Birth()
    if match := YEAR.fullmatch(typed):
        precision = BirthPrecision.AGE if match[1] else BirthPrecision.YEAR
        return _of_year(int(match[2]), precision, on)
    if match := AGE.fullmatch(typed):
        return _of_year(on.year - int(match[1]), BirthPrecision.AGE, on)
    if match := MONTHS_OLD.fullmatch(typed):
        return _of_year(add_months(on, -int(match[1])).year, BirthPrecision.AGE, on)
    try:
        day = parse_date(typed, today=on, latest=on)
    except ValueError as error:
        raise BirthNotUnderstood(text) from error
    if day > on:
        raise BirthNotUnderstood(text)
    known = _of_year(day.year, BirthPrecision.DAY, on)
    return Birth(known.precision, day, known.year)


def _of_year(year: int, precision: BirthPrecision, on: datetime.date) -> Birth:
    if not on.year - OLDEST <= year <= on.year:
        raise BirthNotUnderstood(str(year))
    return Birth(precision, None, year)


def written_birth(birth: Birth) -> str:
    """The birth as a field shows it again, so that an unchanged field changes nothing."""
    if birth.precision == BirthPrecision.DAY and birth.born_on:
        return short_date(birth.born_on)
    about = "~" if birth.precision == BirthPrecision.AGE else ""
    return f"{about}{birth.year}" if birth.year else ""
