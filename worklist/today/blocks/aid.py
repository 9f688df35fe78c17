"""Aid that ends."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.permissions import Permission
from aid.choices import FamiliesShown
from aid.forecasts import counted, losses_by_payer
from aid.rules.small_counts import shown
from aid.words import aid_until, last_day
from pages.context import address
from pages.pager import counted_so_far
from worklist.due.acts import LineAct
from worklist.projection.families import AID_DAYS
from worklist.today.blocks.base import Count, TodayBlock
from worklist.today.facts import Desk
from worklist.today.ranking import Urgent


def urgent(desk: Desk) -> Iterator[Urgent]:
    """Families that lose lodging, meals or health care: one line for all that lose the same on the same day."""
    for day, kind, number, case_id in desk.losing_aid.alike:
        who = ngettext("%(number)s family", "%(number)s families", number)
        yield Urgent(
            "aid",
            last_day(day),
            case_id,
            about=f"{kind}-{day}",
            who=who % {"number": counted_so_far(number)},
            because=aid_until(kind, day),
            act=LineAct(
                _("See the list"), address(f"forecast?days={AID_DAYS}&kind={kind}&lost_on={day}")
            ),
        )


def counts(desk: Desk) -> Iterator[Count]:
    """Families that lose aid within fourteen days, and those that have or keep none."""
    if not desk.user.holds(Permission.FORECAST_READ):
        return
    for show in FamiliesShown:
        number = desk.losing_aid.numbers[show]
        url = address(f"forecast?days={AID_DAYS}&show={show}")
        tone = "" if show is FamiliesShown.LOSING else "late"
        yield Count(
            "losing-aid", number, counted(show, number), url, show is not FamiliesShown.LOSING, tone
        )


class LosingAidByPayer(TodayBlock):
    """How many people lose aid within fourteen days, by payer."""

    slug = "losing-aid-by-payer"
    title = gettext_lazy("People losing aid within 14 days, by payer")
    permission = Permission.FORECAST_COUNTS
    template = "worklist/blocks/by_payer.html"

    def context(self, desk: Desk) -> dict[str, Any]:
        losses = losses_by_payer(desk.user, within_days=AID_DAYS, on=desk.today)
        return {
            "rows": [(loss, shown(loss.people)) for loss in losses],
            "all_url": address("forecast-counts"),
        }


losing_aid_by_payer = LosingAidByPayer()
