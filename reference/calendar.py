"""The working calendar of a country, the days that its rules compute, and who is told when it changes."""

import datetime
from collections.abc import Callable, Iterator

from django.db import transaction
from django.utils import timezone

from pages.slots import Slot
from reference.models import DeadlineRule, PublicHoliday, TermDay, TermSuspension
from reference.rules import Calendar, deadline, in_force

# Rules whose last day a list asks for many starting days at once.
LISTED_RULES = ("refugee-application", "child-protection-notice")
YEARS_AHEAD = 10
EARLIEST = datetime.date(2000, 1, 1)

# Whoever keeps computed days on file: called with the country whose calendar is another one now.
calendar_followers: Slot[Callable[[str], None]] = Slot("what hangs on the working calendar")


def calendar_of(country: str, *, since: datetime.date) -> Calendar:
    """Holidays and suspensions of a country from a day on."""
    return Calendar(
        holidays=PublicHoliday.objects.closed_days(country, since=since),
        suspended=TermSuspension.objects.suspended_days(country, since=since),
    )


def computed_day(
    code: str, start: datetime.date, *, country: str
) -> tuple[DeadlineRule | None, datetime.date | None]:
    """The rule in force on `start`, and the last day it leaves. (None, None) where no rule is known."""
    rule = DeadlineRule.objects.in_force(code, on=start, country=country)
    if rule is None:
        return None, None
    return rule, deadline(rule, start, calendar_of(country, since=start))


@transaction.atomic
def write_term_days(country: str) -> None:
    """Computes anew what each listed rule makes of each day, for lists to join (`TermDay`)."""
    for code in LISTED_RULES:
        TermDay.objects.write(country, code, _days(country, code))


def _days(country: str, code: str) -> Iterator[tuple[DeadlineRule, datetime.date, datetime.date]]:
    """From the first day of the oldest version on; a version without one counts since `EARLIEST`."""
    versions = list(DeadlineRule.objects.filter(country=country, code=code))
    first = min((each.valid_from or EARLIEST for each in versions), default=EARLIEST)
    until = datetime.date(timezone.localdate().year + YEARS_AHEAD, 1, 1)
    calendar = calendar_of(country, since=first)
    for n in range((until - first).days if versions else 0):
        day = first + datetime.timedelta(days=n)
        rule = in_force(versions, day)
        last = deadline(rule, day, calendar) if rule else None
        if rule and last:
            yield rule, day, last


def calendar_changed(country: str) -> None:
    """Computes what hangs on holidays, suspensions and rules of a country anew; the caller is in a transaction."""
    write_term_days(country)
    for follow in calendar_followers:
        follow(country)
