"""Returns which tables have rows about a file, from one query, so that a page skips queries that would find nothing.

This reveals no secret: later queries check visibility themselves, and models with `leaves_no_trace` are left out."""

from collections.abc import Iterable
from functools import cache
from typing import Any
from uuid import UUID

import pghistory
from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

from accounts.access import cached_per_request
from accounts.models import User
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.questions import PLACEHOLDER, Make, cached_rows

# Everybody who ever belonged to the case, as one array, so that each table can use its index.
_PEOPLE = (
    f"WITH people AS (SELECT array_agg(individual_id) AS keys FROM {FamilyMember._meta.db_table}"  # noqa: S608
    " WHERE case_id = %(case)s) "
)


@cached_per_request
def _tables_and_people(case: Case) -> tuple[frozenset[str], list[UUID]]:
    with connection.cursor() as cursor:
        cursor.execute(_sql(), {"case": case.pk})
        tables, people = cursor.fetchone()
        return frozenset(tables), people or []


def tables_held(case: Case) -> frozenset[str]:
    """Returns the tables with a row about the case or about anybody who ever belonged to the case."""
    return _tables_and_people(case)[0]


def people_ever(case: Case) -> list[UUID]:
    """Returns the primary keys of everybody who ever belonged to the case."""
    return _tables_and_people(case)[1]


def holds(case: Case, model: type[Model]) -> bool:
    """Whether the table may have a row about the case or about anybody who ever belonged to the case.

    A table without a column for case or person may have one if a table to which it refers has one.
    """
    tables = _tables_behind(model)
    return not tables or not tables.isdisjoint(tables_held(case))


def rows_on_file(case: Case, rows: Any) -> list[Any]:
    """Returns these rows of the file; empty, without a query, if the file has no row of their table."""
    return list(rows) if holds(case, rows.model) else []


def cached_rows_on_file(
    case: Case, people: Iterable[Individual], model: type[Model], make: Make, *args: Any
) -> list[Any]:
    """Runs the cached query `make(*args)` for these people, whose keys replace PLACEHOLDER, and returns its rows.

    Empty, without a query, if the file has no row of the table.
    """
    keys = [person.pk for person in people]
    return (
        cached_rows(make, *args, values={PLACEHOLDER: keys}) if keys and holds(case, model) else []
    )


def holds_about(individual: Individual, user: User, model: type[Model]) -> bool:
    """Whether the person's current or last case may have a row of this table; True for a person without a case."""
    case = case_of(individual, user.today())
    return case is None or holds(case, model)


@cache
def _tables_behind(model: type[Model]) -> frozenset[str]:
    """Returns the table if it refers to a case or person, else the tables of related models that do; empty for a view."""
    if not model._meta.managed:
        return frozenset()
    if _columns(model):
        return frozenset({model._meta.db_table})
    parents = {key.related_model for key in _foreign_keys(model)} - {model}
    return frozenset().union(*(_tables_behind(each) for each in parents if _refers_to_a_file(each)))


def _refers_to_a_file(model: type[Model]) -> bool:
    return bool(_columns(model)) or any(_columns(key.related_model) for key in _foreign_keys(model))


def _foreign_keys(model: type[Model]) -> list[Any]:
    return [each for each in model._meta.concrete_fields if isinstance(each, ForeignKey)]


def _columns(model: type[Model]) -> list[str]:
    """Returns SQL conditions for rows about the case or its people, one for each column."""
    of_people = "{column} = ANY((SELECT keys FROM people)::uuid[])"
    conditions = {Case: "{column} = %(case)s", Individual: of_people}
    return [
        conditions[key.related_model].format(column=key.column)
        for key in _foreign_keys(model)
        if key.related_model in conditions
    ]


@cache
def _sql() -> str:
    tables = {
        model._meta.db_table: " OR ".join(columns)
        for model in apps.get_models()
        if model._meta.managed
        and not issubclass(model, pghistory.models.Event)
        and not getattr(model, "leaves_no_trace", False)
        and (columns := _columns(model))
    }
    tables_with_rows = " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table} WHERE {condition})"  # noqa: S608
        for table, condition in tables.items()
    )
    return f"{_PEOPLE} SELECT ARRAY({tables_with_rows}), (SELECT keys FROM people)"  # noqa: S608
