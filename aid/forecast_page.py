"""Reads the forecast page in one query: its counts, the families shown, and the days of its chart.

Only people with several covers of one kind need their periods merged.
"""

import datetime
import uuid
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from aid.choices import ESSENTIAL, AidKind, FamiliesShown
from aid.models import Cover
from aid.querysets.cover import WhatIf
from casework.register.models.case import Case, FamilyMember
from pages.questions import kept_sql
from shelters.models import Placement

# A filter of families: they lose this kind of aid for good, and this is the first day without it.
Loss = tuple[AidKind, datetime.date]
# SQL, and its parameters by name.
Named = tuple[str, dict[str, Any]]
# The chart draws these days, or those of the forecast if they are more.
DAYS_DRAWN = 42
FAMILIES_PER_PAGE = 25
# The SQL columns of the counts above the forecast, by their placeholders in the queries below.
COUNT_COLUMNS = {each.name.lower(): str(each) for each in FamiliesShown}
# A number beyond every page. A page number below 1 leads to the last page, too.
LAST_PAGE = 1_000_000

# The CTEs of the families and of the periods of their aid.
FAMILY_CTES = """
cases (case_id, number) AS MATERIALIZED ({cases}),
here AS MATERIALIZED (
    SELECT individual_id, case_id FROM ({members}) member (individual_id, case_id) JOIN cases USING (case_id)
),
cover AS MATERIALIZED (
    SELECT case_id, individual_id, kind, starts_on, coalesce(ends_on, 'infinity') AS ends_on
    FROM here JOIN ({covers}) firm (individual_id, kind, starts_on, ends_on) USING (individual_id)
),
held AS MATERIALIZED (
    SELECT case_id, individual_id, kind, min(starts_on) AS starts_on, max(ends_on) AS ends_on, count(*) AS covers
    FROM cover GROUP BY case_id, individual_id, kind
),
stretch AS MATERIALIZED (
    SELECT case_id, individual_id, kind, starts_on, ends_on FROM held WHERE covers = 1
    UNION ALL
    SELECT case_id, individual_id, kind, lower(span), upper(span)
    FROM (
        SELECT cover.case_id, individual_id, kind, range_agg(daterange(cover.starts_on, cover.ends_on)) AS days
        FROM cover JOIN held USING (individual_id, kind)
        WHERE covers > 1 GROUP BY cover.case_id, individual_id, kind
    ) merged, unnest(days) span
),
person AS (
    SELECT case_id, individual_id, bool_or(starts_on <= %(on)s AND ends_on > %(on)s) AS has_now,
        bool_or(starts_on <= %(last)s AND ends_on > %(last)s) AS has_then
    FROM stretch WHERE kind = ANY(%(essential)s) GROUP BY case_id, individual_id
),
lacking AS (
    SELECT case_id, count(*) - count(*) FILTER (WHERE has_now) AS lacking,
        count(*) - count(*) FILTER (WHERE has_then) AS lacking_then
    FROM here LEFT JOIN person USING (case_id, individual_id) GROUP BY case_id
),
losing AS (
    SELECT case_id, min(ends_on) AS first_loss_on, count(DISTINCT individual_id) AS people
    FROM stretch WHERE starts_on <= %(on)s AND ends_on > %(on)s AND ends_on <= %(last)s GROUP BY case_id
),
gone AS (
    SELECT DISTINCT case_id FROM stretch
    WHERE kind = %(lost_kind)s AND starts_on <= %(on)s AND ends_on = %(lost_on)s AND NOT EXISTS (
        SELECT FROM stretch later
        WHERE later.individual_id = stretch.individual_id AND later.kind = stretch.kind AND later.starts_on > stretch.ends_on
    )
),
families AS MATERIALIZED (
    SELECT case_id, number, first_loss_on, people, lacking,
        lacking > 0 AS {nothing_now}, lacking_then > 0 AS {nothing_left}, first_loss_on IS NOT NULL AS {losing}
    FROM cases JOIN lacking USING (case_id) LEFT JOIN losing USING (case_id)
    WHERE lacking > 0 OR first_loss_on IS NOT NULL
),
alike AS (
    SELECT kind, greatest(starts_on, %(on)s) AS starts_on, CASE WHEN ends_on <= %(drawn)s THEN ends_on END AS ends_on,
        count(*) AS people
    FROM stretch WHERE starts_on <= %(drawn)s GROUP BY 1, 2, 3
)
"""
QUERY = """
WITH {family_ctes},
counted AS MATERIALIZED (
    SELECT {counts}, count(*) AS everybody, count(*) FILTER (WHERE {shown}) AS shown,
        coalesce(sum(people), 0) AS people, coalesce(sum(lacking), 0) AS lacking,
        (
            SELECT count(*) FROM here LEFT JOIN person USING (case_id, individual_id)
            WHERE has_now IS NOT TRUE AND individual_id IN ({asleep})
        ) AS unpaid
    FROM families
)
SELECT (SELECT to_json(counted) FROM counted),
(SELECT coalesce(json_agg(case_id), '[]') FROM (
    SELECT case_id FROM families WHERE {shown}
    ORDER BY NOT {nothing_left}, coalesce(first_loss_on, %(on)s), number COLLATE "C" LIMIT %(size)s
    OFFSET %(size)s * least(%(page)s - 1, (SELECT greatest(shown - 1, 0) / %(size)s FROM counted))
) page),
(SELECT coalesce(json_agg(json_build_array(kind, starts_on, ends_on, people)), '[]') FROM alike)
"""


