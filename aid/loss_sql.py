"""Finds families that lose aid in the days to come, with one query, and sorts them for display.

The database merges the days of cover, and compares the first day with the last one. `aid.forecasts` adds the details of
the families on a page.
"""

import datetime
import uuid
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection

from accounts.sight import params_named
from aid.choices import ESSENTIAL, AidKind
from aid.models import Cover
from aid.querysets.cover import WhatIf

QUERY = """
WITH here (individual_id, case_id, number) AS MATERIALIZED ({members}),
covered AS (
    SELECT here.case_id, individual_id, kind, range_agg(daterange(starts_on, ends_on)) AS days
    FROM here JOIN ({covers}) cover (individual_id, kind, starts_on, ends_on) USING (individual_id)
    GROUP BY here.case_id, individual_id, kind
),
held AS MATERIALIZED (
    SELECT case_id, individual_id, kind, days, kind = ANY(%(essential)s) AS is_essential,
        CASE WHEN NOT days @> daterange(%(on)s, %(last)s, '[]')
            THEN (SELECT upper(span) FROM unnest(days) span WHERE span @> %(on)s) END AS lost_on
    FROM covered
),
losing AS (
    SELECT case_id, min(lost_on) AS first_loss_on, count(DISTINCT individual_id) AS people,
        array_agg(DISTINCT to_char(lost_on, 'YYYY-MM-DD ') || kind)
            FILTER (WHERE lost_on = upper(days) AND is_essential) AS lost
    FROM held WHERE lost_on IS NOT NULL GROUP BY case_id
),
person AS (
    SELECT case_id, individual_id, bool_or(days @> %(on)s) AS has_now, bool_or(days @> %(last)s) AS has_then
    FROM held WHERE is_essential GROUP BY case_id, individual_id
),
lacking AS (
    SELECT case_id, number, count(*) - count(*) FILTER (WHERE has_now) AS lacking,
        count(*) - count(*) FILTER (WHERE has_then) AS lacking_then
    FROM here LEFT JOIN person USING (case_id, individual_id) GROUP BY case_id, number
)
SELECT case_id, number, lacking > 0, lacking_then > 0, first_loss_on, coalesce(people, 0), coalesce(lost, '{{}}'), lacking
FROM lacking LEFT JOIN losing USING (case_id)
WHERE lacking > 0 OR first_loss_on IS NOT NULL
"""


class FamilyAhead(NamedTuple):
    """A family in which somebody loses aid within the days of the forecast, or has no essential aid.

    `lacking` counts the people without essential aid today. `lost` are the days and kinds of essential aid that does not
    come back."""

    case_id: uuid.UUID
    number: str
    has_nothing_now: bool
    is_left_with_nothing: bool
    first_loss_on: datetime.date | None
    people_losing: int
    lost: list[str]
    lacking: int

    @property
    def lost_for_good(self) -> list[tuple[datetime.date, AidKind]]:
        parts = (each.split(" ") for each in self.lost)
        return [(datetime.date.fromisoformat(day), AidKind(kind)) for day, kind in parts]


def families_ahead(
    members: Any, *, on: datetime.date, last: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyAhead]:
    """Families of these members in which somebody loses aid by the last day or has no essential aid.

    Families left with nothing come first, those without any today at the top; then by the day of the first loss."""
    covers = Cover.objects.firm().with_end(on, what_if=what_if)
    try:
        sql, params = ahead_as_sql(members, covers, on=on, last=last)
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        families = [FamilyAhead(*row) for row in cursor.fetchall()]
    return sorted(
        families,
        key=lambda family: (
            not family.is_left_with_nothing,
            family.first_loss_on or on,
            family.number,
        ),
    )


def ahead_as_sql(
    members: Any, covers: Any, *, on: datetime.date, last: datetime.date
) -> tuple[str, dict[str, Any]]:
    """The query of `families_ahead` as SQL with named parameters. Its columns are those of `FamilyAhead`.

    `covers` needs `with_end`. Raises EmptyResultSet if Django knows that there are no members."""
    people = members.order_by().values_list("individual", "case", "case__number")
    member_sql, member_params = params_named(people, "m")
    days = covers.order_by().values_list("individual", "kind", "starts_on", "ends_on")
    cover_sql, cover_params = params_named(days, "c")
    params = {"on": on, "last": last, "essential": [str(kind) for kind in sorted(ESSENTIAL)]}
    return QUERY.format(members=member_sql, covers=cover_sql), params | member_params | cover_params
