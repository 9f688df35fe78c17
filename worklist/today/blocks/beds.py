"""Beds and stays on Today: families without a bed, nights that are not paid, arrivals and departures at sites."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.permissions import Permission
from casework.register.rules import age_in_words
from pages.context import address
from pages.dates import short_date
from shelters.by_night import beds_chart
from shelters.choices import HowNightsCounted
from shelters.filters import AGAINST_A_RULE
from shelters.sums import sums_in_words
from shelters.tonight import against_a_rule
from worklist.due.acts import LineAct
from worklist.today.blocks.base import Count, TodayBlock
from worklist.today.counts import STATES
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem

PAID_DAYS = 14
A_SMALL_CHILD = 3
# The block shows at most this number of sites; the list of sites has the others.
SITES_SHOWN = 20


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """Families without a bed tonight, and sites whose paid nights end, or where people must leave, while somebody sleeps there.

    Users who see occupancy but no residents get the sites alone."""
    if facts.user.holds(Permission.PLACEMENT_READ):
        yield from _without_a_bed(facts)
        yield from _people_at_unpaid_sites(facts)
    elif facts.user.holds(Permission.OCCUPANCY_READ):
        for kind in ("site_notice", "site_paid_until"):
            for row in facts.first_of(kind):
                yield UrgentItem("aid", row.on, about=row.about_id, row=row)


def _without_a_bed(facts: TodayFacts) -> Iterator[UrgentItem]:
    for family in facts.without_bed:
        because = _("without a bed since %(day)s") % {"day": short_date(family.since)}
        if family.since >= facts.today:
            because = _("without a bed tonight")
        yield UrgentItem(
            "no_bed",
            family.since,
            family.pk,
            people=family.people,
            because=because,
            is_tonight=True,
            url=address("family-without-bed-list"),
            in_all=facts.number_without_bed,
            is_worse=family.has_baby,
        )


def _people_at_unpaid_sites(facts: TodayFacts) -> Iterator[UrgentItem]:
    """The sites where people must leave or whose paid nights end first, with how many people and families that the user
    sees sleep there."""
    for row in facts.rows["at_unpaid_sites"]:
        ends = datetime.date.fromisoformat(row["site_ends_on"])
        people, families = row["people"], row["families"]
        must_leave = row["must_leave_on"] == row["site_ends_on"]
        act = LineAct(_("See who"), address(f"placement-list?site={row['site']}"))
        if must_leave and facts.user.holds(Permission.PLACEMENT_CHANGE):
            act = LineAct(_("Plan the moves"), address("move-plan-make", row["site"]))
        yield UrgentItem(
            "aid",
            ends,
            about=row["site"],
            who=ngettext("%(number)d person at %(site)s", "%(number)d people at %(site)s", people)
            % {"number": people, "site": row["name"]},
            because=(_must_leave if must_leave else _is_not_paid)(ends, families),
            act=act,
        )


def _must_leave(day: datetime.date, families: int) -> str:
    words = ngettext(
        "nobody may stay from the night of %(day)s on · %(number)d family",
        "nobody may stay from the night of %(day)s on · %(number)d families",
        families,
    )
    return words % {"day": short_date(day), "number": families}


def _is_not_paid(day: datetime.date, families: int) -> str:
    words = ngettext(
        "the night of %(day)s is not paid · %(number)d family",
        "the night of %(day)s is not paid · %(number)d families",
        families,
    )
    return words % {"day": short_date(day), "number": families}


def small_children(people: list[Any], today: datetime.date) -> str:
    """A text with the age of the youngest child, if the child is small; else empty."""
    small = [
        person
        for person in people
        if (age := person.age_on(today)) is not None and age <= A_SMALL_CHILD
    ]
    if not small:
        return ""
    youngest = max(small, key=_born_by)
    return _("a child of %(age)s") % {"age": age_in_words(youngest.birth, today, with_unit=True)}


def _born_by(person: Any) -> datetime.date:
    """The day of birth; 1 January if only the year is known."""
    born: datetime.date = person.birth.born_on or datetime.date(person.birth_year, 1, 1)
    return born


def counts(facts: TodayFacts) -> Iterator[Count]:
    """Families without a bed, and today's and overdue arrivals and departures at sites."""
    user = facts.user
    if not user.holds(Permission.PLACEMENT_READ) or facts.no_site_yet:
        return
    number = facts.number_without_bed
    words = ngettext("family without a bed tonight", "families without a bed tonight", number)
    yield Count("without-bed", number, words, address("family-without-bed-list"), tone="late")
    if user.holds(Permission.PLACEMENT_CHANGE):
        yield from _coming_and_going(facts)


