"""The computation of legal terms in words, so that a lawyer can check it with a calendar."""

import datetime
from collections.abc import Callable, Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.rules import computation_of
from pages.dates import day_and_month, short_date
from reference.calendar import calendar_of
from reference.choices import Unit
from reference.models import DeadlineRule
from reference.rules import Calendar

# Up to this number days off are listed; more are only counted.
MOST_HOLIDAYS_NAMED = 6

LENGTHS: dict[str, Callable[[int], str]] = {
    Unit.HOUR: lambda number: ngettext("%(number)d hour", "%(number)d hours", number),
    Unit.CALENDAR_DAY: lambda number: ngettext(
        "%(number)d calendar day", "%(number)d calendar days", number
    ),
    Unit.BUSINESS_DAY: lambda number: ngettext(
        "%(number)d business day", "%(number)d business days", number
    ),
    Unit.MONTH: lambda number: ngettext(
        "%(number)d calendar month", "%(number)d calendar months", number
    ),
}


def sum_in_words(
    rule: DeadlineRule, start: datetime.date, last: datetime.date, calendar: Calendar
) -> str:
    """Returns for example `10 business days from 16 Apr 2019, without 18 Apr, 19 Apr and 1 May`.

    Empty if nothing was counted, or if today's rule and calendar give another day than `last`.
    """
    computation = computation_of(rule, start, calendar)
    if computation is None or computation.last != last or rule.amount is None:
        return ""
    parts = [
        _("%(length)s from %(day)s")
        % {
            "length": LENGTHS[rule.unit](rule.amount) % {"number": rule.amount},
            "day": short_date(start),
        }
    ]
    if computation.holidays:
        parts.append(_("without %(days)s") % {"days": _days_in_words(computation.holidays)})
    if computation.suspended:
        suspended = ngettext(
            "%(number)d day was suspended", "%(number)d days were suspended", computation.suspended
        )
        parts.append(suspended % {"number": computation.suspended})
    if computation.moved_from:
        parts.append(
            _("%(day)s is a day off, so the next working day counts")
            % {"day": day_and_month(computation.moved_from)}
        )
    return ", ".join(parts)


def _days_in_words(days: tuple[datetime.date, ...]) -> str:
    if len(days) > MOST_HOLIDAYS_NAMED:
        return _("%(number)d public holidays") % {"number": len(days)}
    return get_text_list([day_and_month(day) for day in days], _("and"))


def with_sums(terms: Iterable[LegalDeadline]) -> list[LegalDeadline]:
    """Returns the terms, with `sum_in_words` where the last day was computed; needs two queries per country."""
    terms = list(terms)
    counted = [(term, term.rule) for term in terms if term.rule and term.due_on == term.computed_on]
    since = min((term.starts_on for term, _rule in counted), default=datetime.date.max)
    countries = {rule.country for _term, rule in counted}
    calendars = {country: calendar_of(country, since=since) for country in countries}
    for term, rule in counted:
        calendar = calendars[rule.country]
        term.sum_in_words = sum_in_words(rule, term.starts_on, term.due_on, calendar)
    return terms
