"""Families that lose aid or have none, for Today, read from the projection.

`aid.loss_sql` is the truth. It is queried directly while the projection is not valid.
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


class SameLosses(NamedTuple):
    """How many families lose this kind of essential aid on this day without replacement; `case_id` if it is one family."""

    on: datetime.date
    kind: AidKind
    families: int
    case_id: uuid.UUID | None


class LosingAid(NamedTuple):
    """How many families are in each list of the forecast, and the losses by day and kind. Counts stop at a thousand."""

    numbers: dict[FamiliesShown, int]
    alike: list[SameLosses]


NO_LOSSES = LosingAid(dict.fromkeys(FamiliesShown, 0), [])


def losing_aid(user: User, *, is_kept: bool, kept_night: datetime.date | None = None) -> LosingAid:
    """The losses of the families that the user sees with FORECAST_READ.

    `is_kept` says whether the projection is valid; without it the forecast is computed. `kept_night` is tonight if the
    projection says which families wait for a bed.
    """
    if not user.holds(Permission.FORECAST_READ):
        return NO_LOSSES
    if not is_kept:
        return _from_forecast(forecast(user, within_days=AID_DAYS, on=user.today()))
    question = _remembered_sql(user, kept_night)
    losses = _answer(question, COUNTED_AT_MOST + 1)
    if losses.numbers[FamiliesShown.LOSING] > COUNTED_AT_MOST and not losses.alike:
        # More than a thousand families lose something on the first day, so that day is not complete within the limit.
        losses = _answer(question, None)
    return losses


def _answer(question: Named, most: int | None) -> LosingAid:
    """Runs the query. It reads at most `most` families that lose something, the earliest loss first.

    Leaves out the last day if the limit may have cut it off.
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


def _read_losses(lost: str, families: int, case_id: str) -> SameLosses:
    day, kind = lost.split(" ")
    one = uuid.UUID(case_id) if families == 1 else None
    return SameLosses(datetime.date.fromisoformat(day), AidKind(kind), families, one)


def _from_forecast(families: list[FamilyAhead]) -> LosingAid:
    """The same answer, summed over the families of a forecast."""
    by_loss: dict[tuple[datetime.date, AidKind], list[uuid.UUID]] = {}
    for family in families:
        for lost in family.lost_for_good:
            by_loss.setdefault(lost, []).append(family.case_id)
    return LosingAid(
        {show: len(shown_of(families, show)) for show in FamiliesShown},
        [
            SameLosses(*lost, len(cases), cases[0] if len(cases) == 1 else None)
            for lost, cases in by_loss.items()
        ],
    )


_compiled_sql = Remembered(500)


def _remembered_sql(user: User, kept_night: datetime.date | None) -> Named:
    """The statement for this user with its values, from the cache if it is there."""
    key = (user.standing_key, access_sources.entries, kept_night)
    question: Named = _compiled_sql.of(key, lambda: _compile_sql(user, kept_night))
    return question


def _compile_sql(user: User, kept_night: datetime.date | None) -> Named:
    """The statement for this user, with its values.

    Each count stops at a thousand. If the first one reaches it, the next two are larger and need not be counted.
    """
    today = user.today()
    last = today + datetime.timedelta(days=AID_DAYS)
    most = COUNTED_AT_MOST + 1
    question = ReaderQuestion(
        user, looks_up_first=True, kept_night=kept_night, today=today, last=last, most=most
    )
    is_visible = question.case_condition(Permission.FORECAST_READ)
    rows = f"FROM worklist_keptahead AS dated WHERE day = %(today)s AND {is_visible}"
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
    before = question.with_clause(
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
        question.values,
    )
