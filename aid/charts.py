"""Charts of aid: how many people have each kind day by day, and how many lose it."""

import datetime
from collections.abc import Iterable

from django.utils.translation import gettext as _

from aid.choices import AidKind
from aid.forecast_page import DAYS_DRAWN, PeopleCovered
from aid.forecasts import PayerLoss
from aid.rules.small_counts import is_small, shown
from pages.charts import Chart, Point, Series, bars_over_time, lanes
from pages.per_day import ONE_DAY, PerDay


def kinds_chart(
    periods: Iterable[PeopleCovered], *, on: datetime.date, within_days: int = 0
) -> Chart:
    """The number of people with each kind of firm aid, at least six weeks ahead."""
    drawn = max(DAYS_DRAWN, within_days)
    last = on + drawn * ONE_DAY
    counted = {kind: PerDay(on, last) for kind in AidKind}
    for each in periods:
        counted[each.kind].add(each.starts_on, each.ends_on, times=each.people)
    return lanes(
        "aid-by-kind",
        _("People by kind of aid, the next %(days)s days") % {"days": drawn},
        PerDay(on, last).days,
        [
            Series(kind.label, days.numbers(), "bar")
            for kind, days in counted.items()
            if any(days.numbers())
        ],
        counted=_("People with aid"),
    )


def losses_chart(losses: Iterable[PayerLoss], *, on: datetime.date, within_days: int) -> Chart:
    """A bar for the losses of each day. Small counts are in no sum, because readers may not know who is concerned."""
    totals: dict[datetime.date, int] = {}
    withheld: dict[datetime.date, list[str]] = {}
    for loss in losses:
        if is_small(loss.people):
            withheld.setdefault(loss.on, []).append(shown(loss.people))
        else:
            totals[loss.on] = totals.get(loss.on, 0) + loss.people
    days = PerDay(on + ONE_DAY, on + within_days * ONE_DAY).days
    points = [Point(day, totals.get(day, 0), " + ".join(withheld.get(day, ()))) for day in days]
    return bars_over_time(
        "aid-lost",
        _("Aid lost by day"),
        points,
        counted=_("People, once for each payer and kind"),
        adds_up=False,
    )
