"""The message after people got a place or are to move: who, where, which nights and paid until when, as saved."""

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.dates import short_date
from shelters.choices import BedRule
from shelters.models import Placement
from shelters.nights import terms_in_words
from shelters.rules.paying import not_covered


def placed_in_words(stays: Sequence[Placement], *, today: datetime.date) -> str:
    """`Yorman and 2 more sleep at Hotel Puente, 101, until 25 Nov 2026, the day of leaving.`"""
    first = min(stays, key=lambda stay: stay.individual.number)
    rooms = sorted({stay.bed.room.name for stay in stays if stay.bed})
    words = {
        "who": _and_others(first.individual.display_name, len(stays) - 1),
        "place": ", ".join([first.site.name, *(rooms or [_("no bed yet")])]),
        "nights": "; ".join([_nights(first, today), *_covered(first)]),
    }
    sentence = ngettext(
        "%(who)s sleeps at %(place)s, %(nights)s.",
        "%(who)s sleep at %(place)s, %(nights)s.",
        len(stays),
    )
    return sentence % words


def moved_in_words(stays: Sequence[Placement], *, today: datetime.date) -> str:
    """The same for a move. If it is for a later day, it adds where they sleep until then."""
    words = placed_in_words(stays, today=today)
    earlier = {
        stay.previous.site.name for stay in stays if stay.previous and not stay.previous.ends_on
    }
    if not earlier:
        return words
    until_then = _("Until they are checked in there, they stay at %(site)s.")
    return f"{words} {until_then % {'site': ', '.join(sorted(earlier))}}"


def _and_others(name: str, others: int) -> str:
    if not others:
        return name
    return _("%(who)s and %(count)s more") % {"who": name, "count": others}


def _nights(stay: Placement, today: datetime.date) -> str:
    """The first night, unless it is tonight, and the end."""
    first = _("from %(day)s") % {"day": short_date(stay.starts_on)}
    is_later, leaves_on = stay.starts_on > today, stay.planned_end_on
    if leaves_on is None:
        unknown = _("with no day of leaving")
        return f"{first}, {unknown}" if is_later else unknown
    last = _("until %(day)s, the day of leaving") % {"day": short_date(leaves_on)}
    return f"{first} {last}" if is_later else last


def _covered(stay: Placement) -> list[str]:
    """The last paid night, and the ends of contract and notice that are before the end of the stay; all, if that is unknown."""
    site = stay.site
    gap = next((first for first, back in site.gaps if back > stay.starts_on), None)
    ends = terms_in_words(site, contract_ends_on=gap)
    short = not_covered(stay.planned_end_on, starts_on=stay.starts_on, **site.terms)
    rules = dict.fromkeys([BedRule.NOT_PAID, *short])
    return [ends[rule] for rule in rules if rule in ends]
