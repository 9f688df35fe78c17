"""Which families lose aid in the days to come, in one question: what is counted, and in which order they are shown.

The database merges the days of cover and looks at the day asked about and the last one; `aid.forecasts` says the rest of
those whom a page shows.
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

QUESTION = """
WITH here (individual_id, case_id, number) AS MATERIALIZED ({members}),
covered AS (
    SELECT here.case_id, individual_id, kind, range_agg(daterange(starts_on, ends_on)) AS days
    FROM here JOIN ({covers}) cover (individual_id, kind, starts_on, ends_on) USING (individual_id)
    GROUP BY here.case_id, individual_id, kind
),
held AS MATERIALIZED (
    SELECT case_id, individual_id, kind, upper(days) AS covered_until,
        days @> %(on)s AND kind = ANY(%(essential)s) AS is_essential_now,
        days @> %(last)s AND kind = ANY(%(essential)s) AS is_essential_then,
        CASE WHEN NOT days @> daterange(%(on)s, %(last)s, '[]')
            THEN (SELECT upper(span) FROM unnest(days) span WHERE span @> %(on)s) END AS lost_on
    FROM covered
),
families AS (
    SELECT case_id, bool_or(is_essential_now) AS has_now, bool_or(is_essential_then) AS has_then,
        min(lost_on) AS first_loss_on,
        count(DISTINCT individual_id) FILTER (WHERE lost_on IS NOT NULL) AS people_losing,
        array_agg(DISTINCT to_char(lost_on, 'YYYY-MM-DD ') || kind)
            FILTER (WHERE lost_on = covered_until AND kind = ANY(%(essential)s)) AS lost
    FROM held GROUP BY case_id
)
SELECT case_id, number, has_now IS NOT TRUE, has_then IS NOT TRUE, first_loss_on,
    coalesce(people_losing, 0), coalesce(lost, '{{}}')
FROM (SELECT DISTINCT case_id, number FROM here) cases LEFT JOIN families USING (case_id)
WHERE first_loss_on IS NOT NULL OR has_now IS NOT TRUE
"""


class FamilyAhead(NamedTuple):
    """A family that loses aid within the days asked for, or has none that is essential.

    `lost` are the days and kinds of essential aid that does not come back.
    """

    case_id: uuid.UUID
    number: str
    has_nothing_now: bool
    is_left_with_nothing: bool
    first_loss_on: datetime.date | None
    people_losing: int
    lost: list[str]

    @property
    def lost_for_good(self) -> list[tuple[datetime.date, AidKind]]:
        parts = (each.split(" ") for each in self.lost)
        return [(datetime.date.fromisoformat(day), AidKind(kind)) for day, kind in parts]


def families_ahead(
    members: Any, *, on: datetime.date, last: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyAhead]:
    """Of the families of these members, those who lose something by the last day or have nothing essential.

    Left with nothing before the others, of these whoever has nothing today already; then whoever loses soonest.
    """
    covers = Cover.objects.firm().with_end(what_if=what_if)
    try:
        question, asked = ahead_in_words(members, covers, on=on, last=last)
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(question, asked)
        found = [FamilyAhead(*row) for row in cursor.fetchall()]
    return sorted(
        found,
        key=lambda family: (
            not family.is_left_with_nothing,
            family.first_loss_on or on,
            family.number,
        ),
    )


def ahead_in_words(
    members: Any, covers: Any, *, on: datetime.date, last: datetime.date
) -> tuple[str, dict[str, Any]]:
    """The same question as SQL with its values by name; its columns are those of `FamilyAhead`. Covers `with_end`.

    Raises EmptyResultSet where Django knows that nobody is asked about.
    """
    people = members.order_by().values_list("individual", "case", "case__number")
    here, of_members = params_named(people, "m")
    days = covers.order_by().values_list("individual", "kind", "starts_on", "ends_on")
    cover, of_covers = params_named(days, "c")
    asked: dict[str, Any] = {
        "on": on,
        "last": last,
        "essential": [str(kind) for kind in sorted(ESSENTIAL)],
    }
    return QUESTION.format(members=here, covers=cover), asked | of_members | of_covers
