"""What falls due, from every app, in one query and within the user's sight."""

import datetime
import json
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.utils.timezone import get_current_timezone_name

from accounts.due import Source, due_sources
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources, keys_seen
from casework.register.models.case import Case
from pages.failing import part_or
from pages.pager import Pager
from pages.remembered import Remembered
from worklist.due.conditions import still_open
from worklist.projection.sight_sql import ReaderQuestion
from worklist.projection.update import COLUMNS, NOTHING_KEPT, kept_kinds, kept_of
from worklist.sources.reach import kinds_by_reach
from worklist.sources.warning_days import OVERDUE, WARNING_DAYS

# Rows without a case come last on their day.
ORDER = ("due_on", "case_id", "kind", "about_id")
# All sources use the same column types; otherwise the database refuses the UNION.
SELECT = ", ".join(f"{name}::{type_} AS {name}" for name, type_ in COLUMNS.items())


@dataclass(frozen=True)
class Due:
    """One thing that falls due on a day. The case is None for what concerns an office."""

    kind: str
    on: datetime.date
    about_type: str
    about_id: str
    case_id: uuid.UUID | None
    permission: str
    office_id: uuid.UUID | None
    severity: str
    warn_days: list[int] | None
    person_id: uuid.UUID | None = None


class DueRows:
    """Due rows, earliest first, fetched a slice at a time; paged by `DuePager`."""

    def __init__(self, sql: str, params: list[Any], *, is_reversed: bool = False) -> None:
        self._sql = sql
        self._params = params
        self._is_reversed = is_reversed

    def count(self, most: int | None = None) -> int:
        """How many there are, counted no further than `most` if it is given."""
        question = "SELECT count(*) FROM (SELECT FROM ({}) due LIMIT %s) counted"
        return int(self._fetch(question, last=[most])[0][0])

    def reverse(self) -> "DueRows":
        """The same, the latest first."""
        return DueRows(self._sql, self._params, is_reversed=not self._is_reversed)

    def __len__(self) -> int:
        return self.count()

    def __iter__(self) -> Iterator[Due]:
        return iter(self[:])

    def __getitem__(self, part: slice) -> list[Due]:
        if not self._sql:
            return []
        start, stop = part.start or 0, part.stop
        order = ", ".join(f"{name} DESC" if self._is_reversed else name for name in ORDER)
        # The order of the index of `KeptDue`, so that the first rows need no sort.
        first_kept = f" ORDER BY {order}" + ("" if stop is None else f" LIMIT {int(stop)}")
        question = f"SELECT * FROM ({{}}) due ORDER BY {order} OFFSET %s LIMIT %s"  # noqa: S608
        rows = self._fetch(question, last=[start, stop and stop - start], first_kept=first_kept)
        return [Due(*[*facts, json.loads(days or "null"), person]) for *facts, days, person in rows]

    def counts(self, today: datetime.date) -> dict[str, tuple[int, int]]:
        """For each kind, how many are overdue on that day and how many are still to come."""
        question = (
            "SELECT kind, count(*) FILTER (WHERE due_on < %s), count(*) FILTER (WHERE due_on >= %s)"
            " FROM ({}) due GROUP BY kind"
        )
        return {
            kind: (overdue, coming)
            for kind, overdue, coming in self._fetch(question, [today, today])
        }

    def _fetch(
        self,
        question: str,
        first: Iterable[Any] = (),
        last: Iterable[Any] = (),
        first_kept: str = "",
    ) -> list[Any]:
        rows_asked = (self._sql or NOTHING_DUE).replace(_FIRST_KEPT, first_kept)
        with connection.cursor() as cursor:
            cursor.execute(question.format(rows_asked), [*first, *self._params, *last])
            rows: list[Any] = cursor.fetchall()
            return rows


# A mark in the SQL of the kept rows. A slice puts its ORDER BY and LIMIT there; a count removes the mark.
_FIRST_KEPT = "/* the first kept rows */"


class DuePager(Pager):
    """Pages of what falls due."""

    def counted_to(self, most: int) -> int:
        counted: int = self.every_row.count(most)
        return counted


_NULLS = ", ".join(f"NULL::{type_} AS {name}" for name, type_ in COLUMNS.items())
NOTHING_DUE = f"SELECT {_NULLS} WHERE false"
NOTHING = DueRows("", [])


