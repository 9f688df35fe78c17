"""Beds and stays: who has none tonight, nights that stop being paid, who comes and goes."""

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
from shelters.rules.paying import first_night_unpaid
from shelters.sums import sums_in_words
from shelters.tonight import against_a_rule
from worklist.acts import LineAct
from worklist.blocks.base import Count, TodayBlock
from worklist.desk import Desk
from worklist.ranking import Urgent
from worklist.today_counts import STATES

PAID_DAYS = 14
A_SMALL_CHILD = 3
# Readers with more sites than this open the list of sites for the others.
SITES_SHOWN = 20


def urgent(desk: Desk) -> Iterator[Urgent]:
    """Families without a bed tonight, and sites whose paid nights end while somebody sleeps there."""
    if desk.user.holds(Permission.PLACEMENT_READ):
        yield from _without_a_bed(desk)
        yield from _people_at_unpaid_sites(desk)
    elif desk.user.holds(Permission.OCCUPANCY_READ):
        for kind in ("site_notice", "site_paid_until"):
            for row in desk.first_of(kind):
                yield Urgent("aid", row.on, about=row.about_id, row=row)


def _without_a_bed(desk: Desk) -> Iterator[Urgent]:
    for family in desk.without_bed:
        because = _("without a bed since %(day)s") % {"day": short_date(family.since)}
        if family.since >= desk.today:
            because = _("without a bed tonight")
        yield Urgent(
            "no_bed",
            family.since,
            family.pk,
            people=family.people,
            because=because,
            is_tonight=True,
            url=address("family-without-bed-list"),
            in_all=desk.number_without_bed,
            is_worse=family.has_baby,
        )


def _people_at_unpaid_sites(desk: Desk) -> Iterator[Urgent]:
    """How many people and families of the user sleep where they must leave, or the paid nights end, soonest."""
    for row in desk.rows["at_unpaid_sites"]:
        ends = datetime.date.fromisoformat(row["site_ends_on"])
        people, families = row["people"], row["families"]
        must_leave = row["must_leave_on"] == row["site_ends_on"]
        yield Urgent(
            "aid",
            ends,
            about=row["site"],
            who=ngettext("%(number)d person at %(site)s", "%(number)d people at %(site)s", people)
            % {"number": people, "site": row["name"]},
            because=(_must_leave if must_leave else _is_not_paid)(ends, families),
            act=LineAct(_("See who"), address(f"placement-list?site={row['site']}")),
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
    """The youngest small child of a family, mentioned beside what the family lacks; empty without one."""
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
    """The day of birth; the first of the year where only the year is known."""
    born: datetime.date = person.birth.born_on or datetime.date(person.birth_year, 1, 1)
    return born


def counts(desk: Desk) -> Iterator[Count]:
    """Families without a bed; expected arrivals and departures today, and those overdue."""
    user = desk.user
    if not user.holds(Permission.PLACEMENT_READ) or desk.no_site_yet:
        return
    number = desk.number_without_bed
    words = ngettext("family without a bed tonight", "families without a bed tonight", number)
    yield Count("without-bed", number, words, address("family-without-bed-list"), tone="late")
    if user.holds(Permission.PLACEMENT_CHANGE):
        yield from _coming_and_going(desk)


# In these states the number should be zero.
TO_MEND = ("not_arrived", "overdue", "left_open")


def _coming_and_going(desk: Desk) -> Iterator[Count]:
    """Each count links to exactly these residents."""
    [numbers] = desk.rows["stays"] or [dict.fromkeys(STATES, 0)]
    for state in STATES:
        number = numbers[state]
        url, is_to_mend = address(f"placement-list?state={state}"), state in TO_MEND
        yield Count(
            "coming-and-going",
            number,
            _in_words(state, number),
            url,
            is_rare=is_to_mend,
            tone="soon" if is_to_mend else "",
        )
    sleepers = len(against_a_rule(desk.user, desk.today))
    words = ngettext(
        "sleeps against a rule that protects", "sleep against a rule that protects", sleepers
    )
    url = address(f"placement-list?state={AGAINST_A_RULE}")
    yield Count("coming-and-going", sleepers, words, url, is_rare=True, tone="late")


def _in_words(state: str, number: int) -> str:
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
    """Free beds tonight, site by site, with the divisor."""

    slug = "tonight"
    title = gettext_lazy("Beds tonight")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/tonight.html"

    def context(self, desk: Desk) -> dict[str, Any]:
        sites = desk.open_sites
        free = sum(site.free_beds for site in sites)
        sleepers = sum(site.sleepers for site in sites)
        beds = sum(site.beds_in_service for site in sites)
        all_url = address("site-list")
        shown = sites
        if len(sites) > SITES_SHOWN:
            shown = sorted(sites, key=lambda site: site.free_beds, reverse=True)[:SITES_SHOWN]
        return {
            "definition": HowNightsCounted.OCCUPANCY,
            "sites": [(site, address("site-detail", site.pk)) for site in shown],
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
    """The last thirty nights, for users who see occupancy but no residents; left out without any."""

    slug = "by-night"
    title = gettext_lazy("Beds by night")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/by_night.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        if desk.user.holds(Permission.PLACEMENT_READ):
            return None
        sites = desk.sites
        return {"chart": beds_chart(sites, desk.today, has_occupancy=True)} if sites else None


class PaidUntil(TodayBlock):
    """Sites whose payment or contract ends within fourteen days; left out without any."""

    slug = "paid-until"
    title = gettext_lazy("Sites paid until soon")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/paid_until.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        last = desk.today + datetime.timedelta(days=PAID_DAYS)
        found = [
            (site, address("site-detail", site.pk))
            for site in desk.open_sites
            if (ends := _first_unpaid(site, desk.today)) and ends <= last
        ]
        return {"sites": found} if found else None


def _first_unpaid(site: Any, today: datetime.date) -> datetime.date | None:
    return first_night_unpaid(since=today, **site.terms)


tonight = Tonight()
by_night = ByNight()
paid_until = PaidUntil()
