"""Counts the occupancy of sites on one night in one query, or reads it from the projection."""

import datetime
from collections.abc import Collection, Iterable
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Case, Value, When

from pages.questions import PLACEHOLDER, cached_rows, kept_sql
from shelters.choices import BedKind
from shelters.kept import is_kept
from shelters.models import Bed, KeptOccupancy, Placement
from shelters.models.kept import COUNTED
from shelters.querysets.moment import ANY_NIGHT

# Reads each stay and each bed once. Two stays may have one bed: that of a person still there, and an expected one.
QUERY = """
WITH stays (site, bed, is_counted, is_expected) AS MATERIALIZED ({stays}),
beds (bed, site, is_surge) AS ({beds}),
taken AS (
    SELECT bed, count(*) FILTER (WHERE NOT (is_counted OR is_expected)) AS kept,
        count(*) FILTER (WHERE is_expected AND NOT is_counted) AS expected
    FROM stays WHERE bed IS NOT NULL GROUP BY bed
),
of_beds AS (
    SELECT site,
        count(*) FILTER (WHERE NOT is_surge) AS beds,
        count(*) FILTER (WHERE NOT is_surge AND taken.bed IS NULL) AS free,
        count(*) FILTER (WHERE is_surge) AS surge,
        count(*) FILTER (WHERE is_surge AND taken.bed IS NULL) AS surge_free,
        sum(kept) AS kept, sum(expected) AS expected
    FROM beds LEFT JOIN taken USING (bed) GROUP BY site
),
asleep AS (SELECT site, count(*) FILTER (WHERE is_counted) AS sleepers FROM stays GROUP BY site)
SELECT site, coalesce(beds, 0), coalesce(free, 0), coalesce(surge, 0), coalesce(surge_free, 0),
    coalesce(sleepers, 0), coalesce(kept, 0)::bigint, coalesce(expected, 0)::bigint
FROM of_beds FULL JOIN asleep USING (site)
"""
# For up to this number of sites, counting is as fast as checking whether the projection is current.
FEW_SITES = 25


def with_occupancy(sites: Iterable[Any], night: datetime.date) -> list[Any]:
    """The sites with the numbers that `Site.occupancy` needs for that night.

    Counts beds and stays of all sites in one query. For many sites it reads the projection, if that is current.
    """
    rows = list(sites)
    read = _read_kept if len(rows) > FEW_SITES and is_kept(night) else count_sites
    numbers = read([site.pk for site in rows], night) if rows else {}
    for site in rows:
        for name, number in zip(COUNTED, numbers.get(site.pk, (0,) * len(COUNTED)), strict=True):
            setattr(site, name, number)
    return rows


def _read_kept(keys: Collection[Any], night: datetime.date) -> dict[Any, tuple[int, ...]]:
    rows = cached_rows(_kept_rows, values={PLACEHOLDER: keys, ANY_NIGHT: night})
    return {site: tuple(numbers) for site, *numbers in rows}


def _kept_rows() -> Any:
    rows = KeptOccupancy.objects.filter(night=ANY_NIGHT, site_id__in=[PLACEHOLDER])
    return rows.values_list("site_id", *COUNTED)


def count_sites(keys: Collection[Any], night: datetime.date) -> dict[Any, tuple[int, ...]]:
    """The numbers of `COUNTED` by site. Sites with neither beds nor stays are left out."""
    values = {PLACEHOLDER: keys, ANY_NIGHT: night}
    stays, stay_params = kept_sql("stays", _stays, values=values)
    beds, bed_params = kept_sql("beds", _beds, values=values)
    with connection.cursor() as cursor:
        cursor.execute(QUERY.format(stays=stays, beds=beds), stay_params | bed_params)
        return {site: tuple(numbers) for site, *numbers in cursor.fetchall()}


def _stays() -> Any:
    rows = Placement.objects.sleeping_on(ANY_NIGHT).filter(site__in=[PLACEHOLDER]).order_by()
    return rows.and_counted_on(ANY_NIGHT).values_list("site", "bed", "is_counted", "is_expected")


def _beds() -> Any:
    is_surge = Case(
        When(kind=BedKind.SURGE, then=True), default=Value(False), output_field=BooleanField()
    )
    rows = Bed.objects.in_service_on(ANY_NIGHT).filter(room__site__in=[PLACEHOLDER]).order_by()
    return rows.annotate(is_surge=is_surge).values_list("pk", "room__site", "is_surge")