def due(
    user: User,
    *,
    today: datetime.date,
    kinds: Iterable[str] = (),
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    about_id: str = "",
    whose: str = "",
    warns_today: bool = False,
    is_told: bool = False,
    state: str = "",
) -> DueRows:
    """Everything within the user's sight, of these kinds, from `since` to `until` (both included).

    `warns_today` selects rows for which `today` is a day of warning (set by their rule or by the settings) or the first day
    overdue. `is_told` selects the kinds that notices tell. `state` selects the one kind of that name, which lists people in a
    state: the day of a row is the day since when. Settled and postponed dates are left out (`worklist.due.conditions`).

    A row with a case counts if the user reaches the case with the source's permission; a row without one counts if they hold
    that permission at the row's office.
    """
    bounds = Bounds(since, until, today, warns_today, is_told)
    wanted = set(kinds)
    sources = [
        source
        for source in due_sources
        if user.holds(source.permission)
        and (not wanted or source.kind in wanted)
        and (source.kind == state if state else source.is_told if is_told else source.is_listed)
    ]
    if not sources:
        return NOTHING
    kept, _is_ahead, is_night_kept = kept_of(today) if today == user.today() else NOTHING_KEPT
    is_open, open_values = still_open(user, today, about_id=about_id, whose=whose)
    reader = _Reader(user, not about_id, today if is_night_kept else None)
    sql, params = _kept(reader, kept & {source.kind for source in sources}, bounds)
    if sql:
        sql, params = f"({sql} AND {is_open}{_FIRST_KEPT})", [*params, *open_values]
    parts = []
    for source in sources:
        if source.kind not in kept:
            with suppress(EmptyResultSet):
                parts.append(derived(source, user, today, bounds))
    if parts:
        union = " UNION ALL ".join(part for part, _values in parts)
        others = f"SELECT * FROM ({union}) AS dated WHERE {is_open}"  # noqa: S608
        sql = f"{sql} UNION ALL {others}" if sql else others
        params += [value for _part, values in parts for value in values] + open_values
    return DueRows(sql, params)


def kinds_to_tell(today: datetime.date) -> frozenset[str]:
    """The kinds of notices that have anything to tell anybody; queried once, before the loop over readers."""
    kept = kept_kinds(today)
    in_time, days = Bounds(None, None, today, warns_today=False, is_told=True).as_sql()
    parts, params = [], list[Any]()
    for source in due_sources:
        if source.is_told and source.kind in kept:
            rows = f"SELECT FROM worklist_keptdue WHERE day = %s AND kind = %s AND {in_time}"
            parts.append(f"SELECT %s WHERE EXISTS ({rows})")
            params += [source.kind, today, source.kind, *days]
        elif source.is_told:
            with suppress(EmptyResultSet):
                sql, values = source.rows(today).query.sql_with_params()
                parts.append(f"SELECT %s WHERE EXISTS ({sql})")
                params += [source.kind, *values]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts) or "SELECT '' WHERE false", params)
        return frozenset(kind for (kind,) in cursor.fetchall())


class Bounds(NamedTuple):
    """Which days are asked for: as the arguments of `due`."""

    since: datetime.date | None
    until: datetime.date | None
    today: datetime.date
    warns_today: bool
    is_told: bool

    def as_sql(self, *, is_told_at_once: bool = False) -> tuple[str, list[Any]]:
        """The condition on `due_on` and `warn_days`, and its values.

        A notice about a row waits for the first day of warning, unless it `is_told_at_once`.
        """
        where, params = "due_on IS NOT NULL", list[Any]()
        if self.since:
            where += " AND due_on::date >= %s"
            params.append(self.since)
        if self.until:
            where += " AND due_on::date <= %s"
            params.append(self.until)
        if self.warns_today:
            where += (
                f" AND CASE WHEN {_HAS_STEPS} THEN to_jsonb(due_on::date - %s::date) <@"
                " (warn_days::jsonb || %s::jsonb) ELSE due_on::date - %s::date = ANY(%s) END"
            )
            steps = [*WARNING_DAYS, OVERDUE]
            params += [self.today, json.dumps([OVERDUE]), self.today, steps]
        if self.is_told and not is_told_at_once:
            furthest = "SELECT max(step::int) FROM jsonb_array_elements_text(warn_days::jsonb) step"
            where += f" AND due_on::date <= %s::date + CASE WHEN {_HAS_STEPS} THEN ({furthest}) ELSE %s END"
            params += [self.today, max(WARNING_DAYS)]
        return where, params


# Rules may list their own days of warning; other rows use the days in settings, which are faster to compare.
_HAS_STEPS = "jsonb_typeof(warn_days::jsonb) = 'array' AND warn_days::jsonb <> '[]'"


class _Reader(NamedTuple):
    """Whose query it is, and the arguments of `ReaderQuestion` for it."""

    user: User
    at_once: bool
    kept_night: datetime.date | None


