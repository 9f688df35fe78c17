"""The projection of what falls due: computed once a day, and again for each case or person that changes.

The sources are the truth. Triggers record, in the transaction of each change, which table changed and which case or person the
change concerns, so that no way of writing is missed. A worker recomputes these rows, for the kinds that read the table. A
reader who comes before the worker recomputes them first. If another transaction holds the lock, readers query the sources
instead: nobody waits long, and nobody reads stale rows."""

import datetime
import time
import uuid
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, Q
from django.utils import timezone

from accounts.due import Near, due_sources
from pages.failing import part_or
from pages.questions import planned_anew
from shelters import keeping
from worklist.projection.families import (
    COMMITMENT_ENDS,
    FAMILIES_AHEAD,
    rewrite_families,
    write_all_families,
)
from worklist.projection.models import KeptAhead, KeptDue, KeptKind, TouchedDue
from worklist.projection.source_rows import write_rows
from worklist.projection.tables_read import TablesByKind, statements_sent, tables_read

# Above this number of changes, recomputing everything is faster.
MOST_CHANGES = 300
# The kind of the projection that holds what `shelters.keeping` counts of a night.
NIGHTS = "nights"
# Number of the PostgreSQL advisory lock that a transaction holds while it recomputes.
LOCK = 4_731_002
# Seconds to wait for the lock, and between two attempts. Recomputing a case takes a tenth of the first; querying the
# sources takes longer.
LOCK_TIMEOUT, LOCK_RETRY = 0.3, 0.01


class RecordedChange(NamedTuple):
    """One row of `TouchedDue`: the case, person, site or kind that a change concerns, and the table that changed.

    Without a case, person, site and kind the change concerns everything. An empty table name stands for any table."""

    case_id: uuid.UUID | None
    person_id: uuid.UUID | None
    site_id: uuid.UUID | None
    kind: str
    table_name: str

    @property
    def is_of_many(self) -> bool:
        """Whether the change concerns a whole kind, or everything."""
        return not (self.case_id or self.person_id or self.site_id)


class StateOfDay(NamedTuple):
    """Which kinds are computed for a day, whether changes are pending, and whether it is this day at all sites now.

    `earliest` is the date at the office that is furthest behind. No reader asks for a day before it.
    """

    kinds: frozenset[str]
    is_touched: bool
    is_today_everywhere: bool
    earliest: datetime.date

    @property
    def to_keep(self) -> frozenset[str]:
        """The kinds to compute for the day. The night is left out while it is still yesterday at some site."""
        return (
            _kinds_of_dates() | {FAMILIES_AHEAD} | ({NIGHTS} if self.is_today_everywhere else set())
        )


