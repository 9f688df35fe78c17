"""Days without a paper, in words: `none since 12 Nov 2026, 8 days`."""

import datetime
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asylum.papers.models.permit import Permit
from casework.register.models.identity_document import IdentityDocument
from pages.dates import short_date


def gap_in_words(papers: Iterable[Permit | IdentityDocument], today: datetime.date) -> str:
    """Since when a person without a valid paper has had none, and when the next one starts.

    `papers` are all permits and identity papers that once allowed the person to stay, without mistakes."""
    had = list(papers)
    ahead = [each.valid_from or getattr(each, "issued_on", None) for each in had]
    begins = min((day for day in ahead if day and day > today), default=None)
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


def _last_day(paper: Permit | IdentityDocument) -> datetime.date | None:
    """Its last valid day: the day before it was cancelled or ended, or its day of expiry."""
    gone_on = paper.cancelled_on if isinstance(paper, Permit) else paper.ended_on
    if gone_on is None:
        return paper.valid_until
    before = gone_on - datetime.timedelta(days=1)
    return min(before, paper.valid_until) if paper.valid_until else before
