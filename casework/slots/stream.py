"""The events of a case from all sources, in one order.

One statement finds the rows of a page, newest first, and reads only tables of which the file has a row. The statement
also returns the values that most happenings need for their text; for others, one query each fetches the rows."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.utils.timezone import get_current_timezone_name

from accounts.access import cached_permissions
from accounts.models import User
from casework.register.models.case import Case
from casework.register.querysets.case import people_today, with_people_of
from casework.slots.holdings import tables_held
from casework.slots.timeline import (
    KEY_LENGTH,
    Event,
    EventSource,
    Question,
    TimelineSource,
    object_at_path,
)
from pages.failing import part_or
from pages.questions import PLACEHOLDER, cached_rows
from pages.remembered import Remembered
from pages.together import row_of


def stream(sources: Iterable[TimelineSource], question: Question, *, skip: int = 0) -> list[Event]:
    """Returns the newest events of these sources for `question`, after the first `skip`.

    If the statement fails, tries each source alone and leaves out those that fail; the page says which.
    """
    all_sources = tuple(sources)
    with cached_permissions():
        try:
            return _stream(all_sources, question, skip)
        except Exception:
            first_page = replace(question, limit=skip + question.limit)
            working_sources = tuple(each for each in all_sources if _can_be_read(each, first_page))
            if working_sources == all_sources:
                raise
        return _stream(working_sources, question, skip)


def _can_be_read(source: TimelineSource, question: Question) -> bool:
    def try_source() -> bool:
        _stream((source,), question, 0)
        return True

    return part_or(try_source, bool, kind=source.kind, above=source.title)


def _stream(sources: tuple[TimelineSource, ...], question: Question, skip: int) -> list[Event]:
    statement = _statement_for(sources, question)
    page = _page(statement, question, skip)
    happenings = statement.happenings
    to_fetch = {each.act: happenings[each.act][0] for each in page if each.facts is None}
    rows = _fetched_rows(to_fetch, page, question)
    rows |= _built_rows([each for each in page if each.facts is not None], happenings, question)
    return [
        replace(
            happening.event_of(rows[key], each.at),
            kind=title,
            position=each.at,
            act=each.act,
            written=each.written,
            is_before=each.is_before,
        )
        for each in page
        if (key := (each.act, each.key)) in rows
        for happening, title in [happenings[each.act]]
    ]


@dataclass(frozen=True)
class Statement:
    """The SQL statement for several sources. The numbers in its result are indexes of `happenings`."""

    happenings: Sequence[tuple[EventSource, Any]]
    sql: str
    values: Sequence[Any]


# Statements for whole cases, by everything on which the SQL depends.
_statements = Remembered(1000)


def _statement_for(sources: tuple[TimelineSource, ...], question: Question) -> Statement:
    if question.is_narrow:
        return _build_statement(sources, question)
    key = (sources, tables_held(question.case), *question.cache_key)
    statement: Statement = _statements.of(key, lambda: _build_statement(sources, question))
    return statement


class Place(NamedTuple):
    """A row on the page. `act` is the index of its happening, `at` its position within the day, `written` the time of
    recording, and `is_before` says that it is on the page before."""

    act: int
    key: str
    at: float
    facts: dict[str, Any] | None
    written: float | None
    is_before: bool = False


_PLACES = "SELECT {} AS stands_for, places.* FROM ({}) places"
# Of rows at the same moment, that of the later source comes first.
_PAGE = (
    "SELECT stands_for, stands_as, stands_at, stands_with::json, stands_written FROM ({}) happened"
    " ORDER BY stands_on DESC, stands_at DESC, stands_for DESC, stands_as DESC LIMIT %s OFFSET %s"
)


def _build_statement(sources: tuple[TimelineSource, ...], question: Question) -> Statement:
    happenings = [
        (happening, source.title)
        for source in sources
        for happening in source.happenings
        if happening.answers(question)
    ]
    selects: list[str] = []
    values: list[Any] = []
    for number, (happening, _title) in enumerate(happenings):
        if place_sql := happening.places(question):
            selects.append(_PLACES.format(number, place_sql[0]))
            values += place_sql[1]
    return Statement(
        happenings, _PAGE.format(" UNION ALL ".join(selects)) if selects else "", values
    )


def _page(statement: Statement, question: Question, skip: int) -> list[Place]:
    """Returns the rows of the page, newest first, with earlier and further rows of the same actions."""
    if not statement.sql:
        return []
    key = question.case.pk
    values = [key if value == PLACEHOLDER else value for value in statement.values]
    before = min(skip, question.further)
    limit = before + question.limit + question.further
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, [*values, limit, skip - before])
        places = [Place(*row) for row in cursor.fetchall()]
    newest = places[before : before + question.limit]
    acts = {each.act for each in newest}
    earlier = [each._replace(is_before=True) for each in places[:before] if each.act in acts]
    further = [each for each in places[before + question.limit :] if each.act in acts]
    return [*earlier, *newest, *further]


def _built_rows(
    page: Sequence[Place], happenings: Sequence[tuple[EventSource, Any]], question: Question
) -> dict[tuple[int, str], Any]:
    """Returns rows built from the values in the statement's result, each with its person."""
    rows: dict[tuple[int, str], Any] = {}
    objects_with_person: list[Any] = []
    for each in page:
        happening = happenings[each.act][0]
        model = happening.table(question)
        facts = dict(each.facts or {})
        annotations = {
            name: field.to_python(facts.pop(name))
            for name, field in happening.annotated(question).items()
            if name in facts
        }
        row = rows[each.act, each.key] = row_of(model, each.key, facts)
        vars(row).update(annotations)
        if happening.person:
            objects_with_person.append(
                object_at_path(row, happening.person.rpartition("__")[0]) or row
            )
    with_people_of(objects_with_person, people_today(question.case, question.user))
    return rows


