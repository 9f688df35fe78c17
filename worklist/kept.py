"""What falls due, kept for the day: worked out once, and again for a case or a person of whom something changed.

The sources are the truth. Triggers say in the transaction of each change whom it touched, so that no way of
writing is forgotten, and whoever asks brings those up to date first. Whoever cannot, because somebody else does it
at this moment, asks the sources themselves: nobody waits, and nobody reads what is over.
"""

import datetime
import uuid
from contextlib import suppress
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.expressions import RawSQL

from accounts.due import Near, Source, due_sources
from casework.register.models.case import FamilyMember
from pages.remembered import Remembered
from worklist.losing import AHEAD, WITH_MANY, keep_ahead, keep_ahead_near
from worklist.models import KeptAhead, KeptDue, KeptKind, KeptLoss, TouchedDue

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
# From so many cases and people on it is quicker to work out everything.
MOST_TOUCHED = 300
# Offices lie in several zones of time: for a while it is two days.
KEPT_FOR = datetime.timedelta(days=1)
# A case, a person, a kind: what of it changed.
Touched = tuple[uuid.UUID | None, uuid.UUID | None, str]
# Of the database's advisory locks: who holds it keeps.
LOCK = 4_731_002


def kept_kinds(today: datetime.date) -> frozenset[str]:
    """The kinds whose kept rows of `today` are what their sources say now; none where that could not be had."""
    return _wanted() if is_up_to_date(today) else frozenset()


def _wanted() -> frozenset[str]:
    return frozenset(source.kind for source in due_sources if source.is_kept)


def is_up_to_date(today: datetime.date) -> bool:
    """Whether all that is kept of `today` is what the sources say now, or could be brought to it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array(SELECT kind FROM worklist_keptkind WHERE day = %s),"
            " EXISTS (SELECT FROM worklist_toucheddue)",
            [today],
        )
        known, is_touched = cursor.fetchone()
    if is_touched or {AHEAD, *_wanted()}.difference(known):
        return bring_up_to_date(today)
    return True


@transaction.atomic
def bring_up_to_date(today: datetime.date) -> bool:
    """Works out what changed and what is missing for the day; False where somebody else is at it.

    Never waits for a lock. The changes are taken before anything is asked: what comes in between is left for later.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return False
        cursor.execute("DELETE FROM worklist_toucheddue RETURNING case_id, person_id, kind")
        touched = set(cursor.fetchall())
    sources = {source.kind: source for source in due_sources if source.is_kept}
    known = set(KeptKind.objects.values_list("day", "kind"))
    over, first = _over(known, touched, sources), today - KEPT_FOR
    if gone := {(day, kind) for day, kind in known if kind in over or day < first}:
        for model in (KeptDue, KeptKind):
            model.objects.filter(Q(kind__in=over) | Q(day__lt=first)).delete()
        for ahead in (KeptAhead, KeptLoss):
            ahead.objects.filter(Q() if AHEAD in over else Q(day__lt=first)).delete()
        known -= gone
    if known and (near := _near(touched)):
        KeptDue.objects.filter(Q(case_id__in=near.cases) | Q(person_id__in=near.people)).delete()
        _keep([(day, sources[kind]) for day, kind in known if kind != AHEAD], near)
        days = [day for day, kind in known if kind == AHEAD]
        keep_ahead_near(days, near.cases, near.people)
    missing = {AHEAD, *sources} - {kind for day, kind in known if day == today}
    if missing:
        _keep([(today, source) for kind, source in sources.items() if kind in missing])
        keep_ahead([today] if AHEAD in missing else ())
        KeptKind.objects.bulk_create(KeptKind(day=today, kind=kind) for kind in sorted(missing))
    return True


def keep_anew(today: datetime.date) -> int | None:
    """Forgets everything and works it out for the day; how many rows there are, None where somebody else is at it."""
    TouchedDue.objects.create()
    return KeptDue.objects.filter(day=today).count() if bring_up_to_date(today) else None


def _over(
    known: set[tuple[datetime.date, str]],
    touched: set[Touched],
    sources: dict[str, Source],
) -> set[str]:
    """The kinds of which nothing that is kept counts any more."""
    kinds = {kind for case_id, person_id, kind in touched if not (case_id or person_id)}
    kept = {kind for _day, kind in known}
    if "" in kinds or len(touched) > MOST_TOUCHED:
        return kept
    if WITH_MANY in kinds:
        kinds.add(AHEAD)
    return (kinds & kept) | (kept - {AHEAD, *sources})


def _near(touched: set[Touched]) -> Near | None:
    """The cases that were touched, the people who were, and everybody who is or was in one of those cases."""
    people = {person_id for _case_id, person_id, _kind in touched if person_id}
    cases = {case_id for case_id, _person_id, _kind in touched if case_id}
    if not (people or cases):
        return None
    members = FamilyMember.objects.order_by()
    cases |= set(members.filter(individual__in=people).values_list("case", flat=True))
    people |= set(members.filter(case__in=cases).values_list("individual", flat=True))
    theirs = set(members.filter(individual__in=people).values_list("case", flat=True))
    return Near(cases, people, theirs | cases)


def _keep(wanted: list[tuple[datetime.date, Source]], near: Near | None = None) -> None:
    """Writes what the sources say of the days, in one statement."""
    parts, params = [], list[Any]()
    names = ", ".join(COLUMNS)
    typed = ", ".join(f"{name}::{type_}" for name, type_ in COLUMNS.items())
    for day, source in wanted:
        with suppress(EmptyResultSet):
            sql, values = _in_words(source, day, near)
            parts.append(f"SELECT %s::date, {typed} FROM ({sql}) AS part ({names})")  # noqa: S608
            params += [day, *values]
    if parts:
        union = " UNION ALL ".join(parts)
        with connection.cursor() as cursor:
            # Only SQL that the ORM made of our own querysets; every value is a parameter.
            cursor.execute(
                f"INSERT INTO worklist_keptdue (day, {names},"  # noqa: S608
                " case_team_id, case_office_id, case_is_restricted)"
                " SELECT every.*, file.team_id, file.office_id, file.is_restricted"
                f" FROM ({union}) AS every (day, {names})"
                " LEFT JOIN casework_case AS file ON file.id = every.case_id WHERE due_on IS NOT NULL",
                params,
            )


# Stand for the keys in the words that are remembered.
CASES, PEOPLE = "cases", "people"
_KEYS = "SELECT unnest(%s::uuid[])"
ANY_NEAR = Near(RawSQL(_KEYS, [CASES]), RawSQL(_KEYS, [PEOPLE]), ())  # noqa: S611
_remembered = Remembered(500)


def _in_words(source: Source, day: datetime.date, near: Near | None) -> tuple[str, tuple[Any, ...]]:
    """The question of a source as SQL and its values. Near some cases the words are the same for all of them."""
    if near is None or source.asks_first:
        words: tuple[str, tuple[Any, ...]] = source.rows(day, near).query.sql_with_params()
        return words
    sql, values = _remembered.of(
        (source, day), lambda: source.rows(day, ANY_NEAR).query.sql_with_params()
    )
    keys = {CASES: list(near.cases), PEOPLE: list(near.people)}
    return sql, tuple(
        keys.get(value, value) if isinstance(value, str) else value for value in values
    )
