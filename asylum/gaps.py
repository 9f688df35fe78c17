"""Days without a paper, in words: `none since 12 Nov 2026, 8 days`."""

import datetime
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asylum.models import Permit
from pages.dates import short_date


def gap_in_words(papers: Iterable[Permit], today: datetime.date) -> str:
    """Since when somebody of whom no paper holds today has had none, and from when one holds again.

    `papers` are all that the person ever had, but those recorded by mistake.
    """
    had = list(papers)
    ahead = [each.valid_from or each.issued_on for each in had]
    begins = min((day for day in ahead if day > today), default=None)
    ends = [day for each in had if (day := _last_day(each)) and day < today]
    if not ends:
        words = _("No paper on file")
    else:
        since = max(ends) + datetime.timedelta(days=1)
        days = (today - since).days + 1
        words = ngettext(
            "None since %(day)s, %(number)d day", "None since %(day)s, %(number)d days", days
        ) % {"day": short_date(since), "number": days}
    if begins is None:
        return words
    return _("%(gap)s; the next one holds from %(day)s") % {
        "gap": words,
        "day": short_date(begins),
    }


def _last_day(permit: Permit) -> datetime.date | None:
    """The last day on which it held: the day before it was cancelled, or its end."""
    if permit.cancelled_on is None:
        return permit.valid_until
    before = permit.cancelled_on - datetime.timedelta(days=1)
    return min(before, permit.valid_until) if permit.valid_until else before
