"""One stream of what happened in a case, from every source.

One statement finds out which rows of all of them stand on a page, the newest first, and asks only tables of which the
file holds a row. What most kinds say comes along with it; of the others those rows alone are fetched, a question for each
kind that is told.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.utils.timezone import get_current_timezone_name

from accounts.access import asking_once
from accounts.models import User
from casework.register.models.case import Case
from casework.register.querysets.case import people_today, with_people_of
from casework.slots.holdings import tables_held
from casework.slots.timeline import KEY_LENGTH, Event, Happening, Question, Source, follow
from pages.failing import part_or
from pages.questions import ANY_KEY, kept_rows
from pages.remembered import Remembered
from pages.together import row_of


def stream(sources: Iterable[Source], question: Question, *, skip: int = 0) -> list[Event]:
    """The newest events of these sources that `question` asks for, after the first `skip`. Where they cannot be told, each
    source is asked alone, and those are left out that fail so, if the page says so."""
    every = tuple(sources)
    with asking_once():
        try:
            return _stream(every, question, skip)
        except Exception:
            whole = replace(question, limit=skip + question.limit)
            telling = tuple(each for each in every if _tells(each, whole))
            if telling == every:
                raise
        return _stream(telling, question, skip)


def _tells(source: Source, question: Question) -> bool:
    def asked() -> bool:
        _stream((source,), question, 0)
        return True

    return part_or(asked, bool, kind=source.kind, above=source.title)


def _stream(sources: tuple[Source, ...], question: Question, skip: int) -> list[Event]:
    asked = _asked(sources, question)
    page = _page(asked, question, skip)
    told = asked.told
    asked_apart = {each.act: told[each.act][0] for each in page if each.facts is None}
    rows = _rows_of(asked_apart, page, question)
    rows |= _rows_with_facts([each for each in page if each.facts is not None], told, question)
    return [
        replace(
            happening.told_of(rows[place]),
            kind=title,
            stood=each.at,
            act=each.act,
            written=each.written,
            is_before=each.is_before,
        )
        for each in page
        if (place := (each.act, each.key)) in rows
        for happening, title in [told[each.act]]
    ]


@dataclass(frozen=True)
class Asked:
    """What sources are asked for in one statement; `told` are the happenings by their number in it."""

    told: Sequence[tuple[Happening, Any]]
    sql: str
    values: Sequence[Any]


# What is asked of whole cases, by all on which the words depend.
_known = Remembered(1000)


def _asked(sources: tuple[Source, ...], question: Question) -> Asked:
    if question.is_narrow:
        return _put_together(sources, question)
    key = (sources, tables_held(question.case), *question.asker)
    asked: Asked = _known.of(key, lambda: _put_together(sources, question))
    return asked


class Place(NamedTuple):
    """A row on the page: the number of its happening, its key, where it stands in its day, what came along of it, when it was
    recorded, and whether it stands before the page."""

    act: int
    key: str
    at: float
    facts: dict[str, Any] | None
    written: float | None
    is_before: bool = False


_PLACES = "SELECT {} AS stands_for, places.* FROM ({}) places"
# Of what stands at one moment the later source is the later act.
_PAGE = (
    "SELECT stands_for, stands_as, stands_at, stands_with::json, stands_written FROM ({}) happened"
    " ORDER BY stands_on DESC, stands_at DESC, stands_for DESC, stands_as DESC LIMIT %s OFFSET %s"
)


def _put_together(sources: tuple[Source, ...], question: Question) -> Asked:
    told = [
        (happening, source.title)
        for source in sources
        for happening in source.happenings
        if happening.answers(question)
    ]
    asked: list[str] = []
    values: list[Any] = []
    for number, (happening, _title) in enumerate(told):
        if words := happening.places(question):
            asked.append(_PLACES.format(number, words[0]))
            values += words[1]
    return Asked(told, _PAGE.format(" UNION ALL ".join(asked)) if asked else "", values)


def _page(asked: Asked, question: Question, skip: int) -> list[Place]:
    """What stands on the page, the newest first."""
    if not asked.sql:
        return []
    key = question.case.pk
    values = [key if value == ANY_KEY else value for value in asked.values]
    before = min(skip, question.further)
    wanted = before + question.limit + question.further
    with connection.cursor() as cursor:
        cursor.execute(asked.sql, [*values, wanted, skip - before])
        found = [Place(*row) for row in cursor.fetchall()]
    newest = found[before : before + question.limit]
    acts = {each.act for each in newest}
    earlier = [each._replace(is_before=True) for each in found[:before] if each.act in acts]
    further = [each for each in found[before + question.limit :] if each.act in acts]
    return [*earlier, *newest, *further]


def _rows_with_facts(
    page: Sequence[Place], told: Sequence[tuple[Happening, Any]], question: Question
) -> dict[tuple[int, str], Any]:
    """The rows of these places, made of what came along; each with the person whom it is about."""
    found: dict[tuple[int, str], Any] = {}
    about: list[Any] = []
    for each in page:
        happening = told[each.act][0]
        model = happening.table(question)
        facts = dict(each.facts or {})
        added = {
            name: field.to_python(facts.pop(name))
            for name, field in happening.annotated(question).items()
            if name in facts
        }
        row = found[each.act, each.key] = row_of(model, each.key, facts)
        vars(row).update(added)
        if happening.person:
            about.append(follow(row, happening.person.rpartition("__")[0]) or row)
    with_people_of(about, people_today(question.case, question.user))
    return found


def _rows_of(
    happenings: Mapping[int, Happening], page: Iterable[Place], question: Question
) -> dict[tuple[int, str], Any]:
    """The rows that a page tells of, by the number of their happening and their key; those alike in one question."""
    alike: dict[Any, list[int]] = {}
    for number, happening in happenings.items():
        alike.setdefault(happening.rows, []).append(number)
    found: dict[tuple[int, str], Any] = {}
    for rows_of, numbers in alike.items():
        related = set().union(*(happenings[number].related for number in numbers)) - {"individual"}
        keys = {each.key for each in page if each.act in numbers}
        to_python = happenings[numbers[0]].table(question)._meta.pk.to_python
        wanted = [to_python(key) for key in keys]
        rows: Iterable[Any] = kept_rows(
            _told,
            rows_of,
            tuple(sorted(related)),
            question.user,
            question.case.team_id,
            question.case.office_id,
            get_current_timezone_name(),
            values={ANY_KEY: question.case.pk, to_python(ANY_TOLD): wanted},
        )
        if any(happenings[number].person == "individual" for number in numbers):
            rows = with_people_of(rows, people_today(question.case, question.user))
        for row in rows:
            key = str(row.pk).rjust(KEY_LENGTH, "0")
            found |= {(number, key): row for number in numbers}
    return found


# Stands for the keys of the rows that a page tells of; for a longer key, it is made one.
ANY_TOLD = 1_000_000_007


def _told(
    rows_of: Any, related: Any, user: User, team: uuid.UUID, office: uuid.UUID, _zone: str
) -> Any:
    rows = rows_of(Case(pk=ANY_KEY, team_id=team, office_id=office), user)
    rows = rows.select_related(*related) if related else rows
    return rows.filter(pk__in=[ANY_TOLD]).order_by()
