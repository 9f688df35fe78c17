"""The time without a paper in words, for example `None since 12 Nov 2026, 8 days`."""

import datetime
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asylum.papers.models.permit import Permit
from casework.register.models.identity_document import IdentityDocument
from pages.dates import short_date


def gap_in_words(papers: Iterable[Permit | IdentityDocument], today: datetime.date) -> str:
    """Says since when a person without a valid paper has had none, and when the next paper starts.

    `papers` are all permits and stay papers of the person, without mistakes.
    """
    papers = list(papers)
    first_days = [each.valid_from or getattr(each, "issued_on", None) for each in papers]
    next_start = min((day for day in first_days if day and day > today), default=None)
    ends = [day for each in papers if (day := _last_day(each)) and day < today]
    if not ends:
        words = _("No paper on file")
    else:
        since = max(ends) + datetime.timedelta(days=1)
        days = (today - since).days + 1
        words = ngettext(
            "None since %(day)s, %(number)d day", "None since %(day)s, %(number)d days", days
        ) % {"day": short_date(since), "number": days}
    if next_start is None:
        return words
    return _("%(gap)s; the next one holds from %(day)s") % {
        "gap": words,
        "day": short_date(next_start),
    }


def _last_day(paper: Permit | IdentityDocument) -> datetime.date | None:
    """Returns the last valid day: the printed or computed one, or the day before the paper was cancelled or ended."""
    ended_on = paper.cancelled_on if isinstance(paper, Permit) else paper.ended_on
    if ended_on is None:
        return paper.valid_until
    day_before = ended_on - datetime.timedelta(days=1)
    return min(day_before, paper.valid_until) if paper.valid_until else day_before
