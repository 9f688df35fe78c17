"""The due dates of all apps that a user may see, in one query."""

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
from accounts.sight import access_sources, visible_keys
from casework.register.models.case import Case
from pages.failing import part_or
from pages.pager import Pager
from pages.remembered import Remembered
from worklist.due.bounds import Bounds
from worklist.due.conditions import open_condition
from worklist.projection.sight_sql import ReaderQuestion
from worklist.projection.source_rows import COLUMNS
from worklist.projection.update import NO_PROJECTION, current_kinds, current_projection
from worklist.sources.lookups import warning_steps
from worklist.sources.reach import kinds_by_reach
from worklist.sources.warning_days import Steps

# Rows without a case come last on their day.
ORDER = ("due_on", "case_id", "kind", "about_id")
# Every part casts its columns to the same types, because UNION needs equal types.
SELECT = ", ".join(f"{name}::{type_} AS {name}" for name, type_ in COLUMNS.items())


@dataclass(frozen=True)
class Due:
    """One date: its kind, its day, its subject, and its case. The case is None if the date concerns an office."""

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
    """Due dates, earliest first. Nothing is queried before a slice, a count or a loop; `DuePager` makes pages of them."""

    def __init__(self, sql: str, params: list[Any], *, is_reversed: bool = False) -> None:
        self._sql = sql
        self._params = params
        self._is_reversed = is_reversed

    def count(self, most: int | None = None) -> int:
        """How many dates there are. With `most` the count stops at that number."""
        question = "SELECT count(*) FROM (SELECT FROM ({}) due LIMIT %s) counted"
        return int(self._fetch(question, last=[most])[0][0])

    def reverse(self) -> "DueRows":
        """The same dates, the latest first."""
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
        # The order of an index of `KeptDue`, so that the first rows need no sort.
        first_kept = f" ORDER BY {order}" + ("" if stop is None else f" LIMIT {int(stop)}")
        question = f"SELECT * FROM ({{}}) due ORDER BY {order} OFFSET %s LIMIT %s"  # noqa: S608
        rows = self._fetch(question, last=[start, stop and stop - start], first_kept=first_kept)
        return [Due(*[*facts, json.loads(days or "null"), person]) for *facts, days, person in rows]

    def counts(self, today: datetime.date) -> dict[str, tuple[int, int]]:
        """For each kind, how many dates are before that day, and how many are on it or later."""
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
        rows_asked = (self._sql or NO_ROWS_SQL).replace(_FIRST_KEPT, first_kept)
        with connection.cursor() as cursor:
            cursor.execute(question.format(rows_asked), [*first, *self._params, *last])
            rows: list[Any] = cursor.fetchall()
            return rows


# A placeholder in the SQL of the projected rows. A slice replaces it with its ORDER BY and LIMIT, a count removes it.
_FIRST_KEPT = "/* the first kept rows */"


class DuePager(Pager):
    """Pages of due dates."""

    def counted_to(self, most: int) -> int:
        counted: int = self.every_row.count(most)
        return counted


