"""Returns the events of a case from all sources, newest first.

One SQL statement finds the rows of a page, and reads only tables of which the file has a row. It also returns the
`fields` of event sources; for an event source without `fields`, another query fetches the rows."""

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
    """Returns the newest events of these sources for `question`, without the first `skip`.

    If the statement fails, runs each source alone and leaves out those that fail; the page names them.
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
    page = _rows_of_page(statement, question, skip)
    event_sources = statement.event_sources
    to_fetch = {each.act: event_sources[each.act][0] for each in page if each.facts is None}
    rows = _fetched_rows(to_fetch, page, question)
    rows |= _built_rows([each for each in page if each.facts is not None], event_sources, question)
    return [
        replace(
            event_source.event_of(rows[key], each.at),
            kind=title,
            position=each.at,
            act=each.act,
            written=each.written,
            is_before=each.is_before,
        )
        for each in page
        if (key := (each.act, each.key)) in rows
        for event_source, title in [event_sources[each.act]]
    ]


@dataclass(frozen=True)
class Statement:
    """The SQL statement for several sources. The numbers in its result are indexes of `event_sources`."""

    event_sources: Sequence[tuple[EventSource, Any]]
    sql: str
    values: Sequence[Any]


# Statements for whole cases, by `cache_key` of the question, sources and tables.
_statements = Remembered(1000)


def _statement_for(sources: tuple[TimelineSource, ...], question: Question) -> Statement:
    if question.is_narrow:
        return _build_statement(sources, question)
    key = (sources, tables_held(question.case), *question.cache_key)
    statement: Statement = _statements.of(key, lambda: _build_statement(sources, question))
    return statement


class PageRow(NamedTuple):
    """A row on the page. `act` is the index of its event source, `key` the padded primary key, `at` the position within
    the day, `written` the time of recording (both in seconds), `facts` the `fields`. `is_before`: see Event."""

    act: int
    key: str
    at: float
    facts: dict[str, Any] | None
    written: float | None
    is_before: bool = False


_ROWS_OF_SOURCE = "SELECT {} AS source_index, places.* FROM ({}) places"
# Of rows at the same moment, the row of the later source comes first.
_PAGE = (
    "SELECT source_index, row_key, row_position, row_facts::json, row_recorded_at FROM ({}) happened"
    " ORDER BY row_day DESC, row_position DESC, source_index DESC, row_key DESC LIMIT %s OFFSET %s"
)


def _build_statement(sources: tuple[TimelineSource, ...], question: Question) -> Statement:
    event_sources = [
        (event_source, source.title)
        for source in sources
        for event_source in source.event_sources
        if event_source.answers(question)
    ]
    selects: list[str] = []
    values: list[Any] = []
    for number, (event_source, _title) in enumerate(event_sources):
        if place_sql := event_source.places(question):
            selects.append(_ROWS_OF_SOURCE.format(number, place_sql[0]))
            values += place_sql[1]
    return Statement(
        event_sources, _PAGE.format(" UNION ALL ".join(selects)) if selects else "", values
    )


def _rows_of_page(statement: Statement, question: Question, skip: int) -> list[PageRow]:
    """Returns the rows of the page, newest first, with rows before and after it that may belong to the same actions."""
    if not statement.sql:
        return []
    key = question.case.pk
    values = [key if value == PLACEHOLDER else value for value in statement.values]
    before = min(skip, question.further)
    limit = before + question.limit + question.further
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, [*values, limit, skip - before])
        places = [PageRow(*row) for row in cursor.fetchall()]
    newest = places[before : before + question.limit]
    acts = {each.act for each in newest}
    earlier = [each._replace(is_before=True) for each in places[:before] if each.act in acts]
    further = [each for each in places[before + question.limit :] if each.act in acts]
    return [*earlier, *newest, *further]


def _built_rows(
    page: Sequence[PageRow], event_sources: Sequence[tuple[EventSource, Any]], question: Question
) -> dict[tuple[int, str], Any]:
    """Returns instances built from the `facts` of rows, each with its person, by index of event source and key."""
    rows: dict[tuple[int, str], Any] = {}
    objects_with_person: list[Any] = []
    for each in page:
        event_source = event_sources[each.act][0]
        model = event_source.table(question)
        facts = dict(each.facts or {})
        annotations = {
            name: field.to_python(facts.pop(name))
            for name, field in event_source.annotated(question).items()
            if name in facts
        }
        row = rows[each.act, each.key] = row_of(model, each.key, facts)
        vars(row).update(annotations)
        if event_source.person:
            objects_with_person.append(
                object_at_path(row, event_source.person.rpartition("__")[0]) or row
            )
    with_people_of(objects_with_person, people_today(question.case, question.user))
    return rows


def _fetched_rows(
    event_sources: Mapping[int, EventSource], page: Iterable[PageRow], question: Question
) -> dict[tuple[int, str], Any]:
    """Fetches rows and returns them by index of event source and key; sources with the same `rows` share a query."""
    numbers_by_rows: dict[Any, list[int]] = {}
    for number, event_source in event_sources.items():
        numbers_by_rows.setdefault(event_source.rows, []).append(number)
    rows_by_key: dict[tuple[int, str], Any] = {}
    for rows_of, numbers in numbers_by_rows.items():
        related = set().union(*(event_sources[number].related for number in numbers)) - {
            "individual"
        }
        keys = {each.key for each in page if each.act in numbers}
        to_python = event_sources[numbers[0]].table(question)._meta.pk.to_python
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
        if any(event_sources[number].person == "individual" for number in numbers):
            rows = with_people_of(rows, people_today(question.case, question.user))
        for row in rows:
            key = str(row.pk).rjust(KEY_LENGTH, "0")
            rows_by_key |= {(number, key): row for number in numbers}
    return rows_by_key


# The placeholder for the primary keys of a page's rows in a cached query.
ANY_ROW = 1_000_000_007


def _rows_by_key(
    rows_of: Any, related: Any, user: User, team: uuid.UUID, office: uuid.UUID, _zone: str
) -> Any:
    rows = rows_of(Case(pk=PLACEHOLDER, team_id=team, office_id=office), user)
    rows = rows.select_related(*related) if related else rows
    return rows.filter(pk__in=[ANY_ROW]).order_by()
