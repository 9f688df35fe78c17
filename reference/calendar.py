"""The working calendar of a country, the last days of terms computed with it, and callbacks for its changes."""

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from pages.moved import MovedDay
from pages.slots import Slot
from reference.models import DeadlineRule, PublicHoliday, TermDay, TermSuspension
from reference.rules import Calendar, deadline, in_force

# Codes of the rules whose last days are stored in TermDay, because lists join them.
LISTED_RULES = ("refugee-application", "child-protection-notice")
YEARS_AHEAD = 10
EARLIEST = datetime.date(2000, 1, 1)

# The row that changed; None if the tables were loaded.
Cause = PublicHoliday | TermSuspension | DeadlineRule | None


class Moved(NamedTuple):
    """The effect of a change: `moved` running terms got another last day, `counted` another version of the rule or day.

    `seen_by(user)` returns the moved terms in files that the user sees, earliest first."""

    moved: int
    counted: int
    seen_by: Callable[[User], list[MovedDay]]


@dataclass(frozen=True)
class Law:
    """All versions of the rules of a country by code, and its calendar."""

    country: str
    versions: Mapping[str, list[DeadlineRule]]
    calendar: Calendar

    def computed(
        self, code: str, start: datetime.date
    ) -> tuple[DeadlineRule | None, datetime.date | None]:
        """The version in force on `start`, and the last day of the term; (None, None) without a version."""
        rule = in_force(self.versions.get(code, []), start)
        return rule, deadline(rule, start, self.calendar) if rule else None


@dataclass(frozen=True)
class CalendarFollower:
    """Two callbacks of an app that stores computed days.

    `would_move(law)` counts the running terms that would get another day. `follow(law, cause, is_taken_back)` moves them;
    `is_taken_back` says that `cause` no longer applies. It runs before `TermDay` is rewritten, which still has old days."""

    would_move: Callable[[Law], int]
    follow: Callable[[Law, Cause, bool], Moved]


calendar_followers: Slot[CalendarFollower] = Slot("what hangs on the working calendar")


def law_of(country: str, *, without: TermSuspension | None = None) -> Law:
    """The stored law of a country, or the same without one suspension."""
    versions: dict[str, list[DeadlineRule]] = {}
    for rule in DeadlineRule.objects.filter(country=country):
        versions.setdefault(rule.code, []).append(rule)
    return Law(country, versions, calendar_of(country, since=EARLIEST, without=without))


def would_move(country: str, *, without: TermSuspension) -> int:
    """How many running terms would get another day without this suspension."""
    law = law_of(country, without=without)
    return sum(each.would_move(law) for each in calendar_followers)


def calendar_of(
    country: str, *, since: datetime.date, without: TermSuspension | None = None
) -> Calendar:
    """Holidays and suspensions of a country from `since` on, or without one suspension."""
    suspensions = TermSuspension.objects.all()
    if without:
        suspensions = suspensions.exclude(pk=without.pk)
    return Calendar(
        holidays=PublicHoliday.objects.closed_days(country, since=since),
        suspended=suspensions.suspended_days(country, since=since),
    )


def computed_day(
    code: str, start: datetime.date, *, country: str
) -> tuple[DeadlineRule | None, datetime.date | None]:
    """The version of the rule in force on `start`, and the last day of the term; (None, None) without a version."""
    rule = DeadlineRule.objects.in_force(code, on=start, country=country)
    if rule is None:
        return None, None
    return rule, deadline(rule, start, calendar_of(country, since=start))


@transaction.atomic
def write_term_days(country: str) -> None:
    """Recomputes the rows of `TermDay`: the last day of each of LISTED_RULES for each starting day."""
    for code in LISTED_RULES:
        TermDay.objects.write(country, code, _term_days(country, code))


def _term_days(
    country: str, code: str
) -> Iterator[tuple[DeadlineRule, datetime.date, datetime.date]]:
    """Yields (rule, starting day, last day), from the first day of the oldest version, or from EARLIEST."""
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


def calendar_changed(country: str, cause: Cause = None, is_taken_back: bool = False) -> Moved:
    """Recomputes what depends on a country's holidays, suspensions and rules. Must run in a transaction."""
    law = law_of(country)
    results = [each.follow(law, cause, is_taken_back) for each in calendar_followers]
    if not isinstance(cause, DeadlineRule) or cause.code in LISTED_RULES:
        write_term_days(country)
    return Moved(
        sum(each.moved for each in results),
        sum(each.counted for each in results),
        lambda user: [day for each in results for day in each.seen_by(user)],
    )
