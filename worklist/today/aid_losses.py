"""Families that lose aid or have none, for Today: read from the projection.

`worklist.projection.update` decides when it is stale. `aid.loss_sql` is the truth, and is queried where nothing is kept.
"""

import datetime
import uuid
from typing import NamedTuple

from django.db import connection

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources
from aid.choices import AidKind, FamiliesShown
from aid.forecast_page import Named
from aid.forecasts import forecast, shown_of
from aid.loss_sql import FamilyAhead
from pages.pager import COUNTED_AT_MOST
from pages.remembered import Remembered
from worklist.projection.families import AID_DAYS
from worklist.projection.sight_sql import ReaderQuestion


class AlikeLosses(NamedTuple):
    """How many families lose this kind of essential aid for good on this day; names the family if it is one."""

    on: datetime.date
    kind: AidKind
    families: int
    case_id: uuid.UUID | None


class LosingAid(NamedTuple):
    """How many families each count of the forecast has, counted to a thousand; and who loses what when."""

    numbers: dict[FamiliesShown, int]
    alike: list[AlikeLosses]


NOBODY = LosingAid(dict.fromkeys(FamiliesShown, 0), [])


def losing_aid(user: User, *, is_kept: bool, kept_night: datetime.date | None = None) -> LosingAid:
    """Of the families that the user sees with FORECAST_READ.

    `kept_night` is tonight if the projection says who waits for a bed.
    """
    if not user.holds(Permission.FORECAST_READ):
        return NOBODY
    if not is_kept:
        return _summed(forecast(user, within_days=AID_DAYS, on=user.today()))
    question = _losing(user, kept_night)
    found = _asked(question, COUNTED_AT_MOST + 1)
    if found.numbers[FamiliesShown.LOSING] > COUNTED_AT_MOST and not found.alike:
        # More than a thousand on the very first day.
        found = _asked(question, None)
    return found


def _asked(question: Named, most: int | None) -> LosingAid:
    """The query's answer.

    Returns at most `most` families that lose something, the soonest first, and only complete days.
    """
    sql, values = question
    with connection.cursor() as cursor:
        cursor.execute(sql, values | {"most_losing": most})
        neither, only_left, only_now, losing, until, alike = cursor.fetchone()
    numbers = {
        FamiliesShown.NOTHING_LEFT: neither + only_left,
        FamiliesShown.NOTHING_NOW: neither + only_now,
        FamiliesShown.LOSING: losing,
    }
    every = [_read_losses(*each) for each in alike or ()]
    return LosingAid(numbers, [each for each in every if losing != most or each.on < until])


def _read_losses(lost: str, families: int, case_id: str) -> AlikeLosses:
    day, kind = lost.split(" ")
    one = uuid.UUID(case_id) if families == 1 else None
    return AlikeLosses(datetime.date.fromisoformat(day), AidKind(kind), families, one)


def _summed(families: list[FamilyAhead]) -> LosingAid:
    by_loss: dict[tuple[datetime.date, AidKind], list[uuid.UUID]] = {}
    for family in families:
        for lost in family.lost_for_good:
            by_loss.setdefault(lost, []).append(family.case_id)
    return LosingAid(
        {show: len(shown_of(families, show)) for show in FamiliesShown},
        [
            AlikeLosses(*lost, len(cases), cases[0] if len(cases) == 1 else None)
            for lost, cases in by_loss.items()
        ],
    )


_remembered = Remembered(500)


def _losing(user: User, kept_night: datetime.date | None) -> Named:
    asked = (user.standing_key, access_sources.entries, kept_night)
    question: Named = _remembered.of(asked, lambda: _losing_as_sql(user, kept_night))
    return question


def _losing_as_sql(user: User, kept_night: datetime.date | None) -> Named:
    """Each count stops at a thousand; if the first does, the next two exceed a thousand as well."""
    today = user.today()
    last = today + datetime.timedelta(days=AID_DAYS)
    most = COUNTED_AT_MOST + 1
    asked = ReaderQuestion(
        user, at_once=True, kept_night=kept_night, today=today, last=last, most=most
    )
    seen = asked.seen(Permission.FORECAST_READ)
    rows = f"FROM worklist_keptahead AS dated WHERE day = %(today)s AND {seen}"
    neither, only_left, only_now = (
        f"SELECT count(*) FROM (SELECT {rows} AND {condition} LIMIT %(most)s) AS counted"  # noqa: S608
        for condition in (
            "has_nothing_now AND is_left_with_nothing",
            "NOT has_nothing_now AND is_left_with_nothing",
            "has_nothing_now AND NOT is_left_with_nothing",
        )
    )
    losing = (
        f"SELECT case_id, lost, first_loss_on {rows} AND first_loss_on <= %(last)s"
        " ORDER BY first_loss_on LIMIT %(most_losing)s"
    )
    before = asked.in_front(
        f"losing AS MATERIALIZED ({losing})", f"neither AS MATERIALIZED ({neither})"
    )
    return (
        f"""
        {before}
        SELECT (SELECT count FROM neither),
        CASE WHEN (SELECT count FROM neither) < %(most)s THEN ({only_left}) ELSE 0 END,
        CASE WHEN (SELECT count FROM neither) < %(most)s THEN ({only_now}) ELSE 0 END,
        (SELECT count(*) FROM losing), (SELECT max(first_loss_on) FROM losing),
        (SELECT json_agg(json_build_array(each, families, one)) FROM (
            SELECT each, count(*) AS families, min(case_id::text) AS one
            FROM losing, unnest(lost) AS each GROUP BY each) AS alike)
        """,  # noqa: S608
        asked.values,
    )
