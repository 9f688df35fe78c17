"""What Today shows of everything that falls due, in one query: numbers by kind, the first rows of some kinds, the week.

The cost does not grow with the number of people on file: each kind is counted to a thousand, in the order of an index.
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
from worklist.due.choices import DecisionKind
from worklist.due.conditions import nobodys, put_off, still_open
from worklist.due.models import DueDecision
from worklist.due.rows import SELECT, Bounds, Due, derived
from worklist.projection.sight_sql import ReaderQuestion
from worklist.projection.update import COLUMNS
from worklist.sources.kinds import TASK_DUE, TERMS_OF_LAW
from worklist.sources.reach import kinds_by_reach

# How far Today looks ahead, and until which day a date can come first.
DAYS, SOON, WEEK = (datetime.timedelta(days=days) for days in (14, 7, 6))
LINES_OF_THE_WEEK = 4
# How many rows of a kind are fetched as candidates for the first lines; the rest is shown as a number.
FIRST_OF_A_KIND = 60


class Number(NamedTuple):
    """How many of a kind are overdue, due within seven days and due within fourteen.

    The later counts include what is overdue. For terms of law it also counts those within fourteen days that were postponed
    for the user: they keep running.
    """

    late: int = 0
    soon: int = 0
    every: int = 0
    put_off: int = 0


NONE = Number()


@dataclass(frozen=True)
class DueToday:
    """What is near or overdue, by name of kind.

    `unattended` is how much is overdue in cases that nobody looks after, and since when. `own` are the user's overdue
    tasks, and other overdue dates that they were given or took.
    """

    numbers: dict[str, Number] = field(default_factory=dict)
    first: dict[str, list[Due]] = field(default_factory=dict)
    own: list[Due] = field(default_factory=list)
    week: list[Due] = field(default_factory=list)
    unattended: tuple[int, datetime.date | None] = (0, None)


def due_today(
    user: User,
    first_of: Iterable[str],
    kept: frozenset[str],
    kept_night: datetime.date | None = None,
) -> DueToday:
    """What the user's Today shows of what falls due; for the kinds in `first_of` with the first rows.

    `kept` are the kinds whose projection is current (`projection.update.kept_kinds`); the sources of the others are queried.
    `kept_night` is tonight if the projection says who waits for a bed.
    """
    query = _compiled(user, tuple(first_of), kept, kept_night)
    with connection.cursor() as cursor:
        cursor.execute(query.sql, query.values)
        numbers, first, own, week, without, since = cursor.fetchone()
    by_kind: dict[str, list[Due]] = {}
    for row in map(_read, first or ()):
        by_kind.setdefault(row.kind, []).append(row)
    return DueToday(
        {kind: Number(*counted) for kind, *counted in numbers or ()},
        by_kind,
        [_read(row) for row in own or ()],
        [_read(row) for row in week or ()],
        (without, since),
    )


def _read(row: list[Any]) -> Due:
    """A row from its JSON form."""
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
    """The query and its values, the sources that it includes, and whether it can be reused."""

    sql: str
    values: dict[str, Any]
    sources: tuple[Any, ...]
    lasts: bool


_remembered = Remembered(500)


def _compiled(
    user: User, first_of: tuple[str, ...], kept: frozenset[str], kept_night: datetime.date | None
) -> _Compiled:
    """Compiled once a day for each reader and cached, as `worklist.due.rows` does for the query of a source."""
    asked = (user.standing_key, get_current_timezone_name(), first_of, kept, kept_night)
    sources = (due_sources.entries, access_sources.entries)
    query: _Compiled | None = _remembered.get(asked)
    if query is None or any(
        one is not other for one, other in zip(query.sources, sources, strict=True)
    ):
        question = _Question(user, kept, first_of, kept_night)
        query = _Compiled(question.as_sql(), question.values, sources, question.lasts)
        if query.lasts and not failed_parts():
            _remembered.keep(asked, query)
    return query


_ROW = f"json_build_array({', '.join(COLUMNS)})"
_ORDER = "due_on, case_id, kind, about_id"
_OF_EVERY = "kind, due_on, case_id, about_id"
_NAMES = ", ".join(COLUMNS)
# Repeated as a constant: with a parameter the planner cannot tell that the partial index applies.
_IS_OPEN = f"status = '{TaskStatus.OPEN}'"


class _Question(ReaderQuestion):
    """One reader's query about what falls due."""

    def __init__(
        self,
        user: User,
        kept: frozenset[str],
        first_of: tuple[str, ...],
        kept_night: datetime.date | None,
    ) -> None:
        self.today, self.first_of = user.today(), first_of
        super().__init__(
            user,
            at_once=True,
            kept_night=kept_night,
            today=self.today,
            last=self.today + DAYS,
            soon=self.today + SOON,
            week=self.today + WEEK,
            first_of=list(first_of),
            most=COUNTED_AT_MOST + 1,
            fetched=FIRST_OF_A_KIND,
            lines=LINES_OF_THE_WEEK,
        )
        asked = [
            source
            for source in due_sources
            if user.holds(source.permission) and (source.is_listed or source.is_state)
        ]
        self.states = [source.kind for source in asked if source.is_state]
        self.kept = kept & {source.kind for source in asked}
        self.others = [source for source in asked if source.kind not in kept]
        self.lasts = not any(source.asks_first for source in self.others)
        self.values["states"] = self.states
        self.is_open = self.named(*still_open(user, self.today))
        self.put_off = self.named(*put_off(user, self.today))
        self.reaches = [
            (self.reached(reach), reached_kinds)
            for reach, kinds in kinds_by_reach(user).items()
            if (reached_kinds := self.kept.intersection(kinds))
        ]

    def as_sql(self) -> str:
        late = CaseTask.objects.of(self.user).overdue_on(self.today)
        tasks = self.rows(late.values("pk", "due_on", "status"))
        of_nobody = self.named(*nobodys(self.today))
        listed = self.kept.difference(self.states)
        week = self._some("due_on BETWEEN %(today)s AND %(week)s", _NAMES, "%(lines)s", listed)
        counted = self._some("due_on <= %(last)s", _OF_EVERY, "%(most)s", self.kept)
        first = self._some(
            "due_on <= %(soon)s", _NAMES, "%(fetched)s", self.kept.intersection(self.first_of)
        )
        before = self.in_front(
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
            (SELECT json_agg(json_build_array(kind, late, soon, every, put_off)) FROM (
                SELECT kind, count(*) FILTER (WHERE due_on < %(today)s) AS late,
                    count(*) FILTER (WHERE due_on <= %(soon)s) AS soon, count(due_on) AS every,
                    count(*) FILTER (WHERE due_on IS NULL) AS put_off
                FROM (SELECT kind, due_on FROM every UNION ALL SELECT kind, NULL FROM postponed) AS each
                GROUP BY kind) AS numbers),
            (SELECT json_agg({_ROW} ORDER BY {_ORDER}) FROM (
                {first} UNION ALL SELECT {_NAMES} FROM others
                WHERE kind = ANY(%(first_of)s) AND due_on <= %(soon)s) AS first),
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
        """A limited number of visible kept rows of each of these kinds, earliest first."""
        reaches = [
            (seen, wanted)
            for seen, reached_kinds in self.reaches
            if (wanted := sorted(reached_kinds.intersection(kinds)))
        ]
        if not reaches:
            return f"SELECT {columns} FROM worklist_keptdue WHERE false"  # noqa: S608
        seen = " ".join(
            f"WHEN of_kind.reach = {number} THEN {seen}"
            for number, (seen, _wanted) in enumerate(reaches)
        )
        asked = " UNION ALL ".join(
            f"SELECT {number}, unnest({self.value(wanted)}::text[])"
            for number, (_seen, wanted) in enumerate(reaches)
        )
        return (
            f"SELECT one.* FROM ({asked}) AS of_kind (reach, kind), LATERAL ("  # noqa: S608
            f"SELECT {columns} FROM worklist_keptdue AS dated WHERE day = %(today)s"
            f" AND dated.kind = of_kind.kind AND {condition} AND CASE {seen} END AND {decided or self.is_open}"
            f" ORDER BY due_on, case_id, about_id LIMIT {most}) AS one"
        )

    def _postponed(self) -> str:
        """Terms of law postponed for the user, kept or not."""
        kept = self._some(
            "due_on <= %(last)s",
            "kind",
            "%(most)s",
            self.kept.intersection(TERMS_OF_LAW),
            decided=self.put_off,
        )
        terms = self.value(list(TERMS_OF_LAW))
        others = f"SELECT kind FROM asked AS dated WHERE kind = ANY({terms}) AND {self.put_off}"  # noqa: S608
        return f"{kept} UNION ALL {others}"

    def _given(self) -> Any:
        """Overdue dates that the user was given or took, without tasks."""
        given = DueDecision.objects.standing_on(self.today).filter(
            what=DecisionKind.HANDED, to=self.user, due_on__lt=self.today
        )
        return given.exclude(kind=TASK_DUE).values_list("kind", "about_id", "due_on")

    def _own(self) -> str:
        """The user's overdue dates. Starts from the kept rows, which is faster than starting from the decisions."""
        parts = [f"SELECT {_NAMES} FROM others AS dated JOIN own USING (kind, about_id, due_on)"]  # noqa: S608
        parts += [
            f"SELECT {_NAMES} FROM own JOIN worklist_keptdue AS dated USING (kind, about_id, due_on)"  # noqa: S608
            f" WHERE day = %(today)s AND kind = ANY({self.value(sorted(reached_kinds))}) AND {seen} AND {self.is_open}"
            for seen, reached_kinds in self.reaches
        ]
        union = " UNION ALL ".join(parts)
        return f"SELECT * FROM ({union}) AS found ORDER BY {_ORDER} LIMIT %(fetched)s"  # noqa: S608

    def _others(self) -> str:
        """The rows of sources that have no current projection."""
        bounds = Bounds(None, self.today + DAYS, self.today, False, False)
        parts = []
        for source in self.others:
            with suppress(EmptyResultSet):
                parts.append(self.named(*derived(source, self.user, self.today, bounds)))
        if not parts:
            return f"SELECT {SELECT} FROM worklist_keptdue WHERE false"  # noqa: S608
        return f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS found"  # noqa: S608
