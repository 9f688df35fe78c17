"""The occupancy of sites on one night, counted for all at once, or read from the projection."""

import datetime
from collections.abc import Collection, Iterable
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Case, Value, When

from pages.questions import ANY_KEY, kept_rows, kept_sql
from shelters.choices import BedKind
from shelters.kept import is_kept
from shelters.models import Bed, KeptOccupancy, Placement
from shelters.models.kept import COUNTED
from shelters.querysets.moment import ANY_NIGHT

# Reads each stay and each bed once. Two stays may have one bed: the person still there, and the one to come.
QUERY = """
WITH stays (site, bed, is_counted) AS MATERIALIZED ({stays}),
beds (bed, site, is_surge) AS ({beds}),
taken AS (
    SELECT bed, count(*) FILTER (WHERE NOT is_counted) AS kept FROM stays WHERE bed IS NOT NULL GROUP BY bed
),
of_beds AS (
    SELECT site,
        count(*) FILTER (WHERE NOT is_surge) AS beds,
        count(*) FILTER (WHERE NOT is_surge AND taken.bed IS NULL) AS free,
        count(*) FILTER (WHERE is_surge) AS surge,
        count(*) FILTER (WHERE is_surge AND taken.bed IS NULL) AS surge_free,
        sum(kept) AS kept
    FROM beds LEFT JOIN taken USING (bed) GROUP BY site
),
asleep AS (SELECT site, count(*) FILTER (WHERE is_counted) AS sleepers FROM stays GROUP BY site)
SELECT site, coalesce(beds, 0), coalesce(free, 0), coalesce(surge, 0), coalesce(surge_free, 0),
    coalesce(sleepers, 0), coalesce(kept, 0)::bigint
FROM of_beds FULL JOIN asleep USING (site)
"""
# For up to a page of sites, counting is as fast as checking whether the numbers are kept.
FEW = 25


def with_occupancy(sites: Iterable[Any], night: datetime.date) -> list[Any]:
    """These sites with what `Site.occupancy` needs for that night, in one query for all of them.

    Counts beds and stays once each, however many sites there are. For many sites it reads the projection.
    """
    found = list(sites)
    ask = _kept if len(found) > FEW and is_kept(night) else count_sites
    numbers = ask([site.pk for site in found], night) if found else {}
    for site in found:
        for name, number in zip(COUNTED, numbers.get(site.pk, (0,) * len(COUNTED)), strict=True):
            setattr(site, name, number)
    return found


def _kept(keys: Collection[Any], night: datetime.date) -> dict[Any, tuple[int, ...]]:
    rows = kept_rows(_kept_rows, values={ANY_KEY: keys, ANY_NIGHT: night})
    return {site: tuple(numbers) for site, *numbers in rows}


def _kept_rows() -> Any:
    rows = KeptOccupancy.objects.filter(night=ANY_NIGHT, site_id__in=[ANY_KEY])
    return rows.values_list("site_id", *COUNTED)


def count_sites(keys: Collection[Any], night: datetime.date) -> dict[Any, tuple[int, ...]]:
    """The numbers of `COUNTED` by site; without sites that have neither beds nor stays."""
    asked = {ANY_KEY: keys, ANY_NIGHT: night}
    stays, of_stays = kept_sql("stays", _stays, values=asked)
    beds, of_beds = kept_sql("beds", _beds, values=asked)
    with connection.cursor() as cursor:
        cursor.execute(QUERY.format(stays=stays, beds=beds), of_stays | of_beds)
        return {site: tuple(numbers) for site, *numbers in cursor.fetchall()}


def _stays() -> Any:
    rows = Placement.objects.sleeping_on(ANY_NIGHT).filter(site__in=[ANY_KEY]).order_by()
    return rows.and_counted_on(ANY_NIGHT).values_list("site", "bed", "is_counted")


def _beds() -> Any:
    is_surge = Case(
        When(kind=BedKind.SURGE, then=True), default=Value(False), output_field=BooleanField()
    )
    rows = Bed.objects.in_service_on(ANY_NIGHT).filter(room__site__in=[ANY_KEY]).order_by()
    return rows.annotate(is_surge=is_surge).values_list("pk", "room__site", "is_surge")
