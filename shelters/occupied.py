"""How full sites are on one night, counted for all of them at once, or read where it is kept."""

import datetime
from collections.abc import Collection, Iterable
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Case, Value, When

from pages.questions import ANY_KEY, kept_rows, kept_words
from shelters.choices import BedKind
from shelters.kept import is_kept
from shelters.models import Bed, KeptOccupancy, Placement
from shelters.models.kept import COUNTED
from shelters.querysets.moment import ANY_NIGHT

# Each stay and each bed is read once. Two may hold one bed: who is still there, and who is to come.
QUESTION = """
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
# As many as a page shows are counted as quickly as it is asked whether their numbers are kept.
FEW = 25


def with_occupancy(sites: Iterable[Any], night: datetime.date) -> list[Any]:
    """These sites with what `Site.occupancy` needs for that night, as `Site.objects.with_occupancy` adds it to the
    question of each.

    Beds and stays are counted once each, however many sites there are, and where there are many it is read what was
    counted: for who looks at all of them.
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
    """The numbers of `COUNTED` by site; a site without beds and stays is not among them."""
    asked = {ANY_KEY: keys, ANY_NIGHT: night}
    stays, of_stays = kept_words("stays", _stays, values=asked)
    beds, of_beds = kept_words("beds", _beds, values=asked)
    with connection.cursor() as cursor:
        cursor.execute(QUESTION.format(stays=stays, beds=beds), of_stays | of_beds)
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
