"""Families that lose aid or have none, for Today and the forecast: read from the projection.

`worklist.kept` decides when the projection is stale. `aid.loss_sql` is the truth, and is queried directly where nothing is
kept.
"""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources, params_named
from aid.choices import AidKind, FamiliesShown
from aid.forecast_page import DAYS_DRAWN, NAMES, Named
from aid.forecasts import PayerLoss, forecast, losses_by_payer, members_here, shown_of
from aid.loss_sql import FamilyAhead, ahead_as_sql, stretches_as_sql
from aid.models import Agreement, Cover
from aid.querysets.cover import LOST
from casework.register.models.case import Case
from pages.pager import COUNTED_AT_MOST
from pages.remembered import Remembered
from worklist.models import KeptAhead, KeptLoss, KeptStretch
from worklist.sight_sql import NAME, ReaderQuestion

AID_DAYS = 14
# The kind of the projection, and the kind of date that changes with the aid of many families.
AHEAD, WITH_MANY = "families_ahead", "commitment_ends"
# The tables' rows of that kind.
OF_AHEAD = (KeptAhead, KeptLoss, KeptStretch)


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


AHEAD_OF = """
families AS MATERIALIZED (
    SELECT case_id, number, lacking, has_nothing_now AS {nothing_now},
        (essential @> %(last)s::date) IS NOT TRUE AS {nothing_left},
        first_loss_on <= %(last)s IS TRUE AS {losing},
        CASE WHEN first_loss_on <= %(last)s THEN first_loss_on END AS first_loss_on,
        CASE WHEN first_loss_on <= %(last)s
            THEN (SELECT count(*) FROM unnest(losses) AS lost_on WHERE lost_on <= %(last)s) END AS people
    FROM worklist_keptahead AS dated
    WHERE day = %(on)s AND (has_nothing_now OR first_loss_on <= %(last)s) AND {seen}
),
alike AS (
    SELECT kind, starts_on, ends_on, sum(people) AS people
    FROM worklist_keptstretch AS dated WHERE day = %(on)s AND {seen} GROUP BY kind, starts_on, ends_on
)
"""


def ahead_of(user: User, night: datetime.date | None) -> Named:
    """What is kept for today of the families that the user sees (`aid.forecast_page.Kept`).

    `night` is tonight if the projection says who waits for a bed.
    """
    asked = (AHEAD, user.standing_key, access_sources.entries, night)
    question: Named = _remembered.of(asked, lambda: _ahead_as_sql(user, night))
    return question


def _ahead_as_sql(user: User, night: datetime.date | None) -> Named:
    asked = ReaderQuestion(user, at_once=True, kept_night=night)
    seen = asked.seen(Permission.FORECAST_READ, of_all=True)
    return ", ".join([*asked.looked_up(), AHEAD_OF.format(seen=seen, **NAMES)]), asked.values


def keep_ahead(days: Iterable[datetime.date]) -> None:
    """Writes what all families lose on these days."""
    for day in days:
        with suppress(EmptyResultSet):
            _write([], _statements(day, Case.objects.open(), Cover.objects.all()))


def keep_ahead_near(
    days: Collection[datetime.date], cases: Collection[Any], people: Collection[Any]
) -> None:
    """Recomputes the rows of these cases, limited to these people."""
    gone = [
        (f"DELETE FROM {model._meta.db_table} WHERE case_id = ANY(%(cases)s)", {"cases": [CASES]})  # noqa: S608
        for model in OF_AHEAD
    ]
    anew = [
        each
        for day in days
        for each in _remembered.of((OF_AHEAD, day), partial(_statements_near, day))
    ]
    _write(gone, anew, {CASES: list(cases), PEOPLE: list(people)})


# Placeholders for the keys in cached SQL.
CASES, PEOPLE = uuid.UUID(int=0), uuid.UUID(int=1)


def _statements_near(day: datetime.date) -> list[Named]:
    cases = Case.objects.open().filter(pk__in=[CASES])
    return _statements(day, cases, Cover.objects.filter(individual__in=[PEOPLE]))


def _write(
    gone: list[Named], anew: list[Named], keys: Mapping[uuid.UUID, list[Any]] | None = None
) -> None:
    """Writes everything in one statement: it deletes the rows that existed before. `keys` replace the placeholders."""
    parts, values = list[str](), dict[str, Any]()
    for place, (sql, asked) in enumerate([*gone, *anew]):
        apart = NAME.sub(rf"%(\1_{place})s", sql)
        parts.append(f"part_{place} AS ({apart})")
        values |= {f"{name}_{place}": _meant(value, keys or {}) for name, value in asked.items()}
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {', '.join(parts)} SELECT", values)


