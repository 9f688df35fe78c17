"""Which families lose aid in the days to come, in one query: the counts, and the order of display.

The database merges the days of cover and checks the given day and the last one; `aid.forecasts` adds the details of the
families on a page.
"""

import datetime
import uuid
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection

from accounts.sight import params_named
from aid.choices import ESSENTIAL, AidKind
from aid.models import Cover

WhatIf = tuple[uuid.UUID, datetime.date]

COVERED = """
here (individual_id, case_id, number) AS MATERIALIZED ({members}),
covered AS (
    SELECT here.case_id, individual_id, kind, range_agg(daterange(starts_on, ends_on)) AS days
    FROM here JOIN ({covers}) cover (individual_id, kind, starts_on, ends_on) USING (individual_id)
    GROUP BY here.case_id, individual_id, kind
)
"""
QUERY = """
WITH {covered},
held AS MATERIALIZED (
    SELECT case_id, individual_id, kind, days, kind = ANY(%(essential)s) AS is_essential,
        CASE WHEN NOT days @> daterange(%(on)s, %(lost_by)s::date, '[]')
            THEN (SELECT upper(span) FROM unnest(days) span WHERE span @> %(on)s) END AS lost_on
    FROM covered
),
losing AS (
    SELECT case_id, array_agg(lost_on ORDER BY lost_on) AS losses
    FROM (SELECT case_id, min(lost_on) AS lost_on FROM held GROUP BY case_id, individual_id) people
    WHERE lost_on IS NOT NULL GROUP BY case_id
),
person AS (
    SELECT case_id, individual_id, range_agg(days) FILTER (WHERE is_essential) AS essential
    FROM held GROUP BY case_id, individual_id
),
cared AS (
    SELECT case_id, count(essential) AS ever, count(*) FILTER (WHERE essential @> %(on)s) AS now,
        range_intersect_agg(essential) AS essential
    FROM person GROUP BY case_id
),
cases AS (
    SELECT case_id, number, size, coalesce(now, 0) AS now, CASE WHEN ever = size THEN essential END AS essential
    FROM (SELECT case_id, number, count(*) AS size FROM here GROUP BY case_id, number) sized
    LEFT JOIN cared USING (case_id)
),
families AS (
    SELECT case_id, array_agg(DISTINCT to_char(lost_on, 'YYYY-MM-DD ') || kind)
            FILTER (WHERE lost_on = upper(days) AND lost_on <= %(last)s AND is_essential) AS lost
    FROM held GROUP BY case_id
)
SELECT case_id, number, now < size, (essential @> %(last)s) IS NOT TRUE, losses[1],
    coalesce(cardinality(losses), 0), coalesce(lost, '{{}}'), size - now, essential, coalesce(losses, '{{}}')
FROM cases LEFT JOIN families USING (case_id) LEFT JOIN losing USING (case_id)
WHERE losses IS NOT NULL OR now < size
"""
STRETCHES = """
WITH {covered}
SELECT case_id, kind, greatest(lower(span), %(on)s) AS begins_on,
    CASE WHEN upper(span) <= %(drawn)s THEN upper(span) END AS stops_on, count(*)
FROM covered, unnest(days) span
WHERE lower(span) <= %(drawn)s AND coalesce(upper(span), 'infinity') > %(on)s
GROUP BY case_id, kind, begins_on, stops_on
"""


class FamilyAhead(NamedTuple):
    """A family in which somebody loses aid within the days, or has no essential aid.

    `lacking` is the number of people without essential aid today. `lost` are the days and kinds of essential aid that
    does not come back."""

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
    covers = Cover.objects.firm().with_end(what_if=what_if)
    try:
        question, asked = ahead_as_sql(members, covers, on=on, last=last, lost_by=last)
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(question, asked)
        found = [FamilyAhead(*row[: len(FamilyAhead._fields)]) for row in cursor.fetchall()]
    return sorted(
        found,
        key=lambda family: (
            not family.is_left_with_nothing,
            family.first_loss_on or on,
            family.number,
        ),
    )


def ahead_as_sql(
    members: Any,
    covers: Any,
    *,
    on: datetime.date,
    last: datetime.date,
    lost_by: datetime.date | None,
) -> tuple[str, dict[str, Any]]:
    """The same query as SQL with named values.

    Its columns are those of `FamilyAhead`, all days on which everybody has essential aid, and for each person who loses
    aid the first day of loss. Needs covers `with_end`. Without `lost_by` it includes families that lose aid on any day.
    Raises EmptyResultSet if Django knows that there are no members."""
    essential = [str(kind) for kind in sorted(ESSENTIAL)]
    asked: dict[str, Any] = {"on": on, "last": last, "lost_by": lost_by, "essential": essential}
    return _as_sql(QUERY, members, covers, asked)


def stretches_as_sql(
    members: Any, covers: Any, *, on: datetime.date, drawn: datetime.date
) -> tuple[str, dict[str, Any]]:
    """Periods of aid from `on`, by case and kind, with the number of people; a period past `drawn` has no end."""
    return _as_sql(STRETCHES, members, covers, {"on": on, "drawn": drawn})


def _as_sql(
    question: str, members: Any, covers: Any, asked: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    people = members.order_by().values_list("individual", "case", "case__number")
    here, of_members = params_named(people, "m")
    days = covers.order_by().values_list("individual", "kind", "starts_on", "ends_on")
    cover, of_covers = params_named(days, "c")
    covered = COVERED.format(members=here, covers=cover)
    return question.format(covered=covered), asked | of_members | of_covers
