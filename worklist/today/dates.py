"""What Today shows of all due dates, in one query: numbers by kind, the first rows of some kinds, and the week.

The cost does not grow with the number of people on file, because the count of each kind stops at a thousand rows of an
index.
"""

import datetime
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.utils.timezone import get_current_timezone_name

from accounts.due import due_sources
from accounts.models import User
from accounts.sight import access_sources
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.failing import failed_parts
from pages.pager import COUNTED_AT_MOST
from pages.remembered import Remembered
from worklist.due.bounds import Bounds
from worklist.due.choices import DecisionKind
from worklist.due.conditions import nobodys_condition, open_condition, postponed_condition
from worklist.due.models import DueDecision
from worklist.due.rows import SELECT, Due, source_rows_sql
from worklist.projection.sight_sql import ReaderQuestion
from worklist.projection.source_rows import COLUMNS
from worklist.sources.kinds import TASK_DUE, TERMS_OF_LAW
from worklist.sources.reach import kinds_by_reach

# How far Today looks ahead, how near a date among the first lines is, and how long the week is that it shows.
DAYS, SOON, WEEK = (datetime.timedelta(days=days) for days in (14, 7, 6))
LINES_OF_THE_WEEK = 4
# How many rows of a kind are fetched for the first lines.
FIRST_OF_A_KIND = 60


class KindNumbers(NamedTuple):
    """How many dates of a kind are overdue (`late`), due within seven days (`soon`) and due within fourteen (`every`).

    `soon` and `every` include the overdue dates. `postponed` counts the terms of law within fourteen days that a
    postponement hides from the user; they keep running.
    """

    late: int = 0
    soon: int = 0
    every: int = 0
    postponed: int = 0


NO_DATES = KindNumbers()


@dataclass(frozen=True)
class DueToday:
    """The near and overdue dates of a user.

    `numbers` and `first` are by kind. `own` are the user's overdue tasks, and other overdue dates that were handed to them
    or that they took. `unattended` is how many dates of cases without a caseworker are overdue, and the earliest of
    their days.
    """

    numbers: dict[str, KindNumbers] = field(default_factory=dict)
    first: dict[str, list[Due]] = field(default_factory=dict)
    own: list[Due] = field(default_factory=list)
    week: list[Due] = field(default_factory=list)
    unattended: tuple[int, datetime.date | None] = (0, None)


def due_today(
    user: User,
    first_kinds: Iterable[str],
    projected_kinds: frozenset[str],
    kept_night: datetime.date | None = None,
) -> DueToday:
    """The dates for the user's page Today, with the first rows of the kinds in `first_kinds`.

    `projected_kinds` are the kinds that the projection holds (`worklist.projection.update.current_kinds`). The sources of
    the others are queried.
    `kept_night` is tonight if the projection says which families wait for a bed.
    """
    query = _compiled(user, tuple(first_kinds), projected_kinds, kept_night)
    with connection.cursor() as cursor:
        cursor.execute(query.sql, query.values)
        numbers, first, own, week, without, since = cursor.fetchone()
    by_kind: dict[str, list[Due]] = {}
    for row in map(_read, first or ()):
        by_kind.setdefault(row.kind, []).append(row)
    return DueToday(
        {kind: KindNumbers(*counted) for kind, *counted in numbers or ()},
        by_kind,
        [_read(row) for row in own or ()],
        [_read(row) for row in week or ()],
        (without, since),
    )


def _read(row: list[Any]) -> Due:
    """The date from a row of JSON."""
    kind, on, about_type, about_id, case_id, permission, office_id, severity, days, person = row
    return Due(
        kind,
        datetime.date.fromisoformat(on),
        about_type,
        about_id,
        _key(case_id),
        permission,
        _key(office_id),
        severity,
        days,
        _key(person),
    )


def _key(text: str | None) -> uuid.UUID | None:
    return uuid.UUID(text) if text else None


class _Compiled(NamedTuple):
    """The SQL and its values, the entries of the slots that it includes, and whether it can be cached for the day."""

    sql: str
    values: dict[str, Any]
    sources: tuple[Any, ...]
    can_be_cached: bool


_remembered = Remembered(500)


def _compiled(
    user: User,
    first_kinds: tuple[str, ...],
    projected_kinds: frozenset[str],
    kept_night: datetime.date | None,
) -> _Compiled:
    """The query of this reader; compiled once a day and cached, as `worklist.due.rows` caches the SQL of a source."""
    key = (user.standing_key, get_current_timezone_name(), first_kinds, projected_kinds, kept_night)
    sources = (due_sources.entries, access_sources.entries)
    query: _Compiled | None = _remembered.get(key)
    if query is None or any(
        one is not other for one, other in zip(query.sources, sources, strict=True)
    ):
        question = _Question(user, projected_kinds, first_kinds, kept_night)
        query = _Compiled(question.as_sql(), question.values, sources, question.can_be_cached)
        if query.can_be_cached and not failed_parts():
            _remembered.keep(key, query)
    return query


