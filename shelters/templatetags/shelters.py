"""`{% load shelters %}`: the state of a stay on a day, the roster of a night, and ends of stays in words."""

import datetime
from collections import Counter
from itertools import groupby

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.dates import day_and_month, moment_in_words, short_date
from pages.templatetags.pages import tag
from shelters.models import BedHold, Placement, Site
from shelters.night import Night
from shelters.nights import (
    allowed_in_words,
    gap_in_words,
    nights_through,
    nights_until_notice,
    provisional_in_words,
    terms_in_words,
    until_and_paid,
    until_in_words,
)
from shelters.roster import Roster
from shelters.rules.occupancy import Occupancy
from shelters.rules.stays import ONE_NIGHT

register = template.Library()


@register.simple_tag
def stay_status(stay: Placement, day: datetime.date, today: datetime.date | None = None) -> str:
    """The stay's status on that day, as a tag; `today` overrides the current day."""
    status = stay.status_on(day)
    return tag(status.label_on(day, today or day), status.tone)


@register.simple_tag
def stay_note(stay: Placement) -> str:
    """A tag for a place that somebody is still to confirm, or for how long somebody may stay past the plan; else empty."""
    if stay.allowed_until and not stay.ends_on:
        return tag(allowed_in_words(stay.allowed_until), "calm")
    if not stay.is_provisional or stay.provisional_until is None:
        return ""
    if stay.has_lapsed:
        moment = moment_in_words(stay.provisional_until)
        return tag(_("nobody confirmed it by %(moment)s") % {"moment": moment}, "warn")
    return tag(provisional_in_words(stay.provisional_until), "calm")


@register.simple_tag(takes_context=True)
def roster(context: Context, night: Night, *, may_act: bool) -> SafeString:
    """Every room of a night, bed by bed, empty rooms folded; `may_act` adds buttons to check people in and out."""
    rows, html = Roster(context, may_act=may_act), list[str]()
    for is_empty, group in groupby(night.rooms, key=lambda room: room.is_empty):
        rooms = list(group)
        html += [rows.fold(rooms)] if is_empty else map(rows.render, rooms)
    return mark_safe("".join(html))  # noqa: S308 - made of safe parts


@register.simple_tag
def how_full(occupancy: Occupancy) -> SafeString:
    """`12 of 20` and `60 %`, for a tile and for a row of a list of sites."""
    if not occupancy.beds:
        return format_html("<b>{}</b> <span>{}</span>", occupancy.sleepers, _("no beds in service"))
    taken = _("%(people)s of %(beds)s") % {"people": occupancy.sleepers, "beds": occupancy.beds}
    above = ""
    if occupancy.above_capacity:
        words = _("%(above)s above capacity") % {"above": occupancy.above_capacity}
        above = format_html(', <span class="above">{}</span>', words)
    return format_html("<b>{}</b> <span>{} %{}</span>", taken, occupancy.percent, above)


@register.filter
def until(stay: Placement) -> str:
    """Its last night and the day of leaving, actual or planned; empty while unknown."""
    return until_in_words(stay)


@register.filter
def until_paid(stay: Placement) -> str:
    """The same, and the last paid night if that is earlier."""
    return until_and_paid(stay)


@register.filter
def through(first_without: datetime.date | None) -> str:
    """The last night, below a heading that names what ends."""
    return nights_through(first_without) if first_without else ""


@register.filter
def money_of(site: Site) -> str:
    """Until which night a site is paid, under contract and may be slept in; empty if unknown."""
    return " · ".join(terms_in_words(site).values())


@register.filter
def notice_through(must_leave_on: datetime.date | None) -> str:
    """The last night before a notice to leave takes effect."""
    return nights_until_notice(must_leave_on) if must_leave_on else ""


@register.filter
def last_night(first_without: datetime.date | None) -> str:
    """The last night as a day, below a heading that says of what."""
    return short_date(first_without - ONE_NIGHT) if first_without else ""


@register.simple_tag
def last_day(first_without: datetime.date, today: datetime.date) -> str:
    """`29 Nov (4 days)`: the last night, and in how many days it is over; without days if it has passed."""
    left = (first_without - today).days
    night = day_and_month(first_without - ONE_NIGHT)
    if left <= 0:
        return night
    words = ngettext("%(night)s (%(left)d day)", "%(night)s (%(left)d days)", left)
    return words % {"night": night, "left": left}


@register.simple_tag
def held_at(site: Site, night: datetime.date) -> str:
    """`2 held for a call until 14:30, Carla`: the beds of a site that are neither taken nor free that night."""
    holds = BedHold.objects.active().overlapping(night, night + ONE_NIGHT)
    rows = holds.filter(bed__room__site=site).select_related("held_by").order_by("lapses_at")
    calls = Counter((row.lapses_at, row.held_by.full_name) for row in rows)
    words = [
        ngettext(
            "%(count)s held for a call until %(time)s, %(who)s",
            "%(count)s held for a call until %(time)s, %(who)s",
            beds,
        )
        % {"count": beds, "time": f"{timezone.localtime(at):%H:%M}", "who": who}
        for (at, who), beds in calls.items()
    ]
    return " · ".join(words)


@register.simple_tag
def nights_between(gap: tuple[datetime.date, datetime.date]) -> str:
    """The nights of a gap between two contracts."""
    return gap_in_words(*gap)
