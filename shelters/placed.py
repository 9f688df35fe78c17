"""What is said once people have a place: who, where and until when, as it was saved."""

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.dates import short_date
from shelters.models import Placement


def placed_in_words(stays: Sequence[Placement], *, today: datetime.date) -> str:
    """`Yorman and 2 more sleep at Hotel Puente, 101, until 25 Nov 2026, the day of leaving.`"""
    first = min(stays, key=lambda stay: stay.individual.number)
    rooms = sorted({stay.bed.room.name for stay in stays if stay.bed})
    words = {
        "who": _and_others(first.individual.display_name, len(stays) - 1),
        "place": ", ".join([first.site.name, *(rooms or [_("no bed yet")])]),
        "nights": _nights(first, today),
    }
    sentence = ngettext(
        "%(who)s sleeps at %(place)s, %(nights)s.",
        "%(who)s sleep at %(place)s, %(nights)s.",
        len(stays),
    )
    return sentence % words


def _and_others(name: str, others: int) -> str:
    if not others:
        return name
    return _("%(who)s and %(count)s more") % {"who": name, "count": others}


def _nights(stay: Placement, today: datetime.date) -> str:
    """From when, unless it is tonight, and until when."""
    first = _("from %(day)s") % {"day": short_date(stay.starts_on)}
    is_later, leaves_on = stay.starts_on > today, stay.planned_end_on
    if leaves_on is None:
        unknown = _("with no day of leaving")
        return f"{first}, {unknown}" if is_later else unknown
    last = _("until %(day)s, the day of leaving") % {"day": short_date(leaves_on)}
    return f"{first} {last}" if is_later else last