_NULLS = ", ".join(f"NULL::{type_} AS {name}" for name, type_ in COLUMNS.items())
NO_ROWS_SQL = f"SELECT {_NULLS} WHERE false"
NO_ROWS = DueRows("", [])


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
    steps: Steps | None = None,
) -> DueRows:
    """The open dates that the user may see, of these kinds, from `since` to `until` (both included).

    Settled and postponed dates are left out (`worklist.due.conditions`). The user sees a row with a case if they see the case
    with the permission of the source, and a row without a case if they hold that permission at the office of the row.

    `warns_today` selects rows for which `today` is the first day overdue or a day of warning, as their rule or WARNING_DAYS
    say. `is_told` selects the kinds that notices announce. `state` selects one kind that lists people in a state; the day of
    its rows is the first day of the state. `about_id` and `whose` narrow the dates to a subject and to assignees.
    `steps` are the `warning_steps`, for callers that know them.
    """
    steps = steps or (warning_steps() if warns_today or is_told else {})
    bounds = Bounds(since, until, today, warns_today, is_told, steps)
    sources = _sources(user, set(kinds), state=state, is_told=is_told)
    if not sources:
        return NO_ROWS
    projected_kinds, _is_ahead, is_night_kept = (
        current_projection(today) if today == user.today() else NO_PROJECTION
    )
    is_open, open_values = open_condition(user, today, about_id=about_id, whose=whose)
    reader = _Reader(user, not about_id, today if is_night_kept else None)
    sql, params = _projected_rows_sql(
        reader, projected_kinds & {source.kind for source in sources}, bounds
    )
    if sql:
        sql, params = f"({sql} AND {is_open}{_FIRST_KEPT})", [*params, *open_values]
    parts = []
    for source in sources:
        if source.kind not in projected_kinds:
            with suppress(EmptyResultSet):
                parts.append(source_rows_sql(source, user, today, bounds))
    if parts:
        union = " UNION ALL ".join(part for part, _values in parts)
        others = f"SELECT * FROM ({union}) AS dated WHERE {is_open}"  # noqa: S608
        sql = f"{sql} UNION ALL {others}" if sql else others
        params += [value for _part, values in parts for value in values] + open_values
    return DueRows(sql, params)


def _sources(user: User, kinds: set[str], *, state: str, is_told: bool) -> list[Source]:
    """The sources that `due` asks, as its arguments select them; without `kinds` all kinds."""
    return [
        source
        for source in due_sources
        if user.holds(source.permission)
        and (not kinds or source.kind in kinds)
        and (source.kind == state if state else source.is_told if is_told else source.is_listed)
    ]


def kinds_to_tell(today: datetime.date, steps: Steps) -> frozenset[str]:
    """The kinds with at least one row that a notice might announce today, to whomever.

    Asked once before the loop over all readers, which then skips the other kinds."""
    projected_kinds = current_kinds(today)
    bounds = Bounds(None, None, today, warns_today=False, is_told=True, steps=steps)
    in_time, days = bounds.as_sql()
    parts, params = [], list[Any]()
    for source in due_sources:
        if source.is_told and source.kind in projected_kinds:
            rows = f"SELECT FROM worklist_keptdue WHERE day = %s AND kind = %s AND {in_time}"
            parts.append(f"SELECT %s WHERE EXISTS ({rows})")
            params += [source.kind, today, source.kind, *days]
        elif source.is_told:
            with suppress(EmptyResultSet):
                sql, values = source.rows(today).query.sql_with_params()
                when, more = bounds.as_sql(is_told_at_once=source.is_told_at_once)
                rows = f"SELECT FROM ({sql}) AS part ({', '.join(COLUMNS)}) WHERE {when}"
                parts.append(f"SELECT %s WHERE EXISTS ({rows})")
                params += [source.kind, *values, *more]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts) or "SELECT '' WHERE false", params)
        return frozenset(kind for (kind,) in cursor.fetchall())


class _Reader(NamedTuple):
    """The reader, and the arguments of `ReaderQuestion` for their query."""

    user: User
    looks_up_first: bool
    kept_night: datetime.date | None


