"""Night after night: who slept, and how many beds and surge places were in service. One query per table for all nights."""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    ExpressionWrapper,
    Max,
    Min,
    Q,
    Value,
    When,
)
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from casework.register.models.exit import Exit
from pages.charts import Chart, Point, Series, bars_with_limits
from pages.per_day import PerDay
from shelters.choices import BedKind
from shelters.models import Bed, BedClosure, Placement, Site
from shelters.querysets.site import SiteQuerySet
from shelters.rules.stays import counted_until

ONE_NIGHT = datetime.timedelta(days=1)
NIGHTS_SHOWN = 30
# Nobody reads more bars than these; of a longer period the last ones are drawn.
MOST_NIGHTS = 366


@dataclass(frozen=True)
class CountOfNight:
    """What `Site.objects.with_occupancy(on)` counts, added up over the sites that were open."""

    on: datetime.date
    sleepers: int
    beds: int
    surge: int

    @property
    def places(self) -> int:
        """Beds and surge places."""
        return self.beds + self.surge


def count_nights(
    sites: SiteQuerySet, first: datetime.date, last: datetime.date
) -> list[CountOfNight]:
    """These sites together on every night from `first` to `last`; a site counts while it is open."""
    here = list(sites.filter(opened_on__lte=last).select_related("office"))
    sleepers, beds, surge = (PerDay(first, last) for _ in range(3))
    _count_sleepers(here, sleepers, last)
    _count_beds(here, beds, surge, last)
    rows = zip(sleepers.numbers(), beds.numbers(), surge.numbers(), strict=True)
    return [CountOfNight(first + n * ONE_NIGHT, *row) for n, row in enumerate(rows)]


@dataclass
class StaysAlike:
    """Stays at one site with the same days, as far as these nights can tell them apart; who has `gone` stands alone."""

    site_id: uuid.UUID
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    gone: uuid.UUID | None
    is_here: bool
    checked_in_at: datetime.datetime | None
    number: int
    cancelled_at: datetime.datetime | None = None


def _count_sleepers(sites: Iterable[Site], nights: PerDay, last: datetime.date) -> None:
    by_key = {site.pk: (site, site.office.today()) for site in sites}
    stays = Placement.objects.standing().filter(
        Q(ends_on=None) | Q(ends_on__gt=nights.first), site__in=by_key, starts_on__lte=last
    )
    gone = _gone_on(stays.order_by().values("individual"))
    # What is planned for after the last night is as good as no plan.
    alike = stays.order_by().values_list(
        "site",
        Greatest("starts_on", Value(nights.first)),
        "ends_on",
        Case(When(planned_end_on__lte=last, then="planned_end_on")),
        Case(When(individual__in=gone, then="individual")),
        ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField()),
    )
    rows = alike.annotate(since=Max("checked_in_at"), number=Count("pk"))
    for stay in (StaysAlike(*row) for row in rows):
        site, today = by_key[stay.site_id]
        starts_on = max(stay.starts_on, site.opened_on)
        ends_on, gone_on = counted_until(stay, today), gone.get(stay.gone) if stay.gone else None
        nights.add(starts_on, ends_on, site.closed_on, gone_on, times=stay.number)


def _gone_on(people: Any) -> dict[uuid.UUID, datetime.date]:
    """Since when somebody counts no more, as an exit says."""
    exits = Exit.objects.standing().filter(individual__in=people)
    return dict(exits.order_by().values_list("individual").annotate(on=Min("on")))


def _count_beds(sites: Iterable[Site], beds: PerDay, surge: PerDay, last: datetime.date) -> None:
    by_key = {site.pk: site for site in sites}
    standing = Bed.objects.filter(
        Q(closed_on=None) | Q(closed_on__gt=beds.first), room__site__in=by_key, opened_on__lte=last
    )
    what = ("kind", "room__site", "opened_on", "closed_on")
    alike = standing.order_by().values_list(*what).annotate(number=Count("pk"))
    for kind, site_id, opened_on, closed_on, number in alike:
        site, counted = by_key[site_id], surge if kind == BedKind.SURGE else beds
        counted.add(max(opened_on, site.opened_on), closed_on, site.closed_on, times=number)
    closures = BedClosure.objects.of_some_night().filter(
        Q(ends_on=None) | Q(ends_on__gt=beds.first),
        bed__in=standing.order_by().values("pk"),
        starts_on__lte=last,
    )
    of_bed = (f"bed__{name}" for name in what)
    for kind, site_id, opened_on, closed_on, starts_on, ends_on in closures.values_list(
        *of_bed, "starts_on", "ends_on"
    ):
        site, counted = by_key[site_id], surge if kind == BedKind.SURGE else beds
        shut_on = max(starts_on, opened_on, site.opened_on)
        counted.add(shut_on, ends_on, closed_on, site.closed_on, times=-1)


def beds_chart(
    sites: SiteQuerySet, last: datetime.date, *, first: datetime.date | None = None
) -> Chart:
    """People asleep by night, below the lines of beds in service and of beds with surge places."""
    first = first or last - (NIGHTS_SHOWN - 1) * ONE_NIGHT
    first = max(first, last - (MOST_NIGHTS - 1) * ONE_NIGHT)
    nights = count_nights(sites, first, last)
    limits = [Series(_("Beds in service"), [night.beds for night in nights], "limit")]
    if any(night.surge for night in nights):
        places = [night.places for night in nights]
        limits.append(Series(_("Beds and surge places"), places, "surge"))
    return bars_with_limits(
        "beds-by-night",
        _("Beds by night"),
        [Point(night.on, night.sleepers) for night in nights],
        limits,
        counted=_("People asleep"),
    )
