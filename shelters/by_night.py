"""Counts sleepers, beds and surge places night by night, with one query per table for all nights."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    ExpressionWrapper,
    Q,
    Value,
    When,
)
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from casework.register.models.exit import Exit
from pages.charts import Chart, Point, Series, bars_with_limits
from pages.per_day import PerDay
from pages.questions import PLACEHOLDER, cached_rows
from shelters.choices import BedKind
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.querysets.moment import ANY_END, ANY_NIGHT
from shelters.rules.occupancy import Occupancy
from shelters.rules.stays import counted_until

ONE_NIGHT = datetime.timedelta(days=1)
NIGHTS_SHOWN = 30
# A chart has at most this number of bars: of a longer period it shows the last nights.
MOST_NIGHTS = 366
# Placeholders for people with a recorded exit, and for sites that were not open on every night.
GONE, PARTLY_OPEN = uuid.UUID(int=1), uuid.UUID(int=2)


@dataclass(frozen=True)
class CountOfNight:
    """The counts of `Site.objects.with_occupancy(on)`, added up over the open sites."""

    on: datetime.date
    sleepers: int
    beds: int
    surge: int

    @property
    def places(self) -> int:
        """Beds and surge places."""
        return self.beds + self.surge


def count_nights(
    sites: Iterable[Site], first: datetime.date, last: datetime.date, *, has_occupancy: bool = False
) -> list[CountOfNight]:
    """These sites together on every night from `first` to `last`; a site counts while it is open.

    The caller fetches the sites with their offices. `has_occupancy` says that each has its occupancy on the last night, as
    `shelters.occupied` adds it; then only changes between the nights are read.
    """
    open_sites = OpenSites([site for site in sites if site.opened_on <= last], first, last)
    sleepers, beds, surge = (PerDay(first, last) for _ in range(3))
    _count_sleepers(open_sites, lambda _site, _person: sleepers, of_all=not has_occupancy)
    _count_beds(open_sites, lambda _site: (beds, surge), of_all=not has_occupancy)
    counted = [sleepers.numbers(), beds.numbers(), surge.numbers()]
    if has_occupancy:
        by_site = [site.occupancy for site in open_sites.sites.values() if site.is_open_on(last)]
        total = sum(by_site, Occupancy(0, 0, 0))
        on_last_night = (total.sleepers, total.beds, total.surge)
        counted = [
            [number + each - numbers[-1] for number in numbers]
            for numbers, each in zip(counted, on_last_night, strict=True)
        ]
    rows = zip(*counted, strict=True)
    return [CountOfNight(first + n * ONE_NIGHT, *row) for n, row in enumerate(rows)]


@dataclass(frozen=True)
class NightsOfSite:
    """The numbers of one site, night by night, and how many different people slept there on any of the nights."""

    sleepers: list[int]
    beds: list[int]
    people: int


def count_nights_by_site(
    sites: Iterable[Site], first: datetime.date, last: datetime.date
) -> dict[uuid.UUID, NightsOfSite]:
    """What `count_nights` counts, for each site by its key. Surge places count as beds."""
    open_sites = OpenSites(sites, first, last, is_each=True)
    by_person = defaultdict[Any, PerDay](lambda: PerDay(first, last))
    places = defaultdict[Any, PerDay](lambda: PerDay(first, last))
    people = cached_rows(_people, values=open_sites.placeholder_values)
    _count_sleepers(
        open_sites,
        lambda site, person: by_person[site, person],
        of_all=True,
        people=[person for (person,) in people],
    )
    _count_beds(open_sites, lambda site: (places[site], places[site]), of_all=True)
    slept = defaultdict[Any, list[list[int]]](list)
    for (site, _person), nights in by_person.items():
        slept[site].append(nights.numbers())
    nobody = [0] * len(PerDay(first, last).days)
    return {
        site: NightsOfSite(
            sleepers=[sum(night) for night in zip(nobody, *slept[site], strict=True)],
            beds=places[site].numbers(),
            people=sum(any(nights) for nights in slept[site]),
        )
        for site in open_sites.sites
    }


class OpenSites:
    """Sites with the nights on which they count. Those open on every night count as one, so that their rows are grouped.

    With `is_each` every site counts alone.
    """

    def __init__(
        self,
        sites: Iterable[Site],
        first: datetime.date,
        last: datetime.date,
        *,
        is_each: bool = False,
    ) -> None:
        self.sites = {site.pk: site for site in sites}
        offices = {site.office_id: site.office for site in self.sites.values()}
        self.today = {key: office.today() for key, office in offices.items()}
        partly = [
            site.pk
            for site in self.sites.values()
            if is_each or site.opened_on > first or (site.closed_on and site.closed_on <= last)
        ]
        self.placeholder_values: dict[Any, Any] = {
            PLACEHOLDER: list(self.sites),
            PARTLY_OPEN: partly,
            ANY_NIGHT: first,
            ANY_END: last,
        }

    def days_of(self, site_id: uuid.UUID | None) -> tuple[datetime.date, datetime.date | None]:
        """The first day of a site and the day it closed. `site_id` None stands for the sites open on every night."""
        if site_id is None:
            return datetime.date.min, None
        return self.sites[site_id].opened_on, self.sites[site_id].closed_on


@dataclass
class StayGroup:
    """The number of stays of one office with the same days within these nights.

    `site_id` is set only for a site that was not open on every night, `gone` only for a person with a recorded exit. Of
    stays that nobody checked in, `starts_on` may be before these nights.
    """

    site_id: uuid.UUID | None
    office_id: uuid.UUID
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    gone: uuid.UUID | None
    has_arrived: bool
    number: int


def _count_sleepers(
    sites: OpenSites,
    nights_of: Callable[[uuid.UUID | None, uuid.UUID | None], PerDay],
    *,
    of_all: bool,
    people: Collection[uuid.UUID] = (),
) -> None:
    """Adds the stays to what `nights_of` returns for the `site_id` and the person of `StayGroup`.

    The person is set for `people`, and for everybody with an exit.
    """
    away = defaultdict(list)
    for person, *days in cached_rows(_days_away, values=sites.placeholder_values):
        away[person].append(days)
    named = list({*away, *people})
    rows = cached_rows(_stay_groups, of_all, values={**sites.placeholder_values, GONE: named})
    for stay in (StayGroup(*row) for row in rows):
        opened_on, closed_on = sites.days_of(stay.site_id)
        today = sites.today[stay.office_id]
        if not stay.has_arrived and stay.starts_on < today:
            continue
        ends_on = counted_until(stay, today)
        first = max(stay.starts_on, opened_on)
        if not stay.has_arrived:
            first = max(first, today + ONE_NIGHT)
        nights = nights_of(stay.site_id, stay.gone)
        nights.add(first, ends_on, closed_on, times=stay.number)
        for left_on, back_on in away.get(stay.gone, ()):
            nights.add(max(first, left_on), ends_on, closed_on, back_on, times=-stay.number)


def _stays() -> Any:
    """Stays at these sites on one of the nights from ANY_NIGHT to ANY_END."""
    rows = Placement.objects.standing().filter(Q(ends_on=None) | Q(ends_on__gt=ANY_NIGHT))
    return rows.filter(site__in=[PLACEHOLDER], starts_on__lte=ANY_END).order_by()


def _people() -> Any:
    return _stays().values_list("individual").distinct()


def _days_away() -> Any:
    """The days of exits and returns of people with one of these stays: in between they do not count."""
    exits = Exit.objects.standing().filter(individual__in=_stays().values("individual"))
    return exits.order_by().values_list("individual", "on", "back_on")


def _stay_groups(of_all: bool) -> Any:
    """Rows of `StayGroup`. A planned end after the last night counts as none."""
    rows = (
        _stays()
        if of_all
        else _stays().filter(
            Q(starts_on__gt=ANY_NIGHT)
            | Q(ends_on__lte=ANY_END)
            | Q(planned_end_on__lte=ANY_END)
            | Q(site__in=[PARTLY_OPEN])
            | Q(individual__in=[GONE])
            | Q(checked_in_at=None)
        )
    )
    groups = rows.values_list(
        Case(When(site__in=[PARTLY_OPEN], then="site")),
        "site__office",
        Case(
            When(checked_in_at=None, then="starts_on"),
            default=Greatest("starts_on", Value(ANY_NIGHT)),
        ),
        "ends_on",
        Case(When(planned_end_on__lte=ANY_END, then="planned_end_on")),
        Case(When(individual__in=[GONE], then="individual")),
        ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField()),
    )
    return groups.annotate(number=Count("pk"))


def _count_beds(
    sites: OpenSites,
    nights_of: Callable[[uuid.UUID | None], tuple[PerDay, PerDay]],
    *,
    of_all: bool,
) -> None:
    """Adds beds and surge places to the two that `nights_of` returns for the key of a site."""
    groups = cached_rows(_bed_groups, of_all, values=sites.placeholder_values)
    for kind, site_id, begins_on, ends_on, number in groups:
        opened_on, closed_on = sites.days_of(site_id)
        counted = nights_of(site_id)[kind == BedKind.SURGE]
        counted.add(max(begins_on, opened_on), ends_on, closed_on, times=number)
    closures = cached_rows(_closures, values=sites.placeholder_values)
    for kind, site_id, begins_on, ends_on, shut_on, back_on in closures:
        opened_on, closed_on = sites.days_of(site_id)
        counted = nights_of(site_id)[kind == BedKind.SURGE]
        shut_on = max(shut_on, begins_on, opened_on)
        counted.add(shut_on, back_on, ends_on, closed_on, times=-1)


def _beds() -> Any:
    """Beds at these sites on one of the nights from ANY_NIGHT to ANY_END."""
    rows = Bed.objects.filter(Q(closed_on=None) | Q(closed_on__gt=ANY_NIGHT))
    return rows.filter(room__site__in=[PLACEHOLDER], opened_on__lte=ANY_END).order_by()


def _bed_groups(of_all: bool) -> Any:
    rooms = Room.objects.filter(site__in=[PARTLY_OPEN]).values("pk")
    rows = (
        _beds()
        if of_all
        else _beds().filter(
            Q(opened_on__gt=ANY_NIGHT) | Q(closed_on__lte=ANY_END) | Q(room__in=rooms)
        )
    )
    groups = rows.values_list(
        "kind",
        Case(When(room__site__in=[PARTLY_OPEN], then="room__site")),
        Greatest("opened_on", Value(ANY_NIGHT)),
        Case(When(closed_on__lte=ANY_END, then="closed_on")),
    )
    return groups.annotate(number=Count("pk"))


def _closures() -> Any:
    is_closed = Q(ends_on=None) | Q(ends_on__gt=ANY_NIGHT)
    rows = BedClosure.objects.of_some_night().filter(
        is_closed, bed__in=_beds().values("pk"), starts_on__lte=ANY_END
    )
    return rows.values_list(
        "bed__kind",
        Case(When(bed__room__site__in=[PARTLY_OPEN], then="bed__room__site")),
        "bed__opened_on",
        "bed__closed_on",
        "starts_on",
        "ends_on",
    )


def beds_chart(
    sites: Iterable[Site],
    last: datetime.date,
    *,
    first: datetime.date | None = None,
    has_occupancy: bool = False,
) -> Chart:
    """A bar of people asleep for each night, below lines of the beds. `has_occupancy` as in `count_nights`."""
    first = first or last - (NIGHTS_SHOWN - 1) * ONE_NIGHT
    first = max(first, last - (MOST_NIGHTS - 1) * ONE_NIGHT)
    nights = count_nights(sites, first, last, has_occupancy=has_occupancy)
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