def _meant(value: Any, keys: Mapping[uuid.UUID, list[Any]]) -> Any:
    is_mark = isinstance(value, list) and len(value) == 1 and value[0] in keys
    return keys[value[0]] if is_mark else value


def _statements(day: datetime.date, cases: Any, covers: Any) -> list[Named]:
    """The statements that write everything kept of these cases and covers.

    Raises EmptyResultSet where Django knows that there is nothing.
    """
    last = day + datetime.timedelta(days=AID_DAYS)
    members, covers = members_here(cases, day), covers.firm().with_end()
    return [
        _families(day, members, covers, last),
        _stretches(day, members, covers),
        _losses(day, members, covers, last),
    ]


def _families(day: datetime.date, members: Any, covers: Any, last: datetime.date) -> Named:
    question, values = ahead_as_sql(members, covers, on=day, last=last, lost_by=None)
    return (
        "INSERT INTO worklist_keptahead (day, case_id, number, has_nothing_now, is_left_with_nothing,"  # noqa: S608
        " first_loss_on, lost, lacking, essential, losses, case_team_id, case_office_id, case_is_restricted)"
        " SELECT %(on)s::date, case_id, file.number, nothing_now, nothing_left, first_loss_on, lost, lacking, essential, losses,"
        " file.team_id, file.office_id, file.is_restricted"
        f" FROM ({question}) AS ahead"
        " (case_id, number, nothing_now, nothing_left, first_loss_on, people, lost, lacking, essential, losses)"
        " JOIN casework_case AS file ON file.id = ahead.case_id",
        values,
    )


def _stretches(day: datetime.date, members: Any, covers: Any) -> Named:
    drawn = day + datetime.timedelta(days=DAYS_DRAWN)
    question, values = stretches_as_sql(members, covers, on=day, drawn=drawn)
    return (
        "INSERT INTO worklist_keptstretch"  # noqa: S608
        " (day, case_id, kind, starts_on, ends_on, people, case_team_id, case_office_id, case_is_restricted)"
        " SELECT %(on)s::date, case_id, kind, starts_on, ends_on, people,"
        " file.team_id, file.office_id, file.is_restricted"
        f" FROM ({question}) AS stretch (case_id, kind, starts_on, ends_on, people)"
        " JOIN casework_case AS file ON file.id = stretch.case_id",
        values,
    )


def _losses(day: datetime.date, members: Any, covers: Any, last: datetime.date) -> Named:
    here, of_members = params_named(members.order_by().values_list("individual", "case"), "h")
    columns = ("individual", "kind", "starts_on", "ends_on", "agreement")
    theirs = covers.filter(individual__in=members.order_by().values("individual"))
    cover, of_covers = params_named(theirs.order_by().values_list(*columns), "c")
    lost = LOST.format(cover)
    return (
        "INSERT INTO worklist_keptloss"  # noqa: S608
        " (day, case_id, case_office_id, individual_id, agreement_id, kind, ends_on)"
        " SELECT %(on)s::date, file.id, file.office_id, person, agreement_id, kind, ends_on"
        f" FROM ({lost}) AS lost (agreement_id, kind, ends_on, people), unnest(people) AS person"
        f" JOIN ({here}) AS here (individual_id, case_id) ON here.individual_id = person"
        " JOIN casework_case AS file ON file.id = here.case_id",
        {"on": day, "last": last} | of_covers | of_members,
    )


BY_PAYER = """
SELECT (array_agg(agreement_id))[1], kind, loss.ends_on, count(DISTINCT individual_id)
FROM worklist_keptloss AS loss LEFT JOIN aid_agreement AS agreement ON agreement.id = agreement_id
WHERE day = %s AND case_office_id = ANY(%s) GROUP BY agreement.payer_id, kind, loss.ends_on
"""


def people_losing(user: User, *, is_kept: bool) -> list[PayerLoss]:
    """How many people of the user's offices lose which aid, by payer, counted as in `aid.forecasts`."""
    if not is_kept:
        return losses_by_payer(user, within_days=AID_DAYS, on=user.today())
    offices = list(user.office_ids(Permission.FORECAST_COUNTS))
    with connection.cursor() as cursor:
        cursor.execute(BY_PAYER, [user.today(), offices])
        found = cursor.fetchall()
    keys = {key for key, *_loss in found if key}
    agreements = Agreement.objects.select_related("payer").in_bulk(keys) if keys else {}
    rows = [
        PayerLoss(str(agreements[key].payer) if key else "", AidKind(kind), ends_on, people)
        for key, kind, ends_on, people in found
    ]
    return sorted(rows, key=lambda row: (row.on, row.payer, row.kind))
