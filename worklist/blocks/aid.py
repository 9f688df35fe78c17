"""Aid that ends."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.permissions import Permission
from aid.ahead import FamilyAhead
from aid.choices import AidKind, Show
from aid.forecasts import counted, losses_by_payer, shown_of
from aid.rules.small_counts import shown
from pages.context import address
from pages.dates import short_date
from worklist.acts import Act
from worklist.blocks.base import Count, TodayBlock
from worklist.desk import AID_DAYS, Desk
from worklist.ranking import Urgent


def firsts(desk: Desk) -> Iterator[Urgent]:
    """Families that lose lodging, meals or health care: one line for all that lose the same on the same day."""
    alike: dict[tuple[datetime.date, AidKind], list[FamilyAhead]] = defaultdict(list)
    for family in desk.losing_aid:
        for lost in family.lost_for_good:
            alike[lost].append(family)
    url = address(f"forecast?days={AID_DAYS}&show={Show.LOSING}")
    for (day, kind), families in alike.items():
        number = len(families)
        words = {"kind": AidKind(kind).label, "day": short_date(day)}
        yield Urgent(
            "aid",
            day,
            families[0].case_id if number == 1 else None,
            about=f"{kind}-{day}",
            who=ngettext("%(number)d family", "%(number)d families", number) % {"number": number},
            because=_("%(kind)s ends on %(day)s") % words,
            act=Act(_("See the list"), url),
        )


def counts(desk: Desk) -> Iterator[Count]:
    """Families that lose aid within fourteen days, and those that have or keep none."""
    if not desk.user.holds(Permission.FORECAST_READ):
        return
    for show in Show:
        number = len(shown_of(desk.losing_aid, show))
        url = address(f"forecast?days={AID_DAYS}&show={show}")
        tone = "" if show is Show.LOSING else "late"
        yield Count("losing-aid", number, counted(show, number), url, show is not Show.LOSING, tone)


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
