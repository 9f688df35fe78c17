"""The projection of what falls due: computed once a day, and again for each case or person that changes.

The sources are the truth. Triggers record, in the transaction of each change, which table changed and whom it touched,
so that no way of writing is missed. A worker recomputes those rows, for the kinds that read the table; a reader who
comes before the worker does it first. Falls back to querying the sources when another transaction holds the lock:
nobody waits long, and nobody reads stale rows."""

import datetime
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import Exists, Q
from django.utils import timezone

from accounts.due import Near, Source, due_sources
from pages.failing import part_or
from pages.questions import planned_anew
from pages.remembered import Remembered
from shelters import keeping
from worklist.projection.families import AHEAD, WITH_MANY, keep_ahead, keep_ahead_near
from worklist.projection.models import KeptAhead, KeptDue, KeptKind, TouchedDue
from worklist.projection.tables_read import Known, Statements, statements_sent, tables_read

COLUMNS = {
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
# From this number of cases and people on, recomputing everything is faster.
MOST_TOUCHED = 300
# The kind under which numbers of a night are kept.
NIGHTS = "nights"
# Number of the PostgreSQL advisory lock that the process holds while it recomputes.
LOCK = 4_731_002
# How long to wait for the lock. Recomputing a case takes a tenth of that; querying the sources takes longer.
PATIENCE, STEP = 0.3, 0.01


class Touched(NamedTuple):
    """What changed: a case, a person, a site or a kind; and in which table, if known."""

    case_id: uuid.UUID | None
    person_id: uuid.UUID | None
    site_id: uuid.UUID | None
    kind: str
    table_name: str

    @property
    def is_of_many(self) -> bool:
        """Whether it touches a whole kind, or everything."""
        return not (self.case_id or self.person_id or self.site_id)


class StateOfDay(NamedTuple):
    """Which kinds are kept for a day, whether something changed since, and whether all sites have this date now.

    `earliest` is the date of the office that is furthest behind: no reader asks for a day before it.
    """

    kinds: frozenset[str]
    is_touched: bool
    is_today_everywhere: bool
    earliest: datetime.date

    @property
    def to_keep(self) -> frozenset[str]:
        """What should be kept. The night is left out while it is still yesterday at some site."""
        return _dated() | {AHEAD} | ({NIGHTS} if self.is_today_everywhere else set())


def _state(day: datetime.date) -> StateOfDay:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array(SELECT kind FROM worklist_keptkind WHERE day = %s),"
            # Looked up by key: taken rows that are not deleted yet (300,000 after an import) would cost 10 ms otherwise.
            " (SELECT id FROM worklist_toucheddue ORDER BY id LIMIT 1) IS NOT NULL,"
            " NOT EXISTS (SELECT FROM accounts_office AS office"
            " WHERE (%s AT TIME ZONE time_zone)::date <> %s"
            " AND EXISTS (SELECT FROM shelters_site WHERE office_id = office.id)),"
            " least(%s, (SELECT min((%s AT TIME ZONE time_zone)::date) FROM accounts_office))",
            [day, timezone.now(), day, day, timezone.now()],
        )
        kinds, *others = cursor.fetchone()
        return StateOfDay(frozenset(kinds), *others)


class Kept(NamedTuple):
    """The kinds that are kept for the day and still valid. A night is only kept for tonight."""

    kinds: frozenset[str]
    ahead: bool
    night: bool


NOTHING_KEPT = Kept(frozenset(), ahead=False, night=False)


def kept_of(day: datetime.date) -> Kept:
    """Empty if the projection fails: the sources are queried instead, and show which of them fails."""
    return part_or(partial(_kept_of, day), lambda: NOTHING_KEPT, kind="kept")


def _kept_of(day: datetime.date) -> Kept:
    state = _state(day)
    kinds = _kept(day, state)
    is_night_kept = state.is_today_everywhere and NIGHTS in kinds
    return Kept(kinds & _dated(), AHEAD in kinds, is_night_kept)


def kept_kinds(today: datetime.date) -> frozenset[str]:
    return kept_of(today).kinds


def is_night_kept(night: datetime.date) -> bool:
    state = _state(night)
    return state.is_today_everywhere and NIGHTS in _kept(night, state)


def _kept(day: datetime.date, state: StateOfDay) -> frozenset[str]:
    is_whole = not (state.is_touched or state.to_keep - state.kinds)
    return state.kinds if is_whole else bring_up_to_date(day, state)


def _dated() -> frozenset[str]:
    return frozenset(source.kind for source in due_sources if source.is_kept)


