"""Charts of aid: how many people have which kind from day to day, and how many lose some."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from aid.ahead import WhatIf
from aid.choices import AidKind
from aid.forecasts import PayerLoss, members_here
from aid.models import Cover
from aid.rules.small_counts import is_small, shown
from casework.register.models.case import Case
from pages.charts import Chart, Point, Series, bars_over_time, lanes
from pages.per_day import ONE_DAY, PerDay

DAYS_AHEAD = 42


def kinds_chart(user: User, *, on: datetime.date, what_if: WhatIf | None = None) -> Chart:
    """People whom `user` sees in the forecast by kind of aid, six weeks ahead. Only firm aid counts."""
    seen = keys_seen(Case.objects, user, Permission.FORECAST_READ)
    cases: Any = Case.objects.open().filter(pk__in=seen)
    people = members_here(cases, on).values("individual")
    covers = Cover.objects.firm().with_end(what_if=what_if).filter(individual__in=people)
    last = on + DAYS_AHEAD * ONE_DAY
    counted = {kind: PerDay(on, last) for kind in AidKind}
    for kind, starts_on, ends_on, people_alike in covers.stretches(on, last):
        counted[AidKind(kind)].add(starts_on, ends_on, times=people_alike)
    return lanes(
        "aid-by-kind",
        _("People by kind of aid, six weeks ahead"),
        PerDay(on, last).days,
        [
            Series(kind.label, days.numbers(), "bar")
            for kind, days in counted.items()
            if any(days.numbers())
        ],
        counted=_("People with aid"),
    )


def losses_chart(losses: Iterable[PayerLoss], *, on: datetime.date, within_days: int) -> Chart:
    """The rows of the table of losses by day, for who may not know the people: a small one is no part of any sum."""
    known: dict[datetime.date, int] = {}
    withheld: dict[datetime.date, list[str]] = {}
    for loss in losses:
        if is_small(loss.people):
            withheld.setdefault(loss.on, []).append(shown(loss.people))
        else:
            known[loss.on] = known.get(loss.on, 0) + loss.people
    days = PerDay(on + ONE_DAY, on + within_days * ONE_DAY).days
    points = [Point(day, known.get(day, 0), " + ".join(withheld.get(day, ()))) for day in days]
    return bars_over_time(
        "aid-lost",
        _("Aid lost by day"),
        points,
        counted=_("People, once for each payer and kind"),
        adds_up=False,
    )
