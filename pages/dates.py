"""Parses dates that people type, day first and never month first, and writes dates for people: `20 nov 2026`."""

import calendar
import datetime
import re
import unicodedata
from typing import Any, Self

from django.utils import timezone
from django.utils.dates import MONTHS as NAMES_OF_MONTHS
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

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
WITHOUT_YEAR = re.compile(r"(\d{1,2})[-/. ](\d{1,2})")
MONTH_OR_YEAR = re.compile(
    r"(?:(?P<digits>\d{1,2})[-/. ]+|(?P<name>[a-z]{3,10})\.?[-/ ]*(?:de |del )?)?(?P<year>\d{4})"
    r"|(?P<first>\d{4})[-/.](?P<then>\d{1,2})"
)
RUN_TOGETHER = re.compile(r"(\d{2})(\d{2})(\d{4})")
TIME = re.compile(r"(\d{1,2})(?:[:.h ]?(\d{2}))?(?::\d{2}(?:\.\d+)?)? ?([ap])?\.? ?(?:m\.?|h)?")
# Words for days counted from today; without accents, for comparison.
DAYS_IN_WORDS = {
    **dict.fromkeys(("hoy", "today"), 0),
    **dict.fromkeys(("ayer", "yesterday"), -1),
    **dict.fromkeys(("anteayer", "antier"), -2),
    **dict.fromkeys(("manana", "tomorrow"), 1),
}
YEARS_AHEAD = 20
# The calendar ends with the year 9999; later dates cannot be computed with.
FIRST_YEAR, LAST_YEAR = 1900, 9000


class NoSuchDay(ValueError):
    """The text looks like a date, but no such day exists or a part is missing. The message says why, in the user's language."""


def typed_date(
    text: str, *, today: datetime.date, latest: datetime.date | None = None
) -> datetime.date:
    """The date typed into a form: as `parse_date`, and also `hoy`, `ayer`, `12041991`. Raises ValueError or NoSuchDay.

    Only forms accept words and bare digits: in a sheet nobody knows on which day `ayer` was written.
    """
    plain = _plain(text)
    if plain in DAYS_IN_WORDS:
        return today + datetime.timedelta(days=DAYS_IN_WORDS[plain])
    if match := RUN_TOGETHER.fullmatch(plain):
        text = "/".join(match.groups())
    if month_or_year(text):
        raise NoSuchDay(_("%(typed)s: the day is missing.") % {"typed": text.strip()})
    if match := WITHOUT_YEAR.fullmatch(plain):
        # Checked in a leap year: a day that exists in no year is reported rather than the missing year.
        _existing(2000, int(match[2]), int(match[1]), text)
        raise NoSuchDay(_("%(typed)s: the year is missing.") % {"typed": text.strip()})
    day = parse_date(text, today=today, latest=latest)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise NoSuchDay(
            _("%(typed)s: the year %(year)s cannot be meant.")
            % {"typed": text.strip(), "year": day.year}
        )
    return day


class RoughDay(datetime.date):
    """A day that is known exactly, or only by its month or year. It sorts as the first possible day.

    It equals only values of the same precision, so a month never equals its first day.
    """

    parts: tuple[int, ...]

    def __new__(cls, year: int, month: int = 0, day: int = 0) -> Self:
        self = super().__new__(cls, year, month or 1, day or 1)
        self.parts = tuple(filter(None, (year, month, day)))
        return self

    @classmethod
    def fromisoformat(cls, text: str) -> Self:
        """The inverse of `isoformat`: `2019`, `2019-03`, `2019-03-12`."""
        return cls(*map(int, text.split("-")))

    @classmethod
    def between(cls, first: datetime.date, last: datetime.date) -> Self:
        """The day, month or year that begins and ends on these days."""
        if first == last:
            return cls(first.year, first.month, first.day)
        return cls(first.year) if last.month > first.month else cls(first.year, first.month)

    @property
    def last(self) -> datetime.date:
        """The last possible day."""
        if len(self.parts) == 3:
            return datetime.date(*self.parts)
        month = self.month if len(self.parts) == 2 else 12
        return datetime.date(self.year, month, calendar.monthrange(self.year, month)[1])

    def isoformat(self) -> str:
        return super().isoformat()[: (4, 7, 10)[len(self.parts) - 1]]

    __str__ = isoformat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, datetime.date) and self.isoformat() == other.isoformat()

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = datetime.date.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts


def last_of(day: datetime.date) -> datetime.date:
    """The last possible day of a rough day; of any other the day itself."""
    return day.last if isinstance(day, RoughDay) else day


def typed_roughly(
    text: str, *, today: datetime.date, latest: datetime.date | None = None
) -> RoughDay:
    """A typed day, month or year: as `month_or_year`, or else as `typed_date`."""
    if year_and_month := month_or_year(text):
        typed_date(f"{year_and_month[0]}-{year_and_month[1] or 1}-1", today=today)
        return RoughDay(*year_and_month)
    day = typed_date(text, today=today, latest=latest)
    return RoughDay(day.year, day.month, day.day)


def month_or_year(text: str) -> tuple[int, int] | None:
    """(year, month) of `05/2026`, `2026-05`, `mayo de 2026`, or `2026` with month 0; None for anything else."""
    match = MONTH_OR_YEAR.fullmatch(_plain(text))
    if not match:
        return None
    digits = match["digits"] or match["then"]
    month = int(digits or 0) or MONTHS.get((match["name"] or "")[:3], 0)
    is_whole = bool(digits or match["name"])
    year = int(match["year"] or match["first"])
    is_impossible = not year or month > 12 or (is_whole and not month)
    return None if is_impossible else (year, month)