def _projected_rows_sql(
    reader: _Reader, kinds: frozenset[str], bounds: Bounds
) -> tuple[str, list[Any]]:
    """SQL for the projected rows of these kinds that the reader sees, and its values; an empty text if there can be none."""
    in_time, days = bounds.as_sql()
    user, *arguments = reader
    key = (user.standing_key, *arguments, kinds, access_sources.entries)
    (with_sql, with_values), (visible_sql, visible_values) = _compiled_conditions.of(
        key, lambda: _reader_conditions(reader, kinds)
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


def _reader_conditions(
    reader: _Reader, kinds: frozenset[str]
) -> tuple[_SqlAndValues, _SqlAndValues]:
    """The WITH clauses, and the condition that the reader sees a projected row and that its kind is one of these.

    Each comes with its values. Both are empty if the reader sees none of these kinds."""
    question = ReaderQuestion(
        reader.user, looks_up_first=reader.looks_up_first, kept_night=reader.kept_night
    )
    conditions = [
        f"kind = ANY({question.value(wanted)}::text[]) AND {question.reach_condition(reach)}"
        for reach, reached_kinds in kinds_by_reach(reader.user).items()
        if (wanted := sorted(kinds.intersection(reached_kinds)))
    ]
    return question.with_ordered_values(question.with_clause()), question.with_ordered_values(
        " OR ".join(conditions)
    )


class _CacheKey(NamedTuple):
    """Everything on which the SQL of a source depends."""

    source: Source
    today: datetime.date
    reader: tuple[Any, ...] | None
    zone: str


_compiled_sources = Remembered(5_000)


def _source_sql(
    source: Source, user: User, today: datetime.date
) -> tuple[str, tuple[Any, ...]] | None:
    """The SQL of the source for this user, and its values; None if Django knows that there are no rows.

    The SQL is cached, because Django needs more time to compile it than the database to run it.
    """
    if source.asks_first:
        return _compile_source(source, user, today)
    reader = user.standing_key if source.is_own else None
    key = _CacheKey(source, today, reader, get_current_timezone_name())
    compiled: tuple[str, tuple[Any, ...]] | None = _compiled_sources.of(
        key, lambda: _compile_source(source, user, today)
    )
    return compiled


def _compile_source(
    source: Source, user: User, today: datetime.date
) -> tuple[str, tuple[Any, ...]] | None:
    """The SQL of the source for this user, and its values; None if Django knows that there are no rows."""
    with suppress(EmptyResultSet):
        sql, values = source.rows_of(user, today).query.sql_with_params()
        return sql, values
    return None


def source_rows_sql(
    source: Source, user: User, today: datetime.date, bounds: Bounds
) -> tuple[str, list[Any]]:
    """SQL for the rows of the source that the user sees, read from its own tables; and its values.

    Raises EmptyResultSet if there can be no rows, or if the query of the source cannot be built: the page then names the
    source. Errors of `visible_keys` and of the combined statement are raised.
    """
    question = part_or(
        lambda: _source_sql(source, user, today),
        lambda: None,
        kind=source.kind,
        above=source.title,
    )
    if question is None:
        raise EmptyResultSet
    sql, values = question
    in_time, days = bounds.as_sql(is_told_at_once=source.is_told_at_once)
    # OFFSET 0 makes the database compare days before it looks up anybody's current case, which costs more.
    dated = f"SELECT * FROM ({sql}) AS part ({', '.join(COLUMNS)}) WHERE {in_time} OFFSET 0"  # noqa: S608
    office_ids = user.office_ids(source.permission)
    condition, more = (
        _case_condition(user, source.permission, office_ids)
        if source.case
        else _office_condition(office_ids)
    )
    # Only SQL that the ORM made from our own querysets; every value is a parameter.
    return (
        f"SELECT {SELECT} FROM ({dated}) AS dated WHERE permission = %s AND ({condition})",  # noqa: S608
        [*values, *days, str(source.permission), *more],
    )


def _case_condition(
    user: User, permission: Permission, office_ids: Iterable[uuid.UUID]
) -> tuple[str, list[Any]]:
    """The condition that a row belongs to a visible case, or to no case and a visible office; and its values."""
    cases = visible_keys(Case.objects, user, permission)
    sql, values = (cases.sql, cases.params) if cases else ("SELECT NULL::uuid WHERE false", ())
    at_office, office_values = _office_condition(office_ids)
    return f"case_id::uuid IN ({sql}) OR {at_office}", [*values, *office_values]


def _office_condition(office_ids: Iterable[uuid.UUID]) -> tuple[str, list[Any]]:
    """The condition that a row belongs to no case and to one of these offices; and its values."""
    return "(case_id IS NULL AND office_id::uuid = ANY(%s))", [list(office_ids)]
