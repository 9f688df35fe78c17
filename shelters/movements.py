"""How many people come to a site on a day, leave it, or are late, and how many of its beds are closed."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Q

from accounts.models import User
from accounts.permissions import Permission
from pages.questions import PLACEHOLDER, cached_rows
from shelters.models import BedClosure, Placement
from shelters.occupied import with_occupancy
from shelters.querysets.moment import ANY_NIGHT

HAS_ARRIVED = Q(checked_in_at__isnull=False)
MOVEMENTS = {
    "coming": Q(starts_on=ANY_NIGHT) & ~HAS_ARRIVED,
    "leaving": Q(planned_end_on=ANY_NIGHT) & HAS_ARRIVED,
    "late": (Q(starts_on__lt=ANY_NIGHT) & ~HAS_ARRIVED)
    | (Q(planned_end_on__lt=ANY_NIGHT) & HAS_ARRIVED),
}


def with_numbers(rows: Iterable[Any], reader: User, night: datetime.date) -> list[Any]:
    """The sites with their occupancy, and for readers of stays who comes, leaves and is late there."""
    sites = with_occupancy(rows, night)
    if reader.holds(Permission.PLACEMENT_READ):
        _set_movements(sites, night, reader=reader)
    return sites


def _set_movements(sites: Sequence[Any], day: datetime.date, *, reader: User) -> None:
    """Sets `coming`, `leaving`, `late` and `closed_beds` of each site, of the stays that the reader sees."""
    values = {PLACEHOLDER: [site.pk for site in sites], ANY_NIGHT: day}
    moves = {site: numbers for site, *numbers in cached_rows(_moves, reader, values=values)}
    closed = dict(cached_rows(_closed, values=values))
    for site in sites:
        for name, number in zip(MOVEMENTS, moves.get(site.pk, (0, 0, 0)), strict=True):
            setattr(site, name, number)
        site.closed_beds = closed.get(site.pk, 0)


def _moves(reader: User) -> Any:
    stays = Placement.objects.visible_to(reader).filter(site__in=[PLACEHOLDER], ends_on=None)
    counts = {name: Count("pk", filter=condition) for name, condition in MOVEMENTS.items()}
    return (
        stays.standing()
        .order_by()
        .values("site")
        .annotate(**counts)
        .values_list("site", *MOVEMENTS)
    )


def _closed() -> Any:
    rows = BedClosure.objects.on(ANY_NIGHT).filter(bed__room__site__in=[PLACEHOLDER]).order_by()
    return (
        rows.values("bed__room__site")
        .annotate(beds=Count("bed", distinct=True))
        .values_list("bed__room__site", "beds")
    )