def typed_time(text: str) -> datetime.time:
    """The typed time of day: `14:30`, `1430`, `2:30 pm`, `9`. Raises ValueError for anything else."""
    match = TIME.fullmatch(_plain(text))
    if not match:
        raise ValueError(f"not a time: {text!r}")
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        if not 1 <= hour <= 12:
            raise ValueError(f"not a time: {text!r}")
        hour = hour % 12 + (12 if match[3] == "p" else 0)
    return datetime.time(hour, minute)


def typed_moment(text: str, *, today: datetime.date) -> datetime.datetime:
    """The typed date and time of day: `20/11/2026 14:30`, `hoy 9:15`. Raises ValueError or NoSuchDay."""
    day, _sign, time = re.sub(r"(\d)T(\d)", r"\1 \2", text.strip()).replace(",", " ").partition(" ")
    while time:
        try:
            return datetime.datetime.combine(typed_date(day, today=today), typed_time(time))
        except NoSuchDay:
            raise
        except ValueError:
            # The date itself may contain blanks: 20 de noviembre de 2026 14:30.
            word, _sign, time = time.strip().partition(" ")
            day = f"{day} {word}"
    raise ValueError(f"not a moment: {text!r}")


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip().lower())
    return letters.encode("ascii", "ignore").decode()


def parse_date(
    text: str, *, today: datetime.date, latest: datetime.date | None = None
) -> datetime.date:
    """The date in the text: `12/4/91`, `12 abr 1991`, `12 de abril de 1991`, `1991-04-12`.

    Day first, never month first. A year of two digits lies at most 20 years ahead of `today`, and never after `latest` (give
    today for a birth date). Raises NoSuchDay for a day that does not exist, ValueError for any other text.
    """
    plain = _plain(text)
    if match := ISO.fullmatch(plain):
        year, month, day = (int(part) for part in match.groups())
        return _existing(year, month, day, text)
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
    return _existing(year, month, int(match[1]), text)


def _existing(year: int, month: int, day: int, typed: str) -> datetime.date:
    values: dict[str, object] = {"typed": typed.strip(), "day": day, "month": month}
    if month > 12:
        raise NoSuchDay(
            _("%(typed)s: there is no month %(month)s. The day comes first, then the month.")
            % values
        )
    if year and month and day > calendar.monthrange(year, month)[1]:
        values |= {"month": NAMES_OF_MONTHS[month], "year": year}
        if (month, day) == (2, 29):
            raise NoSuchDay(_("%(typed)s: %(month)s %(year)s does not have %(day)s days.") % values)
        raise NoSuchDay(_("%(typed)s: %(month)s does not have %(day)s days.") % values)
    return datetime.date(year, month, day)


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
    """`2 dic 2026` or `2 Dec 2026`, in the language of the page; a rough day gives `dic 2026` or `2026`."""
    if isinstance(day, RoughDay) and len(day.parts) < 3:
        return month_of_year(day) if len(day.parts) == 2 else str(day.year)
    return f"{day_and_month(day)} {day.year}"


def since(day: datetime.date) -> str:
    """`since 2 Dec 2026`; in Spanish a day has an article, a month or a year has none."""
    if isinstance(day, RoughDay) and len(day.parts) < 3:
        return pgettext("a month or a year", "since %(day)s") % {"day": short_date(day)}
    return pgettext("a day", "since %(day)s") % {"day": short_date(day)}


def hour_in_words(at: datetime.time | None) -> str:
    """`09:30`, or that the hour is unknown: a day without an hour does not begin at midnight."""
    return f"{at:%H:%M}" if at else _("hour not told")


def moment_in_words(moment: datetime.datetime) -> str:
    """`20 Nov 2026, 14:32`, by the clock of the reader."""
    local = timezone.localtime(moment)
    return f"{short_date(local)}, {local:%H:%M}"


def day_and_month(day: datetime.date) -> str:
    """`2 dic` or `2 Dec`, where the year is clear."""
    return f"{day.day} {MONTHS_IN_SHORT[day.month - 1]}"


def day_in_words(day: datetime.date) -> str:
    """`lunes 1 de febrero de 2026` or `Monday 1 February 2026`, in the language of the page."""
    return _("%(weekday)s %(day)s %(month)s %(year)s") % {
        "weekday": WEEKDAYS[day.weekday()],
        "day": day.day,
        "month": NAMES_OF_MONTHS[day.month],
        "year": day.year,
    }


def month_of_year(day: datetime.date) -> str:
    """`dic 2026` or `Dec 2026`, in the language of the page."""
    return f"{MONTHS_IN_SHORT[day.month - 1]} {day.year}"


def distance(day: datetime.date, today: datetime.date) -> str:
    """How far the day lies from today: `today`, `in 12 days`, `3 months ago`."""
    days = (day - today).days
    near_days = {0: _("today"), 1: _("tomorrow"), -1: _("yesterday")}
    if days in near_days:
        return near_days[days]
    # From 92 days on it is at least three whole months.
    if abs(days) < 92:
        if days > 0:
            return ngettext("in %(count)s day", "in %(count)s days", days) % {"count": days}
        return ngettext("%(count)s day ago", "%(count)s days ago", -days) % {"count": -days}
    months = _whole_months(min(day, today), max(day, today))
    # Up to three years in months: "2 years" for almost three would mislead.
    if months < 36:
        if days > 0:
            return ngettext("in %(count)s month", "in %(count)s months", months) % {"count": months}
        return ngettext("%(count)s month ago", "%(count)s months ago", months) % {"count": months}
    years = months // 12
    if days > 0:
        return ngettext("in %(count)s year", "in %(count)s years", years) % {"count": years}
    return ngettext("%(count)s year ago", "%(count)s years ago", years) % {"count": years}


def _whole_months(first: datetime.date, last: datetime.date) -> int:
    return (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
