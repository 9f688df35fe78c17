"""Aid on Today: families that lose aid or have none, and losses by payer."""

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
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """Families that lose lodging, meals or health care. All that lose the same aid on the same day share a candidate."""
    for day, kind, number, case_id in facts.losing_aid.alike:
        who = ngettext("%(number)s family", "%(number)s families", number)
        yield UrgentItem(
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


def counts(facts: TodayFacts) -> Iterator[Count]:
    """Families that lose aid within fourteen days, that have none now, and that will have none."""
    if not facts.user.holds(Permission.FORECAST_READ):
        return
    for show in FamiliesShown:
        number = facts.losing_aid.numbers[show]
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

    def context(self, facts: TodayFacts) -> dict[str, Any]:
        losses = losses_by_payer(facts.user, within_days=AID_DAYS, on=facts.today)
        return {
            "rows": [(loss, shown(loss.people)) for loss in losses],
            "all_url": address("forecast-counts"),
        }


losing_aid_by_payer = LosingAidByPayer()