# The states in which no stay should be.
TO_CORRECT = ("not_arrived", "overdue", "left_open")


def _coming_and_going(facts: TodayFacts) -> Iterator[Count]:
    """How many stays are in each state, and how many residents sleep against a rule."""
    [numbers] = facts.rows["stays"] or [dict.fromkeys(STATES, 0)]
    for state in STATES:
        number = numbers[state]
        url, is_to_correct = address(f"placement-list?state={state}"), state in TO_CORRECT
        yield Count(
            "coming-and-going",
            number,
            _in_words(state, number),
            url,
            is_rare=is_to_correct,
            tone="soon" if is_to_correct else "",
        )
    sleepers = len(against_a_rule(facts.user, facts.today))
    words = ngettext(
        "sleeps against a rule that protects", "sleep against a rule that protects", sleepers
    )
    url = address(f"placement-list?state={AGAINST_A_RULE}")
    yield Count("coming-and-going", sleepers, words, url, is_rare=True, tone="late")


def _in_words(state: str, number: int) -> str:
    """The text after the number of stays in this state."""
    words = {
        "arriving": ngettext("arrives today", "arrive today", number),
        "not_arrived": ngettext(
            "was expected earlier, is not here", "were expected earlier, are not here", number
        ),
        "leaving": ngettext("leaves today", "leave today", number),
        "overdue": ngettext(
            "is still here after the planned end", "are still here after the planned end", number
        ),
        "left_open": ngettext(
            "is gone, the stay still open", "are gone, the stay still open", number
        ),
    }
    return words[state]


class Tonight(TodayBlock):
    """Free beds tonight at each site, with the number of beds in service."""

    slug = "tonight"
    title = gettext_lazy("Beds tonight")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/tonight.html"

    def context(self, facts: TodayFacts) -> dict[str, Any]:
        sites = facts.open_sites
        free = sum(site.free_beds for site in sites)
        sleepers = sum(site.sleepers for site in sites)
        beds = sum(site.beds_in_service for site in sites)
        all_url = address("site-list")
        page = "site-night" if facts.user.holds(Permission.PLACEMENT_READ) else "site-detail"
        shown = sites
        if len(sites) > SITES_SHOWN:
            shown = sorted(sites, key=lambda site: site.free_beds, reverse=True)[:SITES_SHOWN]
        return {
            "definition": HowNightsCounted.OCCUPANCY,
            "sites": [(site, address(page, site.pk)) for site in shown],
            "all_sites": _all_sites(len(sites)) if len(shown) < len(sites) else "",
            "all_url": all_url,
            "sums": sums_in_words([site.occupancy for site in sites]),
            "totals": [
                (
                    ngettext("%(number)d free bed", "%(number)d free beds", free)
                    % {"number": free},
                    address("site-list?has_free_beds=true"),
                ),
                (
                    ngettext(
                        "%(number)d person sleeps here",
                        "%(number)d people sleep here",
                        sleepers,
                    )
                    % {"number": sleepers},
                    all_url,
                ),
                (
                    ngettext("%(number)d bed in service", "%(number)d beds in service", beds)
                    % {"number": beds},
                    all_url,
                ),
            ],
        }


def _all_sites(number: int) -> str:
    words = _("These have the most free beds. All %(number)d sites")
    return words % {"number": number}


class ByNight(TodayBlock):
    """A chart of the last thirty nights, for users who see occupancy but no residents; left out without sites."""

    slug = "by-night"
    title = gettext_lazy("Beds by night")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/by_night.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        if facts.user.holds(Permission.PLACEMENT_READ):
            return None
        sites = facts.sites
        return {"chart": beds_chart(sites, facts.today, has_occupancy=True)} if sites else None


class PaidUntil(TodayBlock):
    """Sites whose paid nights or contract end within fourteen days; left out without any."""

    slug = "paid-until"
    title = gettext_lazy("Sites paid until soon")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/paid_until.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        last = facts.today + datetime.timedelta(days=PAID_DAYS)
        ending = [
            (site, address("site-detail", site.pk))
            for site in facts.open_sites
            if (ends := site.first_night_unpaid(facts.today)) and ends <= last
        ]
        return {"sites": ending} if ending else None


tonight = Tonight()
by_night = ByNight()
paid_until = PaidUntil()
