"""Blocks about beds and stays."""

import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.context import address
from shelters.by_night import beds_chart
from shelters.choices import HowCounted
from shelters.filters import AGAINST_A_RULE, in_state
from shelters.models import Placement, Site
from shelters.querysets.families import without_bed
from shelters.querysets.placement import PlacementQuerySet
from shelters.sums import sums_in_words
from shelters.tonight import against_rules
from worklist.blocks.base import Tile, TodayBlock

PAID_DAYS = 14


class Tonight(TodayBlock):
    """Free beds tonight, site by site, with the divisor."""

    slug = "tonight"
    title = gettext_lazy("Beds tonight")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/tonight.html"

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        sites: list[Any] = list(
            Site.objects.visible_to(user, self.permission).open_on(today).with_occupancy(today)
        )
        free = sum(site.free_beds for site in sites)
        sleepers = sum(site.sleepers for site in sites)
        beds = sum(site.beds_in_service for site in sites)
        all_url = address("site-list")
        return {
            "definition": HowCounted.OCCUPANCY,
            "sites": [(site, address("site-detail", site.pk)) for site in sites],
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


class ByNight(TodayBlock):
    """The last thirty nights, for whoever sees how full the sites are and no resident."""

    slug = "by-night"
    title = gettext_lazy("Beds by night")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/by_night.html"

    def context(self, user: User) -> dict[str, Any] | None:
        if user.holds(Permission.PLACEMENT_READ):
            return None
        return {"chart": beds_chart(Site.objects.visible_to(user, self.permission), user.today())}


# The states of stays in this order; a number of the last kinds should be none.
STATES = ("arriving", "not_arrived", "leaving", "overdue", "left_open")
TO_MEND = ("not_arrived", "overdue", "left_open")


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


def _tile_of_stays(stays: PlacementQuerySet, state: str, today: datetime.date) -> Tile:
    """The number of stays in this state, and the list of exactly these."""
    number = in_state(stays, state, today).count()
    label, url = _in_words(state, number), address(f"placement-list?state={state}")
    return Tile.alarm(number, label, url, "warn") if state in TO_MEND else Tile(number, label, url)


class ComingAndGoing(TodayBlock):
    """Who arrives and leaves today, and who should have."""

    slug = "coming-and-going"
    title = gettext_lazy("Arriving and leaving")
    permission = Permission.PLACEMENT_CHANGE

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        stays = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
        tiles = [_tile_of_stays(stays, state, today) for state in STATES]
        sleepers = len(against_rules(user, today))
        words = ngettext(
            "sleeps against a rule that protects", "sleep against a rule that protects", sleepers
        )
        url = address(f"placement-list?state={AGAINST_A_RULE}")
        return {"tiles": [*tiles, Tile.alarm(sleepers, words, url)]}


class WithoutBed(TodayBlock):
    """Families in which somebody has no bed tonight."""

    slug = "without-bed"
    title = gettext_lazy("Without a bed")
    permission = Permission.PLACEMENT_READ

    def context(self, user: User) -> dict[str, Any]:
        cases = Case.objects.visible_to(user, Permission.PLACEMENT_READ)
        number = without_bed(cases, user.today()).count()
        url = address("family-without-bed-list")
        words = ngettext("family without a bed tonight", "families without a bed tonight", number)
        return {"tiles": [Tile.alarm(number, words, url)]}


class PaidUntil(TodayBlock):
    """Sites whose payment or contract ends within fourteen days."""

    slug = "paid-until"
    title = gettext_lazy("Sites paid until soon")
    permission = Permission.OCCUPANCY_READ
    template = "worklist/blocks/paid_until.html"

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        last = today + datetime.timedelta(days=PAID_DAYS)
        sites = (
            Site.objects.visible_to(user, self.permission)
            .open_on(today)
            .filter(Q(paid_until__lte=last) | Q(contract_ends_on__lte=last))
        )
        return {"sites": [(site, address("site-detail", site.pk)) for site in sites]}


tonight = Tonight()
by_night = ByNight()
coming_and_going = ComingAndGoing()
without_a_bed = WithoutBed()
paid_until = PaidUntil()
