"""Rows of sources: their SQL, and how they are written into the projection."""

import datetime
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection

from accounts.due import Near, Source
from pages.remembered import Remembered
from worklist.projection.tables_read import Statements, statements_sent

# The columns of a row, in the order of `accounts.due.Source.rows`, and their types.
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

# Only SQL that the ORM made from our own querysets; every value is a parameter.
NAMES = ", ".join(COLUMNS)
TYPED = ", ".join(f"{name}::{type_}" for name, type_ in COLUMNS.items())

INSERT_ROWS = f"""INSERT INTO worklist_keptdue (day, {NAMES}, case_team_id, case_office_id, case_is_restricted)
SELECT every.*, file.team_id, file.office_id, file.is_restricted FROM ({{}}) AS every (day, {NAMES})
LEFT JOIN casework_case AS file ON file.id = every.case_id WHERE due_on IS NOT NULL
"""  # noqa: S608

# A statement does not see the rows that it inserts, so this deletes only older rows.
DELETE_ROWS = """WITH gone AS (
    DELETE FROM worklist_keptdue WHERE (case_id = ANY(%s) OR person_id = ANY(%s)) AND kind = ANY(%s)
) """


def write_rows(
    wanted: list[tuple[datetime.date, Source]],
    near: Near | None = None,
    *,
    replaced: Sequence[Any] = (),
) -> Statements:
    """Writes the rows of these days and sources in one statement, and returns the statements of each kind.

    With `near` only rows about its cases and people are written. `replaced` are the cases, people and kinds whose rows the
    same statement deletes."""
    parts, params, sent = list[str](), list[Any](), Statements()
    results: dict[Any, tuple[Any, ...]] = {}
    for day, source in wanted:
        with suppress(EmptyResultSet), statements_sent() as statements:
            sql, values = source_sql(source, day, near, results)
            parts.append(f"SELECT %s::date, {TYPED} FROM ({sql}) AS part ({NAMES})")  # noqa: S608
            params += [day, *values]
            # A preliminary query may read other tables the next time, so any change has to recompute such a kind.
            sent[source.kind] = [] if source.asks_first else [*statements, INSERT_ROWS.format(sql)]
    statement = INSERT_ROWS.format(" UNION ALL ".join(parts)) if parts else "SELECT"
    if parts or replaced:
        with connection.cursor() as cursor:
            cursor.execute((DELETE_ROWS if replaced else "") + statement, [*replaced, *params])
    return sent


# Placeholders for the keys in cached SQL.
CASES, PEOPLE, THEIRS = "cases", "people", uuid.UUID(int=0)

_compiled_sql = Remembered(500)


def source_sql(
    source: Source, day: datetime.date, near: Near | None, results: dict[Any, tuple[Any, ...]]
) -> tuple[str, tuple[Any, ...]]:
    """A source's query as SQL with its values, for a day; with `near` only the rows about its cases and people.

    The SQL is cached, unless a source with a preliminary query is asked for everybody. `found` collects the results of
    preliminary queries, so that sources that share one ask it once."""
    query: tuple[str, tuple[Any, ...]]
    if near is None:
        if source.asks_first:
            query = source.rows(day).query.sql_with_params()
        else:
            query = _compiled_sql.of(
                (source, day), lambda: source.rows(day).query.sql_with_params()
            )
        return query
    keys_found = None
    if source.asks_first:
        question = (source.asks_first, day)
        if question not in results:
            results[question] = source.asks_first(day, near.theirs)
        keys_found = results[question]
    any_near = Near(CASES, PEOPLE, [THEIRS])
    sql, values = _compiled_sql.of(
        (source, day, keys_found),
        lambda: source.rows(day, any_near, keys_found).query.sql_with_params(),
    )
    keys = {CASES: list(near.cases), PEOPLE: list(near.people)}
    theirs = list(near.theirs)
    return sql, tuple(
        theirs if value == [THEIRS] else keys.get(value, value) if isinstance(value, str) else value
        for value in values
    )
