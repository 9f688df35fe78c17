"""What falls due, from every app, in one query and within the reader's sight."""

import datetime
import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.utils.timezone import get_current_timezone_name

from accounts.due import Source, due_sources
from accounts.models import User
from accounts.sight import keys_seen
from casework.register.models.case import Case
from worklist.decided import standing
from worklist.warnings import WARNING_DAYS

# The types that all sources are brought to, or the database refuses to join them.
_TYPES = {
    "kind": "text",
    "due_on": "date",
    "about_type": "text",
    "about_id": "text",
    "case_id": "uuid",
    "permission": "text",
    "office_id": "uuid",
    "severity": "text",
    "warn_days": "jsonb",
    "person_id": "uuid",
}
_SELECT = ", ".join(f"{name}::{type_} AS {name}" for name, type_ in _TYPES.items())


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
    """Things that fall due, earliest first, fetched a slice at a time; a Paginator takes it."""

    def __init__(self, sql: str, params: list[Any]) -> None:
        self._sql = sql
        self._params = params

    def count(self) -> int:
        return int(self._fetch("SELECT count(*) FROM ({}) due")[0][0])

    def __len__(self) -> int:
        return self.count()

    def __iter__(self) -> Iterator[Due]:
        return iter(self[:])

    def __getitem__(self, part: slice) -> list[Due]:
        start = part.start or 0
        limit = None if part.stop is None else part.stop - start
        question = "SELECT * FROM ({}) due ORDER BY due_on, case_id NULLS LAST, kind, about_id OFFSET %s LIMIT %s"
        rows = self._fetch(question, last=[start, limit])
        return [Due(*[*facts, json.loads(days or "null"), person]) for *facts, days, person in rows]

    def counts(self, today: datetime.date) -> dict[str, tuple[int, int]]:
        """For each kind how many are overdue on that day, and how many are still to come."""
        question = (
            "SELECT kind, count(*) FILTER (WHERE due_on < %s), count(*) FILTER (WHERE due_on >= %s)"
            " FROM ({}) due GROUP BY kind"
        )
        return {
            kind: (overdue, coming)
            for kind, overdue, coming in self._fetch(question, [today, today])
        }

    def _fetch(
        self, question: str, first: Iterable[Any] = (), last: Iterable[Any] = ()
    ) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(question.format(self._sql or _NOTHING), [*first, *self._params, *last])
            rows: list[Any] = cursor.fetchall()
            return rows


_NULLS = ", ".join(f"NULL::{type_} AS {name}" for name, type_ in _TYPES.items())
_NOTHING = f"SELECT {_NULLS} WHERE false"


def due(
    user: User,
    *,
    today: datetime.date,
    kinds: Iterable[str] = (),
    since: datetime.date | None = None,
    until: datetime.date | None = None,
    about_id: str = "",
    whose: str = "",
    is_warned_of: bool = False,
    is_news: bool = False,
) -> DueRows:
    """Everything within the user's sight, of these kinds, from `since` to `until` (both included).

    With `is_warned_of` only what is so near on `today` that its rule, or else the house, warns of it; with `is_news`
    what is told in a notice. What somebody settled or postponed is left out, as `worklist.decided` says.

    A row with a case counts if the user reaches the case with the source's permission, any other if
    they hold that permission at the row's office.
    """
    wanted = set(kinds)
    parts: list[str] = []
    params: list[Any] = []
    for source in due_sources:
        if not user.holds(source.permission) or (wanted and source.kind not in wanted):
            continue
        if not source.is_told if is_news else source.is_news:
            continue
        try:
            sql, values = _within_sight(source, user, today=today, since=since, until=until)
            if is_warned_of or (is_news and not source.is_news):
                sql, values = _warned_of(sql, values, today)
        except EmptyResultSet:
            continue
        parts.append(sql)
        params += values
    if not parts:
        return DueRows("", [])
    where, more = standing(user, today, about_id=about_id, whose=whose)
    union = " UNION ALL ".join(parts)
    return DueRows(f"SELECT * FROM ({union}) AS dated WHERE {where}", [*params, *more])  # noqa: S608


class _Asked(NamedTuple):
    """Everything on which the words of a source's question depend; the rows, the database says each time."""

    source: Source
    today: datetime.date
    user: uuid.UUID | None
    zone: str


REMEMBERED_AT_MOST = 5_000
_in_words: dict[_Asked, tuple[str, tuple[Any, ...]] | None] = {}


def _question(source: Source, user: User, today: datetime.date) -> tuple[str, tuple[Any, ...]]:
    """The source's question as SQL and its values: Django takes longer for the words than the database to answer.

    Raises EmptyResultSet where Django knows that nothing can be found.
    """
    if source.asks_first:
        words: tuple[str, tuple[Any, ...]] = source.rows_of(user, today).query.sql_with_params()
        return words
    is_own = bool(source.by or source.concerns)
    asked = _Asked(source, today, user.pk if is_own else None, get_current_timezone_name())
    if asked not in _in_words:
        if len(_in_words) >= REMEMBERED_AT_MOST:
            _in_words.clear()
        try:
            _in_words[asked] = source.rows_of(user, today).query.sql_with_params()
        except EmptyResultSet:
            _in_words[asked] = None
    known = _in_words[asked]
    if known is None:
        raise EmptyResultSet
    return known


def _within_sight(
    source: Source,
    user: User,
    *,
    today: datetime.date,
    since: datetime.date | None,
    until: datetime.date | None,
) -> tuple[str, list[Any]]:
    sql, values = _question(source, user, today)
    params = list(values)
    cases, case_params = _visible_cases(user, source)
    in_time = "due_on IS NOT NULL"
    if since:
        in_time += " AND due_on::date >= %s"
        params.append(since)
    if until:
        in_time += " AND due_on::date <= %s"
        params.append(until)
    # The days first, behind a fence: which case somebody is in today costs more than the day, and is asked of few.
    dated = f"SELECT * FROM ({sql}) AS part ({', '.join(_TYPES)}) WHERE {in_time} OFFSET 0"  # noqa: S608
    where = (
        f"permission = %s AND (case_id::uuid IN ({cases})"
        " OR (case_id IS NULL AND office_id::uuid = ANY(%s)))"
    )
    params += [str(source.permission), *case_params, list(user.office_ids(source.permission))]
    # Only SQL that the ORM made of our own querysets; every value is a parameter.
    return f"SELECT {_SELECT} FROM ({dated}) AS dated WHERE {where}", params  # noqa: S608


# The longest of the days before that a rule lists; a row without a rule has those of the house.
_FURTHEST = (
    "coalesce((SELECT max(step::int) FROM jsonb_array_elements_text("
    "CASE jsonb_typeof(warn_days) WHEN 'array' THEN warn_days ELSE '[]' END) step), %s)"
)


def _warned_of(sql: str, params: list[Any], today: datetime.date) -> tuple[str, list[Any]]:
    near = f"SELECT * FROM ({sql}) AS near WHERE due_on <= %s::date + {_FURTHEST}"  # noqa: S608
    return near, [*params, today, max(WARNING_DAYS)]


def _visible_cases(user: User, source: Source) -> tuple[str, list[Any]]:
    cases = keys_seen(Case.objects, user, source.permission)
    return (cases.sql, list(cases.params)) if cases else ("SELECT NULL::uuid WHERE false", [])
