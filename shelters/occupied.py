"""How full sites are on one night, counted for all of them at once."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q

from shelters.choices import BedKind
from shelters.models import Bed, Placement


def with_occupancy(sites: Iterable[Any], night: datetime.date) -> list[Any]:
    """These sites with what `Site.occupancy` needs for that night, as `Site.objects.with_occupancy` adds it to the
    question of each.

    Beds and stays are counted once each, however many sites there are: for who looks at all of them.
    """
    found: dict[Any, Any] = {site.pk: site for site in sites}
    surge = Q(kind=BedKind.SURGE)
    taken = Placement.objects.sleeping_on(night).filter(site__in=found, bed__isnull=False)
    is_free = ~Q(pk__in=taken.order_by().values("bed"))
    beds = Bed.objects.in_service_on(night).filter(room__site__in=found).order_by()
    of_site = beds.values("room__site").annotate(
        beds_in_service=Count("pk", filter=~surge),
        free_beds=Count("pk", filter=~surge & is_free),
        surge_places=Count("pk", filter=surge),
        free_surge_places=Count("pk", filter=surge & is_free),
    )
    numbers = {row.pop("room__site"): row for row in of_site}
    asleep = Placement.objects.asleep_on(night).filter(site__in=found).order_by()
    sleepers = dict(asleep.values_list("site").annotate(number=Count("pk")))
    keeping = Placement.objects.keeping_on(night).filter(site__in=found).order_by()
    kept = dict(keeping.values_list("site").annotate(number=Count("pk")))
    for pk, site in found.items():
        site.sleepers, site.kept_places = sleepers.get(pk, 0), kept.get(pk, 0)
        for name in COUNTED:
            setattr(site, name, numbers[pk][name] if pk in numbers else 0)
    return list(found.values())


COUNTED = ("beds_in_service", "free_beds", "surge_places", "free_surge_places")