@transaction.atomic
def bring_up_to_date(today: datetime.date, state: StateOfDay | None = None) -> frozenset[str]:
    """Recomputes what changed or is missing for the day and returns what is kept, or nothing if the lock is taken for too long.

    `state` is that of the day where the caller has just asked for it. The list of changes is read before any source is
    queried: changes that arrive meanwhile are left for the next run.
    """
    if not _is_locked():
        return frozenset()
    touched, known = _taken()
    state = state or _state(today)
    over = [
        night
        for night in _days(known, NIGHTS)
        if not (state if night == today else _state(night)).is_today_everywhere
    ]
    for gone in _forgotten(known, touched, state.earliest, over):
        del known[gone]
    _keep_again(known, touched)
    kinds = frozenset(kind for day, kind in known if day == today)
    if missing := state.to_keep - kinds:
        with planned_anew():
            _keep_missing(today, missing)
        if not kinds:
            _tell_the_planner()
    return kinds | missing


def _is_locked() -> bool:
    """Takes the lock until the transaction ends; False if another transaction holds it."""
    until = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while True:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
            if cursor.fetchone()[0]:
                return True
            if time.monotonic() > until:
                return False
            time.sleep(STEP)


TAKEN = """
WITH taken AS (DELETE FROM worklist_toucheddue RETURNING *)
SELECT case_id, person_id, site_id, kind, table_name, NULL::date, NULL::text[] FROM taken
UNION ALL SELECT NULL, NULL, NULL, kind, '', day, tables FROM worklist_keptkind
"""


def _taken() -> tuple[set[Touched], Known]:
    """Claims the changes, and returns them with what is kept."""
    touched, known = set[Touched](), Known()
    with connection.cursor() as cursor:
        cursor.execute(TAKEN)
        for *change, day, tables in cursor.fetchall():
            if day:
                known[day, change[3]] = frozenset(tables)
            else:
                touched.add(Touched(*change))
    return touched, known


def _forgotten(
    known: Known, touched: set[Touched], first: datetime.date, nights: list[datetime.date]
) -> set[tuple[datetime.date, str]]:
    """Drops what is no longer valid, including these nights, and deletes its rows."""
    over = _over(known, touched)
    gone = {(day, kind) for day, kind in known if kind in over or day < first}
    gone |= {(night, NIGHTS) for night in nights}
    if gone:
        KeptDue.objects.filter(Q(kind__in=over) | Q(day__lt=first)).delete()
        KeptKind.objects.filter(
            Q(kind__in=over) | Q(day__lt=first) | Q(kind=NIGHTS, day__in=nights)
        ).delete()
        KeptAhead.objects.filter(Q() if AHEAD in over else Q(day__lt=first)).delete()
    return gone


def _keep_again(known: Known, touched: set[Touched]) -> None:
    """Recomputes what changed, for all days kept and for the kinds that read a changed table."""
    near = _near(touched)
    sites = {each.site_id for each in touched if each.site_id}
    kinds = _reading({each.table_name for each in touched}, known)
    if near:
        sources = {source.kind: source for source in due_sources if source.kind in kinds}
        wanted = [(day, sources[kind]) for day, kind in known if kind in sources]
        _keep(wanted, near, gone=[list(near.cases), list(near.people), list(kinds)])
        if AHEAD in kinds:
            keep_ahead_near(_days(known, AHEAD), near.cases, near.people)
    if NIGHTS in kinds and (near or sites):
        keeping.keep_near(_days(known, NIGHTS), near, sites)


def _reading(tables: set[str], known: Known) -> set[str]:
    """The kinds that read one of these tables, or whose tables are unknown."""
    return {
        kind for (_day, kind), read in known.items() if "" in tables or not read or read & tables
    }


def _keep_missing(day: datetime.date, missing: frozenset[str]) -> None:
    """Computes all of these kinds. First deletes orphaned rows that another version may have left."""
    KeptDue.objects.filter(day=day, kind__in=missing).delete()
    sent = _keep([(day, source) for source in due_sources if source.kind in missing])
    for kind, keep in ((AHEAD, keep_ahead), (NIGHTS, keeping.keep)):
        if kind in missing:
            with statements_sent() as sent[kind]:
                keep(day)
    read = tables_read(sent)
    KeptKind.objects.bulk_create(
        KeptKind(day=day, kind=kind, tables=read.get(kind, [])) for kind in sorted(missing)
    )


