"""Blocks about aid that ends."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from aid.forecasts import forecast, losses_by_payer
from aid.rules.small_counts import shown
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock

DAYS = 14


class LosingAid(TodayBlock):
    """Families that lose aid within fourteen days."""

    slug = "losing-aid"
    title = gettext_lazy("Aid that ends within 14 days")
    permission = Permission.FORECAST_READ

    def context(self, user: User) -> dict[str, Any]:
        families = forecast(user, within_days=DAYS, on=user.today())
        nothing_left = sum(family.is_left_with_nothing for family in families)
        nothing_now = sum(family.has_nothing_now for family in families)
        losing = sum(bool(family.losses) for family in families)
        url = address("forecast")
        return {
            "tiles": [
                Tile.alarm(nothing_left, _("families left without essential aid"), url),
                Tile.alarm(nothing_now, _("families without essential aid today"), url),
                Tile(losing, _("families lose some aid"), url),
            ]
        }


class LosingAidByPayer(TodayBlock):
    """How many people lose aid within fourteen days, by payer."""

    slug = "losing-aid-by-payer"
    title = gettext_lazy("People losing aid within 14 days, by payer")
    permission = Permission.FORECAST_COUNTS
    template = "worklist/blocks/by_payer.html"

    def context(self, user: User) -> dict[str, Any]:
        losses = losses_by_payer(user, within_days=DAYS, on=user.today())
        return {
            "rows": [(loss, shown(loss.people)) for loss in losses],
            "all_url": address("forecast-counts"),
        }


losing_aid = LosingAid()
losing_aid_by_payer = LosingAidByPayer()