def _state(day: datetime.date) -> StateOfDay:
    """Reads the state of the day with one query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array(SELECT kind FROM worklist_keptkind WHERE day = %s),"
            # Looked up by key: deleted rows that are not vacuumed yet (300,000 after an import) would cost 10 ms otherwise.
            " (SELECT id FROM worklist_toucheddue ORDER BY id LIMIT 1) IS NOT NULL,"
            " NOT EXISTS (SELECT FROM accounts_office AS office"
            " WHERE (%s AT TIME ZONE time_zone)::date <> %s"
            " AND EXISTS (SELECT FROM shelters_site WHERE office_id = office.id)),"
            " least(%s, (SELECT min((%s AT TIME ZONE time_zone)::date) FROM accounts_office))",
            [day, timezone.now(), day, day, timezone.now()],
        )
        kinds, *others = cursor.fetchone()
        return StateOfDay(frozenset(kinds), *others)


class CurrentProjection(NamedTuple):
    """The parts of the projection that are valid for a day.

    `kinds` are the kinds of dates. `has_families` covers the families that lose aid, `has_night` the numbers of the
    night. A night is only computed for tonight."""

    kinds: frozenset[str]
    has_families: bool
    has_night: bool


NO_PROJECTION = CurrentProjection(frozenset(), has_families=False, has_night=False)


def current_projection(day: datetime.date) -> CurrentProjection:
    """Brings the projection of the day up to date and returns its valid parts.

    Returns NO_PROJECTION if an error occurs: callers query the sources instead, and see which source fails."""
    return part_or(partial(_current_projection, day), lambda: NO_PROJECTION, kind="kept")


def _current_projection(day: datetime.date) -> CurrentProjection:
    state = _state(day)
    kinds = _up_to_date_kinds(day, state)
    is_night_current = state.is_today_everywhere and NIGHTS in kinds
    return CurrentProjection(kinds & _kinds_of_dates(), FAMILIES_AHEAD in kinds, is_night_current)


def current_kinds(today: datetime.date) -> frozenset[str]:
    """Brings the projection of the day up to date and returns the kinds of dates that are valid."""
    return current_projection(today).kinds


def is_night_current(night: datetime.date) -> bool:
    """Whether the numbers of this night are computed and valid, after bringing the projection up to date."""
    state = _state(night)
    return state.is_today_everywhere and NIGHTS in _up_to_date_kinds(night, state)


def _up_to_date_kinds(day: datetime.date, state: StateOfDay) -> frozenset[str]:
    """The kinds in the projection of the day. Recomputes what is missing or changed."""
    is_whole = not (state.is_touched or state.to_keep - state.kinds)
    return state.kinds if is_whole else bring_up_to_date(day, state)


def _kinds_of_dates() -> frozenset[str]:
    """The kinds of dates that the projection can hold."""
    return frozenset(source.kind for source in due_sources if source.is_kept)


@transaction.atomic
def bring_up_to_date(today: datetime.date, state: StateOfDay | None = None) -> frozenset[str]:
    """Recomputes what changed or is missing for the day, and returns the kinds in the projection.

    Returns an empty set if another transaction holds the lock for longer than LOCK_TIMEOUT. `state` is the state of the
    day, if the caller has just read it. The changes are read before any source is queried: changes that arrive in the
    meantime are left for the next run.
    """
    if not _take_lock():
        return frozenset()
    changes, computed = _claim_changes()
    state = state or _state(today)
    past_nights = [
        night
        for night in _days(computed, NIGHTS)
        if not (state if night == today else _state(night)).is_today_everywhere
    ]
    for dropped in _drop_invalid(computed, changes, state.earliest, past_nights):
        del computed[dropped]
    _recompute_changed(computed, changes)
    kinds = frozenset(kind for day, kind in computed if day == today)
    if missing := state.to_keep - kinds:
        with planned_anew():
            _compute_missing(today, missing)
        if not kinds:
            _analyze_tables()
    return kinds | missing


def _take_lock() -> bool:
    """Takes the lock until the transaction ends. Returns False if another transaction still holds it after LOCK_TIMEOUT."""
    until = time.monotonic() + LOCK_TIMEOUT
    with connection.cursor() as cursor:
        while True:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
            if cursor.fetchone()[0]:
                return True
            if time.monotonic() > until:
                return False
            time.sleep(LOCK_RETRY)


CLAIM_CHANGES = """
WITH taken AS (DELETE FROM worklist_toucheddue RETURNING *)
SELECT case_id, person_id, site_id, kind, table_name, NULL::date, NULL::text[] FROM taken
UNION ALL SELECT NULL, NULL, NULL, kind, '', day, tables FROM worklist_keptkind
"""


def _claim_changes() -> tuple[set[RecordedChange], TablesByKind]:
    """Deletes the recorded changes, and returns them with the tables that each computed kind of each day reads."""
    changes, computed = set[RecordedChange](), TablesByKind()
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_CHANGES)
        for *change, day, tables in cursor.fetchall():
            if day:
                computed[day, change[3]] = frozenset(tables)
            else:
                changes.add(RecordedChange(*change))
    return changes, computed


def _drop_invalid(
    computed: TablesByKind,
    changes: set[RecordedChange],
    first: datetime.date,
    nights: list[datetime.date],
) -> set[tuple[datetime.date, str]]:
    """Deletes the rows that are no longer valid: of invalid kinds, of days before `first`, and of these nights.

    Returns the days and kinds that were deleted."""
    invalid = _invalid_kinds(computed, changes)
    dropped = {(day, kind) for day, kind in computed if kind in invalid or day < first}
    dropped |= {(night, NIGHTS) for night in nights}
    if dropped:
        KeptDue.objects.filter(Q(kind__in=invalid) | Q(day__lt=first)).delete()
        KeptKind.objects.filter(
            Q(kind__in=invalid) | Q(day__lt=first) | Q(kind=NIGHTS, day__in=nights)
        ).delete()
        KeptAhead.objects.filter(Q() if FAMILIES_AHEAD in invalid else Q(day__lt=first)).delete()
    return dropped


def _recompute_changed(computed: TablesByKind, changes: set[RecordedChange]) -> None:
    """Recomputes the changed cases and people, for all computed days and for the kinds that read a changed table."""
    near = _near_changes(changes)
    sites = {each.site_id for each in changes if each.site_id}
    kinds = _reading({each.table_name for each in changes}, computed)
    if near:
        sources = {source.kind: source for source in due_sources if source.kind in kinds}
        wanted = [(day, sources[kind]) for day, kind in computed if kind in sources]
        write_rows(wanted, near, replaced=[list(near.cases), list(near.people), list(kinds)])
        if FAMILIES_AHEAD in kinds:
            rewrite_families(_days(computed, FAMILIES_AHEAD), near.cases, near.people)
    if NIGHTS in kinds and (near or sites):
        keeping.keep_near(_days(computed, NIGHTS), near, sites)


def _reading(tables: set[str], computed: TablesByKind) -> set[str]:
    """The kinds that read one of these tables, or whose tables are unknown."""
    return {
        kind for (_day, kind), read in computed.items() if "" in tables or not read or read & tables
    }


def _compute_missing(day: datetime.date, missing: frozenset[str]) -> None:
    """Computes these kinds for the day. First deletes rows that another version of Amparo may have left."""
    KeptDue.objects.filter(day=day, kind__in=missing).delete()
    sent = write_rows([(day, source) for source in due_sources if source.kind in missing])
    for kind, keep in ((FAMILIES_AHEAD, write_all_families), (NIGHTS, keeping.keep)):
        if kind in missing:
            with statements_sent() as sent[kind]:
                keep(day)
    read = tables_read(sent)
    KeptKind.objects.bulk_create(
        KeptKind(day=day, kind=kind, tables=read.get(kind, [])) for kind in sorted(missing)
    )


def _analyze_tables() -> None:
    """Runs ANALYZE after a new day; otherwise the planner assumes an empty table (550 ms for a list instead of 90)."""
    models = (KeptDue, KeptAhead, *keeping.KEPT)
    tables = ", ".join(model._meta.db_table for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE (SKIP_LOCKED) {tables}")


def _days(computed: Iterable[tuple[datetime.date, str]], kind: str) -> list[datetime.date]:
    """The days for which this kind is computed."""
    return [day for day, each in computed if each == kind]


def is_current(day: datetime.date, kinds: Iterable[Any], changes: Any) -> Q:
    """The condition that each kind is computed for the day and that none of these `changes` is pending."""
    are_computed = [Q(Exists(KeptKind.objects.filter(day=day, kind=kind))) for kind in kinds]
    return Q(*are_computed) & ~Q(Exists(changes))


def recompute_all(today: datetime.date) -> int | None:
    """Deletes the whole projection and recomputes the day. Returns the number of dates, or None if the lock is taken."""
    TouchedDue.objects.create()
    return KeptDue.objects.filter(day=today).count() if bring_up_to_date(today) else None


def _invalid_kinds(
    computed: Iterable[tuple[datetime.date, str]], changes: set[RecordedChange]
) -> set[str]:
    """The kinds that have to be computed again for everybody: changed as a whole, or no longer kinds of the projection."""
    kinds = {each.kind for each in changes if each.is_of_many}
    computed_kinds = {kind for _day, kind in computed}
    if "" in kinds or len(changes) > MOST_CHANGES:
        return computed_kinds
    if COMMITMENT_ENDS in kinds:
        kinds.add(FAMILIES_AHEAD)
    return (kinds & computed_kinds) | (
        computed_kinds - {FAMILIES_AHEAD, NIGHTS, *_kinds_of_dates()}
    )


NEAR_SQL = """
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


def _near_changes(changes: set[RecordedChange]) -> Near | None:
    """The changed cases and people, everybody who is or was in these cases, and all cases of these people.

    Returns None if no change concerns a case or a person."""
    people = [each.person_id for each in changes if each.person_id]
    cases = [each.case_id for each in changes if each.case_id]
    if not (people or cases):
        return None
    with connection.cursor() as cursor:
        cursor.execute(NEAR_SQL, {"cases": cases, "people": people})
        return Near(*map(set, cursor.fetchone()))
