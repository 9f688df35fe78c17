"""Blocks about aid that ends."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from aid.choices import Show
from aid.forecasts import FamilyForecast, counted, forecast, losses_by_payer, shown_of
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
        return {"tiles": [_tile_of_families(families, show) for show in Show]}


def _tile_of_families(families: list[FamilyForecast], show: Show) -> Tile:
    """The number of these families, and the forecast of exactly these."""
    number = len(shown_of(families, show))
    label, url = counted(show, number), address(f"forecast?days={DAYS}&show={show}")
    return Tile(number, label, url) if show is Show.LOSING else Tile.alarm(number, label, url)


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
