"""How full sites are on one night, counted for all of them at once."""

import datetime
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Case, Value, When

from accounts.sight import params_named
from pages.questions import ANY_KEY
from shelters.choices import BedKind
from shelters.models import Bed, Placement
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
# What `Site.occupancy` reads, in the order of the question.
COUNTED = (
    "beds_in_service",
    "free_beds",
    "surge_places",
    "free_surge_places",
    "sleepers",
    "kept_places",
)


def with_occupancy(sites: Iterable[Any], night: datetime.date) -> list[Any]:
    """These sites with what `Site.occupancy` needs for that night, as `Site.objects.with_occupancy` adds it to the
    question of each.

    Beds and stays are counted once each, however many sites there are: for who looks at all of them.
    """
    found = list(sites)
    numbers = _numbers([site.pk for site in found], night) if found else {}
    for site in found:
        for name, number in zip(COUNTED, numbers.get(site.pk, (0,) * len(COUNTED)), strict=True):
            setattr(site, name, number)
    return found


def _numbers(keys: list[Any], night: datetime.date) -> dict[Any, tuple[int, ...]]:
    words, params = _words()
    values = {name: night if value == ANY_NIGHT else value for name, value in params.items()}
    asked = {name: keys if value == [ANY_KEY] else value for name, value in values.items()}
    with connection.cursor() as cursor:
        cursor.execute(words, asked)
        return {site: tuple(numbers) for site, *numbers in cursor.fetchall()}


@cache
def _words() -> tuple[str, dict[str, Any]]:
    stays = Placement.objects.sleeping_on(ANY_NIGHT).filter(site__in=[ANY_KEY]).order_by()
    is_surge = Case(
        When(kind=BedKind.SURGE, then=True), default=Value(False), output_field=BooleanField()
    )
    beds = Bed.objects.in_service_on(ANY_NIGHT).filter(room__site__in=[ANY_KEY]).order_by()
    asked = {
        "stays": stays.and_counted_on(ANY_NIGHT).values_list("site", "bed", "is_counted"),
        "beds": beds.annotate(is_surge=is_surge).values_list("pk", "room__site", "is_surge"),
    }
    words, params = {}, dict[str, Any]()
    for name, rows in asked.items():
        words[name], named = params_named(rows, name)
        params |= named
    return QUESTION.format(**words), params