def _fetched_rows(
    happenings: Mapping[int, EventSource], page: Iterable[Place], question: Question
) -> dict[tuple[int, str], Any]:
    """Returns the fetched rows of a page, by index of the happening and key; one query for happenings with equal rows."""
    numbers_by_rows: dict[Any, list[int]] = {}
    for number, happening in happenings.items():
        numbers_by_rows.setdefault(happening.rows, []).append(number)
    rows_by_key: dict[tuple[int, str], Any] = {}
    for rows_of, numbers in numbers_by_rows.items():
        related = set().union(*(happenings[number].related for number in numbers)) - {"individual"}
        keys = {each.key for each in page if each.act in numbers}
        to_python = happenings[numbers[0]].table(question)._meta.pk.to_python
        key_values = [to_python(key) for key in keys]
        rows: Iterable[Any] = cached_rows(
            _rows_by_key,
            rows_of,
            tuple(sorted(related)),
            question.user,
            question.case.team_id,
            question.case.office_id,
            get_current_timezone_name(),
            values={PLACEHOLDER: question.case.pk, to_python(ANY_ROW): key_values},
        )
        if any(happenings[number].person == "individual" for number in numbers):
            rows = with_people_of(rows, people_today(question.case, question.user))
        for row in rows:
            key = str(row.pk).rjust(KEY_LENGTH, "0")
            rows_by_key |= {(number, key): row for number in numbers}
    return rows_by_key


# The placeholder for the keys of a page's rows.
ANY_ROW = 1_000_000_007


def _rows_by_key(
    rows_of: Any, related: Any, user: User, team: uuid.UUID, office: uuid.UUID, _zone: str
) -> Any:
    rows = rows_of(Case(pk=PLACEHOLDER, team_id=team, office_id=office), user)
    rows = rows.select_related(*related) if related else rows
    return rows.filter(pk__in=[ANY_ROW]).order_by()
