"""Dates as people write and read them: day first, never month first; `20 nov 2026`."""

import datetime
import re
import unicodedata

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

MONTHS = {
    **dict.fromkeys(("ene", "jan"), 1),
    "feb": 2,
    "mar": 3,
    **dict.fromkeys(("abr", "apr"), 4),
    "may": 5,
    "jun": 6,
    "jul": 7,
    **dict.fromkeys(("ago", "aug"), 8),
    **dict.fromkeys(("sep", "set"), 9),
    "oct": 10,
    "nov": 11,
    **dict.fromkeys(("dic", "dec"), 12),
}
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})")
NAMED = re.compile(r"(\d{1,2})[-/. ]*(?:de )?([a-z]{3,10})\.?[-/ ]*(?:de |del )?(\d{4}|\d{2})")
YEARS_AHEAD = 20


def parse_date(
    text: str, *, today: datetime.date, latest: datetime.date | None = None
) -> datetime.date:
    """The date that somebody wrote: `12/4/91`, `12 abr 1991`, `12 de abril de 1991`, `1991-04-12`.

    Day first, never month first. A year of two digits lies at most 20 years ahead of `today`, and never
    after `latest` (give today for a birth date). Raises ValueError for anything else.
    """
    plain = unicodedata.normalize("NFKD", text.strip().lower()).encode("ascii", "ignore").decode()
    if match := ISO.fullmatch(plain):
        year, month, day = (int(part) for part in match.groups())
        return datetime.date(year, month, day)
    if match := DAY_FIRST.fullmatch(plain):
        month = int(match[2])
    elif match := NAMED.fullmatch(plain):
        month = MONTHS.get(match[2][:3], 0)
    else:
        raise ValueError(f"not a date: {text!r}")
    year = int(match[3])
    if len(match[3]) == 2:
        last = min(today.year + YEARS_AHEAD, latest.year if latest else datetime.MAXYEAR)
        year = last - (last - year) % 100
    return datetime.date(year, month, int(match[1]))


MONTHS_IN_SHORT = [
    pgettext_lazy("month", "Jan"),
    pgettext_lazy("month", "Feb"),
    pgettext_lazy("month", "Mar"),
    pgettext_lazy("month", "Apr"),
    pgettext_lazy("month", "May"),
    pgettext_lazy("month", "Jun"),
    pgettext_lazy("month", "Jul"),
    pgettext_lazy("month", "Aug"),
    pgettext_lazy("month", "Sep"),
    pgettext_lazy("month", "Oct"),
    pgettext_lazy("month", "Nov"),
    pgettext_lazy("month", "Dec"),
]


def short_date(day: datetime.date) -> str:
    """`2 dic 2026` or `2 Dec 2026`, in the language of the page."""
    return f"{day.day} {MONTHS_IN_SHORT[day.month - 1]} {day.year}"


def month_of_year(day: datetime.date) -> str:
    """`dic 2026` or `Dec 2026`, in the language of the page."""
    return f"{MONTHS_IN_SHORT[day.month - 1]} {day.year}"


def distance(day: datetime.date, today: datetime.date) -> str:
    """How far the day lies from today: `today`, `in 12 days`, `3 months ago`."""
    days = (day - today).days
    near = {0: _("today"), 1: _("tomorrow"), -1: _("yesterday")}
    if days in near:
        return near[days]
    if abs(days) < 60:
        if days > 0:
            return ngettext("in %(count)s day", "in %(count)s days", days) % {"count": days}
        return ngettext("%(count)s day ago", "%(count)s days ago", -days) % {"count": -days}
    months = _whole_months(min(day, today), max(day, today))
    if months < 24:
        if days > 0:
            return ngettext("in %(count)s month", "in %(count)s months", months) % {"count": months}
        return ngettext("%(count)s month ago", "%(count)s months ago", months) % {"count": months}
    years = months // 12
    if days > 0:
        return ngettext("in %(count)s year", "in %(count)s years", years) % {"count": years}
    return ngettext("%(count)s year ago", "%(count)s years ago", years) % {"count": years}


def _whole_months(first: datetime.date, last: datetime.date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