def _kept(reader: _Reader, kinds: frozenset[str], bounds: Bounds) -> tuple[str, list[Any]]:
    """The visible kept rows of these kinds; empty without any."""
    in_time, days = bounds.as_sql()
    user, *arguments = reader
    key = (user.standing_key, *arguments, kinds, access_sources.entries)
    (with_sql, with_values), (visible_sql, visible_values) = _compiled_conditions.of(
        key, lambda: _visible(reader, kinds)
    )
    if not visible_sql:
        return "", []
    return (
        f"{with_sql}SELECT {SELECT} FROM worklist_keptdue AS dated"  # noqa: S608
        f" WHERE day = %s AND {in_time} AND ({visible_sql})",
        [*with_values, user.today(), *days, *visible_values],
    )


_compiled_conditions = Remembered(500)
_SqlAndValues = tuple[str, list[Any]]


def _visible(reader: _Reader, kinds: frozenset[str]) -> tuple[_SqlAndValues, _SqlAndValues]:
    """The WITH clauses, and the condition that a kept row is visible and of one of these kinds.

    Each comes with its values; both are empty if nothing can match."""
    question = ReaderQuestion(reader.user, at_once=reader.at_once, kept_night=reader.kept_night)
    conditions = [
        f"kind = ANY({question.value(wanted)}::text[]) AND {question.reached(reach)}"
        for reach, reached_kinds in kinds_by_reach(reader.user).items()
        if (wanted := sorted(kinds.intersection(reached_kinds)))
    ]
    return question.in_order(question.in_front()), question.in_order(" OR ".join(conditions))


class _Asked(NamedTuple):
    """Everything that the SQL of a source depends on, apart from the rows."""

    source: Source
    today: datetime.date
    reader: tuple[Any, ...] | None
    zone: str


_compiled = Remembered(5_000)


def _question(
    source: Source, user: User, today: datetime.date
) -> tuple[str, tuple[Any, ...]] | None:
    """The source's query as SQL and its values, cached: compiling it takes Django longer than running it takes the database.

    None where Django knows that nothing can be found.
    """
    if source.asks_first:
        return _compile(source, user, today)
    reader = user.standing_key if source.is_own else None
    asked = _Asked(source, today, reader, get_current_timezone_name())
    known: tuple[str, tuple[Any, ...]] | None = _compiled.of(
        asked, lambda: _compile(source, user, today)
    )
    return known


def _compile(
    source: Source, user: User, today: datetime.date
) -> tuple[str, tuple[Any, ...]] | None:
    with suppress(EmptyResultSet):
        sql, values = source.rows_of(user, today).query.sql_with_params()
        return sql, values
    return None


def derived(
    source: Source, user: User, today: datetime.date, bounds: Bounds
) -> tuple[str, list[Any]]:
    """The rows of the source itself.

    Raises EmptyResultSet where nothing can be found. A source whose query cannot be built counts as empty, and the page
    names it; this does not cover errors of `keys_seen` or of the combined statement.
    """
    question = part_or(
        lambda: _question(source, user, today),
        lambda: None,
        kind=source.kind,
        above=source.title,
    )
    if question is None:
        raise EmptyResultSet
    sql, values = question
    in_time, days = bounds.as_sql(is_told_at_once=source.is_told_at_once)
    # Filter by days first, behind a fence: looking up somebody's current case costs more than comparing a day.
    dated = f"SELECT * FROM ({sql}) AS part ({', '.join(COLUMNS)}) WHERE {in_time} OFFSET 0"  # noqa: S608
    office_ids = user.office_ids(source.permission)
    seen, more = _seen(user, source.permission, office_ids) if source.case else _at(office_ids)
    # Only SQL that the ORM made from our own querysets; every value is a parameter.
    return (
        f"SELECT {SELECT} FROM ({dated}) AS dated WHERE permission = %s AND ({seen})",  # noqa: S608
        [*values, *days, str(source.permission), *more],
    )


def _seen(
    user: User, permission: Permission, office_ids: Iterable[uuid.UUID]
) -> tuple[str, list[Any]]:
    """The condition that a row belongs to a visible case, or to no case and a visible office; and its values."""
    cases = keys_seen(Case.objects, user, permission)
    sql, values = (cases.sql, cases.params) if cases else ("SELECT NULL::uuid WHERE false", ())
    at_office, office_values = _at(office_ids)
    return f"case_id::uuid IN ({sql}) OR {at_office}", [*values, *office_values]


def _at(office_ids: Iterable[uuid.UUID]) -> tuple[str, list[Any]]:
    return "(case_id IS NULL AND office_id::uuid = ANY(%s))", [list(office_ids)]