class PeopleCovered(NamedTuple):
    """The number of people with this kind of aid in a period. `ends_on` is None if it is after the last day of the chart."""

    kind: AidKind
    starts_on: datetime.date
    ends_on: datetime.date | None
    people: int


@dataclass(frozen=True)
class Outlook:
    """The counts above the forecast, the keys of the cases on the requested page, and the periods of the chart.

    `everybody` counts the families that lose aid or have none, and `shown` those of them that match the filter. `people`
    counts the people who lose aid, `lacking` those without essential aid today, and `unpaid` those of them who sleep
    tonight: at a site that nobody pays.
    """

    counts: dict[FamiliesShown, int]
    people: int
    lacking: int
    unpaid: int
    everybody: int
    shown: int
    page: list[uuid.UUID]
    chart_periods: list[PeopleCovered]


def outlook(
    user: User,
    *,
    within_days: int,
    on: datetime.date,
    today: datetime.date | None = None,
    what_if: WhatIf | None = None,
    show: str = "",
    loss: Loss | None = None,
    page: int = 1,
) -> Outlook:
    """The forecast of `aid.forecasts.forecast`, with the families of one page only.

    `today` is the day on which it is asked, by default `on`: who is here, and which plans are still to come.

    Filters the families by `show`, if it is one of `FamiliesShown`, and by `loss`. For a page beyond the last one it
    returns the last one.
    """
    values: dict[str, Any] = {
        "on": on,
        "last": on + datetime.timedelta(days=within_days),
        "drawn": on + datetime.timedelta(days=max(DAYS_DRAWN, within_days)),
        "essential": [str(kind) for kind in sorted(ESSENTIAL)],
        "lost_kind": str(loss[0]) if loss else "",
        "lost_on": loss[1] if loss else None,
        "size": FAMILIES_PER_PAGE,
        "page": page,
    }
    ctes = family_ctes(user, on, None if loss else values["drawn"], what_if, today or on)
    if not ctes:
        return Outlook(dict.fromkeys(FamiliesShown, 0), 0, 0, 0, 0, 0, [], [])
    filters = [str(FamiliesShown(show))] if show in FamiliesShown.values else []
    filters += ["case_id IN (SELECT case_id FROM gone)"] if loss else []
    cte_sql, params = ctes
    asleep, asleep_params = kept_sql("p", _asleep, on)
    sql = QUERY.format(
        family_ctes=cte_sql,
        asleep=asleep,
        counts=", ".join(f"count(*) FILTER (WHERE {each}) AS {each}" for each in FamiliesShown),
        shown=" AND ".join(filters) or "true",
        **COUNT_COLUMNS,
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, values | params | asleep_params)
        return _read_outlook(*cursor.fetchone())


def family_ctes(
    user: User,
    on: datetime.date,
    last: datetime.date | None,
    what_if: WhatIf | None,
    today: datetime.date,
) -> Named | None:
    """FAMILY_CTES with its parameters; None if no row can match. `last` is None if cover after the chart matters."""
    cases, case_params = kept_sql("s", _cases, user)
    members, member_params = kept_sql("m", _members, today)
    covers, cover_params = kept_sql("c", _covers, on, last, what_if, today)
    if not (cases and members and covers):
        return None
    sql = FAMILY_CTES.format(cases=cases, members=members, covers=covers, **COUNT_COLUMNS)
    return sql, case_params | member_params | cover_params


def _cases(user: User) -> Any:
    visible = visible_keys(Case.objects, user, Permission.FORECAST_READ)
    return Case.objects.open().filter(pk__in=visible).order_by().values_list("pk", "number")


def _members(on: datetime.date) -> Any:
    return FamilyMember.objects.here_on(on).order_by().values_list("individual", "case")


def _asleep(on: datetime.date) -> Any:
    return Placement.objects.sheltering_on(on).order_by().values("individual")


def _covers(
    on: datetime.date, last: datetime.date | None, what_if: WhatIf | None, today: datetime.date
) -> Any:
    """Firm cover that overlaps the days from `on` to `last`: other cover changes no period in them."""
    rows: Any = Cover.objects.firm().with_end(today, what_if=what_if)
    if last:
        rows = rows.filter(starts_on__lte=last)
    running = rows.filter(Q(ends_on=None) | Q(ends_on__gt=on))
    return running.order_by().values_list("individual", "kind", "starts_on", "ends_on")


def _read_outlook(
    counted: dict[str, int], page: list[str], chart_periods: list[list[Any]]
) -> Outlook:
    day = datetime.date.fromisoformat
    return Outlook(
        {show: counted[show] for show in FamiliesShown},
        counted["people"],
        counted["lacking"],
        counted["unpaid"],
        counted["everybody"],
        counted["shown"],
        [uuid.UUID(case_id) for case_id in page],
        [
            PeopleCovered(AidKind(kind), day(starts_on), day(ends_on) if ends_on else None, people)
            for kind, starts_on, ends_on, people in chart_periods
        ],
    )
