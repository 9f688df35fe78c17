"""Blocks about beds and stays."""

import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.context import address
from shelters.filters import in_state
from shelters.models import Placement, Site
from shelters.querysets.families import without_bed
from shelters.querysets.placement import PlacementQuerySet
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
        return {
            "sites": [(site, address("site-detail", site.pk)) for site in sites],
            "free": sum(site.free_beds for site in sites),
            "sleepers": sum(site.sleepers for site in sites),
            "beds": sum(site.beds_in_service for site in sites),
            "all_url": address("site-list"),
        }


class ComingAndGoing(TodayBlock):
    """Who arrives and leaves today, and who should have."""

    slug = "coming-and-going"
    title = gettext_lazy("Arriving and leaving")
    permission = Permission.PLACEMENT_CHANGE

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        stays = Placement.objects.visible_to(user, Permission.PLACEMENT_READ)
        return {
            "tiles": [
                self._tile(stays, "arriving", _("arrive today"), today),
                self._tile(stays, "not_arrived", _("expected earlier, not here"), today, "warn"),
                self._tile(stays, "leaving", _("leave today"), today),
                self._tile(stays, "overdue", _("still here after the planned end"), today, "warn"),
            ]
        }

    @staticmethod
    def _tile(
        stays: PlacementQuerySet, state: str, label: str, today: datetime.date, tone: str = ""
    ) -> Tile:
        """The number of stays in this state, and the list of exactly these."""
        number = in_state(stays, state, today).count()
        url = address(f"placement-list?state={state}")
        return Tile.alarm(number, label, url, tone) if tone else Tile(number, label, url)


class WithoutBed(TodayBlock):
    """Families in which somebody has no bed tonight."""

    slug = "without-bed"
    title = gettext_lazy("Without a bed")
    permission = Permission.PLACEMENT_READ

    def context(self, user: User) -> dict[str, Any]:
        cases = Case.objects.visible_to(user, Permission.PLACEMENT_READ)
        number = without_bed(cases, user.today()).count()
        url = address("family-without-bed-list")
        return {"tiles": [Tile.alarm(number, _("families without a bed tonight"), url)]}


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
coming_and_going = ComingAndGoing()
without_a_bed = WithoutBed()
paid_until = PaidUntil()