_ROW = f"json_build_array({', '.join(COLUMNS)})"
_ORDER = "due_on, case_id, kind, about_id"
_OF_EVERY = "kind, due_on, case_id, about_id"
_NAMES = ", ".join(COLUMNS)
# A constant and no parameter: otherwise the planner cannot tell that the partial index applies.
_IS_OPEN = f"status = '{TaskStatus.OPEN}'"


class _Question(ReaderQuestion):
    """Builds the SQL of one reader's query about due dates."""

    def __init__(
        self,
        user: User,
        projected_kinds: frozenset[str],
        first_kinds: tuple[str, ...],
        kept_night: datetime.date | None,
    ) -> None:
        self.today, self.first_kinds = user.today(), first_kinds
        super().__init__(
            user,
            looks_up_first=True,
            kept_night=kept_night,
            today=self.today,
            last=self.today + DAYS,
            soon=self.today + SOON,
            week=self.today + WEEK,
            first_kinds=list(first_kinds),
            most=COUNTED_AT_MOST + 1,
            fetched=FIRST_OF_A_KIND,
            lines=LINES_OF_THE_WEEK,
        )
        sources = [
            source
            for source in due_sources
            if user.holds(source.permission) and (source.is_listed or source.is_state)
        ]
        self.states = [source.kind for source in sources if source.is_state]
        self.projected_kinds = projected_kinds & {source.kind for source in sources}
        self.others = [source for source in sources if source.kind not in projected_kinds]
        self.can_be_cached = not any(source.asks_first for source in self.others)
        self.values["states"] = self.states
        self.is_open = self.with_names(*open_condition(user, self.today))
        self.postponed_condition = self.with_names(*postponed_condition(user, self.today))
        self.reaches = [
            (self.reach_condition(reach), reached_kinds)
            for reach, kinds in kinds_by_reach(user).items()
            if (reached_kinds := self.projected_kinds.intersection(kinds))
        ]

    def as_sql(self) -> str:
        """The whole statement. Its columns are the fields of `DueToday` as JSON."""
        late = CaseTask.objects.of(self.user).overdue_on(self.today)
        tasks = self.rows(late.values("pk", "due_on", "status"))
        of_nobody = self.with_names(*nobodys_condition(self.today))
        listed = self.projected_kinds.difference(self.states)
        week = self._some("due_on BETWEEN %(today)s AND %(week)s", _NAMES, "%(lines)s", listed)
        counted = self._some("due_on <= %(last)s", _OF_EVERY, "%(most)s", self.projected_kinds)
        first = self._some(
            "due_on <= %(soon)s",
            _NAMES,
            "%(fetched)s",
            self.projected_kinds.intersection(self.first_kinds),
        )
        before = self.with_clause(
            f"asked AS MATERIALIZED ({self._others()})",
            f"others AS (SELECT * FROM asked AS dated WHERE {self.is_open})",  # noqa: S608
            f"postponed AS ({self._postponed()})",
            f"own (kind, about_id, due_on) AS MATERIALIZED (("  # noqa: S608
            f"SELECT '{TASK_DUE}', pk::text, due_on FROM ({tasks}) AS own (pk, due_on, status)"
            f" WHERE {_IS_OPEN} LIMIT %(most)s) UNION ALL ("
            f"SELECT * FROM ({self.rows(self._given())}) AS given (kind, about_id, due_on)"
            " ORDER BY due_on, about_id LIMIT %(fetched)s))",
            f"counted AS MATERIALIZED ({counted})",
            f"every AS (SELECT {_OF_EVERY} FROM counted UNION ALL SELECT {_OF_EVERY} FROM others)",  # noqa: S608
        )
        return f"""
            {before}
            SELECT
            (SELECT json_agg(json_build_array(kind, late, soon, every, postponed_number)) FROM (
                SELECT kind, count(*) FILTER (WHERE due_on < %(today)s) AS late,
                    count(*) FILTER (WHERE due_on <= %(soon)s) AS soon, count(due_on) AS every,
                    count(*) FILTER (WHERE due_on IS NULL) AS postponed_number
                FROM (SELECT kind, due_on FROM every UNION ALL SELECT kind, NULL FROM postponed) AS each
                GROUP BY kind) AS numbers),
            (SELECT json_agg({_ROW} ORDER BY {_ORDER}) FROM (
                {first} UNION ALL SELECT {_NAMES} FROM others
                WHERE kind = ANY(%(first_kinds)s) AND due_on <= %(soon)s) AS first),
            (SELECT json_agg({_ROW} ORDER BY {_ORDER}) FROM ({self._own()}) AS own),
            (SELECT json_agg({_ROW} ORDER BY {_ORDER}) FROM (
                SELECT * FROM ({week} UNION ALL SELECT {_NAMES} FROM others
                WHERE due_on BETWEEN %(today)s AND %(week)s AND NOT kind = ANY(%(states)s)) AS days
                ORDER BY {_ORDER} LIMIT %(lines)s) AS week),
            without, since FROM (
                SELECT count(*) AS without, min(due_on) AS since FROM every AS dated
                WHERE due_on < %(today)s AND NOT kind = ANY(%(states)s) AND {of_nobody}) AS unattended
            """  # noqa: S608

    def _some(
        self, condition: str, columns: str, most: str, kinds: Iterable[str], decided: str = ""
    ) -> str:
        """SQL for at most `most` projected rows of each of these kinds that the reader sees, earliest first.

        Only open dates, or those that fulfil `decided` instead."""
        reaches = [
            (is_visible, wanted)
            for is_visible, reached_kinds in self.reaches
            if (wanted := sorted(reached_kinds.intersection(kinds)))
        ]
        if not reaches:
            return f"SELECT {columns} FROM worklist_keptdue WHERE false"  # noqa: S608
        is_visible = " ".join(
            f"WHEN of_kind.reach = {number} THEN {is_visible}"
            for number, (is_visible, _wanted) in enumerate(reaches)
        )
        kinds_by_number = " UNION ALL ".join(
            f"SELECT {number}, unnest({self.value(wanted)}::text[])"
            for number, (_seen, wanted) in enumerate(reaches)
        )
        return (
            f"SELECT one.* FROM ({kinds_by_number}) AS of_kind (reach, kind), LATERAL ("  # noqa: S608
            f"SELECT {columns} FROM worklist_keptdue AS dated WHERE day = %(today)s"
            f" AND dated.kind = of_kind.kind AND {condition} AND CASE {is_visible} END AND {decided or self.is_open}"
            f" ORDER BY due_on, case_id, about_id LIMIT {most}) AS one"
        )

    def _postponed(self) -> str:
        """SQL for the kinds of the terms of law that a postponement hides from the user."""
        projected = self._some(
            "due_on <= %(last)s",
            "kind",
            "%(most)s",
            self.projected_kinds.intersection(TERMS_OF_LAW),
            decided=self.postponed_condition,
        )
        terms = self.value(list(TERMS_OF_LAW))
        others = f"SELECT kind FROM asked AS dated WHERE kind = ANY({terms}) AND {self.postponed_condition}"  # noqa: S608
        return f"{projected} UNION ALL {others}"

    def _given(self) -> Any:
        """Overdue dates that were handed to the user or that they took; without tasks."""
        hand_overs = DueDecision.objects.standing_on(self.today).filter(
            what=DecisionKind.HANDED, to=self.user, due_on__lt=self.today
        )
        return hand_overs.exclude(kind=TASK_DUE).values_list("kind", "about_id", "due_on")

    def _own(self) -> str:
        """SQL for the overdue dates of the user, looked up by the keys in `own`, of which there are few."""
        parts = [f"SELECT {_NAMES} FROM others AS dated JOIN own USING (kind, about_id, due_on)"]  # noqa: S608
        parts += [
            f"SELECT {_NAMES} FROM own JOIN worklist_keptdue AS dated USING (kind, about_id, due_on)"  # noqa: S608
            f" WHERE day = %(today)s AND kind = ANY({self.value(sorted(reached_kinds))}) AND {is_visible} AND {self.is_open}"
            for is_visible, reached_kinds in self.reaches
        ]
        union = " UNION ALL ".join(parts)
        return f"SELECT * FROM ({union}) AS found ORDER BY {_ORDER} LIMIT %(fetched)s"  # noqa: S608

    def _others(self) -> str:
        """SQL for the rows of the sources that the projection does not hold."""
        bounds = Bounds(None, self.today + DAYS, self.today, False, False)
        parts = []
        for source in self.others:
            with suppress(EmptyResultSet):
                parts.append(
                    self.with_names(*source_rows_sql(source, self.user, self.today, bounds))
                )
        if not parts:
            return f"SELECT {SELECT} FROM worklist_keptdue WHERE false"  # noqa: S608
        return f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS found"  # noqa: S608