def _tell_the_planner() -> None:
    """Runs ANALYZE after a new day; otherwise the planner assumes an empty table (550 ms for a list instead of 90)."""
    models = (KeptDue, KeptAhead, *keeping.KEPT)
    tables = ", ".join(model._meta.db_table for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE (SKIP_LOCKED) {tables}")


def _days(known: Iterable[tuple[datetime.date, str]], kind: str) -> list[datetime.date]:
    return [day for day, each in known if each == kind]


def is_truth(day: datetime.date, kinds: Iterable[Any], changes: Any) -> Q:
    """Whether each kind was computed for the day and none of these `changes` is pending, as a condition."""
    known = [Q(Exists(KeptKind.objects.filter(day=day, kind=kind))) for kind in kinds]
    return Q(*known) & ~Q(Exists(changes))


def keep_anew(today: datetime.date) -> int | None:
    """Deletes everything and recomputes the day; returns the number of rows, or None if the lock is taken."""
    TouchedDue.objects.create()
    return KeptDue.objects.filter(day=today).count() if bring_up_to_date(today) else None


def _over(known: Iterable[tuple[datetime.date, str]], touched: set[Touched]) -> set[str]:
    """The kinds whose projection is no longer valid."""
    kinds = {each.kind for each in touched if each.is_of_many}
    kept = {kind for _day, kind in known}
    if "" in kinds or len(touched) > MOST_TOUCHED:
        return kept
    if WITH_MANY in kinds:
        kinds.add(AHEAD)
    return (kinds & kept) | (kept - {AHEAD, NIGHTS, *_dated()})


NEAR = """
WITH cases AS (
    SELECT unnest(%(cases)s::uuid[]) AS pk
    UNION SELECT case_id FROM casework_familymember WHERE individual_id = ANY(%(people)s::uuid[])
), people AS (
    SELECT unnest(%(people)s::uuid[]) AS pk
    UNION SELECT individual_id FROM casework_familymember WHERE case_id = ANY(ARRAY(SELECT pk FROM cases))
), theirs AS (
    SELECT pk FROM cases
    UNION SELECT case_id FROM casework_familymember WHERE individual_id = ANY(ARRAY(SELECT pk FROM people))
)
SELECT ARRAY(SELECT pk FROM cases), ARRAY(SELECT pk FROM people), ARRAY(SELECT pk FROM theirs)
"""


def _near(touched: set[Touched]) -> Near | None:
    """The touched cases and people, and everybody who is or was in one of those cases."""
    people = [each.person_id for each in touched if each.person_id]
    cases = [each.case_id for each in touched if each.case_id]
    if not (people or cases):
        return None
    with connection.cursor() as cursor:
        cursor.execute(NEAR, {"cases": cases, "people": people})
        return Near(*map(set, cursor.fetchone()))


# Only SQL that the ORM made from our own querysets; every value is a parameter.
NAMES = ", ".join(COLUMNS)
TYPED = ", ".join(f"{name}::{type_}" for name, type_ in COLUMNS.items())
WRITTEN = f"""INSERT INTO worklist_keptdue (day, {NAMES}, case_team_id, case_office_id, case_is_restricted)
SELECT every.*, file.team_id, file.office_id, file.is_restricted FROM ({{}}) AS every (day, {NAMES})
LEFT JOIN casework_case AS file ON file.id = every.case_id WHERE due_on IS NOT NULL
"""  # noqa: S608


# Deletes only rows from before: a statement does not see the rows that it inserts.
GONE = """WITH gone AS (
    DELETE FROM worklist_keptdue WHERE (case_id = ANY(%s) OR person_id = ANY(%s)) AND kind = ANY(%s)
) """


def _keep(
    wanted: list[tuple[datetime.date, Source]],
    near: Near | None = None,
    *,
    gone: Sequence[Any] = (),
) -> Statements:
    """Deletes the rows of `gone`, writes those of the sources in one statement, and returns the statements by kind."""
    parts, params, sent = list[str](), list[Any](), Statements()
    found: dict[Any, tuple[Any, ...]] = {}
    for day, source in wanted:
        with suppress(EmptyResultSet), statements_sent() as asked:
            sql, values = sql_near(source, day, near, found)
            parts.append(f"SELECT %s::date, {TYPED} FROM ({sql}) AS part ({NAMES})")  # noqa: S608
            params += [day, *values]
            # A preliminary query may read other tables the next time: any change asks such a kind anew.
            sent[source.kind] = [] if source.asks_first else [*asked, WRITTEN.format(sql)]
    written = WRITTEN.format(" UNION ALL ".join(parts)) if parts else "SELECT"
    if parts or gone:
        with connection.cursor() as cursor:
            cursor.execute((GONE if gone else "") + written, [*gone, *params])
    return sent


# Placeholders for the keys in cached SQL.
CASES, PEOPLE, THEIRS = "cases", "people", uuid.UUID(int=0)
_remembered = Remembered(500)


def sql_near(
    source: Source, day: datetime.date, near: Near | None, found: dict[Any, tuple[Any, ...]]
) -> tuple[str, tuple[Any, ...]]:
    """A source's query as SQL with its values; with `near` the SQL is cached. `found` is the preliminary query's
    result."""
    query: tuple[str, tuple[Any, ...]]
    if near is None:
        if source.asks_first:
            query = source.rows(day).query.sql_with_params()
        else:
            query = _remembered.of((source, day), lambda: source.rows(day).query.sql_with_params())
        return query
    known = None
    if source.asks_first:
        question = (source.asks_first, day)
        if question not in found:
            found[question] = source.asks_first(day, near.theirs)
        known = found[question]
    any_near = Near(CASES, PEOPLE, [THEIRS])
    sql, values = _remembered.of(
        (source, day, known), lambda: source.rows(day, any_near, known).query.sql_with_params()
    )
    keys = {CASES: list(near.cases), PEOPLE: list(near.people)}
    theirs = list(near.theirs)
    return sql, tuple(
        theirs if value == [THEIRS] else keys.get(value, value) if isinstance(value, str) else value
        for value in values
    )
