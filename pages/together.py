"""Combines several small queries into one statement.

A page with ten counts would wait for ten round trips, each longer than the query itself.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet

from pages.questions import QueryByKeys, filled

_COUNT = "(SELECT count(*) FROM ({}) AS counted)"
_ROWS = "(SELECT json_agg(row_to_json(asked)) FROM ({}) AS asked)"


class InSql(NamedTuple):
    """A query given as SQL with its parameters."""

    sql: str
    params: tuple[Any, ...]

    def compiled(self) -> tuple[str, tuple[Any, ...]]:
        return self.sql, self.params


Questions = Mapping[str, QuerySet[Any, Any] | QueryByKeys | InSql]
Rows = list[dict[str, Any]]


class Answers(NamedTuple):
    """The results of `Together`: numbers and rows by the name of their query."""

    counts: dict[str, int]
    rows: dict[str, Rows]


class Together(NamedTuple):
    """Several queries as one statement; callers that repeat it may cache it."""

    sql: str
    params: tuple[Any, ...]
    # (_COUNT or _ROWS, name of the query) of each column, in the order of the statement.
    columns: tuple[tuple[str, str], ...]
    counts: tuple[str, ...]
    rows: tuple[str, ...]

    def answers(self, values: Mapping[Any, Any] | None = None) -> Answers:
        """Runs the statement; `values` replace placeholders, as in `pages.questions`."""
        results: dict[tuple[str, str], Any] = {}
        if self.columns:
            with connection.cursor() as cursor:
                cursor.execute(self.sql, filled(self.params, values or {}))
                results = dict(zip(self.columns, cursor.fetchone(), strict=True))
        return Answers(
            {name: results.get((_COUNT, name), 0) for name in self.counts},
            {name: results.get((_ROWS, name)) or [] for name in self.rows},
        )


def together(counts: Questions, rows: Questions) -> Together:
    """One statement for the number of rows of each of `counts`, and the rows of each of `rows` (querysets of `.values()`).

    Rows are read as JSON: dates and keys are texts. They must not include a sealed column.
    """
    parts, params, columns = list[str](), list[Any](), list[tuple[str, str]]()
    for template, questions in ((_COUNT, counts), (_ROWS, rows)):
        for name, queryset in questions.items():
            try:
                if isinstance(queryset, QueryByKeys | InSql):
                    sql, values = queryset.compiled()
                else:
                    sql, values = queryset.query.sql_with_params()
            except EmptyResultSet:
                continue
            if not sql:
                continue
            columns.append((template, name))
            parts.append(template.format(sql))
            params += values
    sql = f"SELECT {', '.join(parts)}"
    return Together(sql, tuple(params), tuple(columns), tuple(counts), tuple(rows))


def row_of(model: type[Model], key: Any, facts: Mapping[str, Any]) -> Any:
    """An instance with these fields from JSON, including related rows (`site__name`).

    As after `.only()`: other fields are loaded when read.
    """
    fields: dict[str, Any] = {field.attname: field for field in model._meta.concrete_fields}
    fields |= {field.name: field for field in model._meta.concrete_fields}
    values = {model._meta.pk.attname: model._meta.pk.to_python(key)}
    related: dict[str, dict[str, Any]] = {}
    for path, value in facts.items():
        name, _mark, rest = path.partition("__")
        if rest:
            related.setdefault(name, {})[rest] = value
        else:
            values[fields[name].attname] = fields[name].to_python(value)
    names = [field.attname for field in model._meta.concrete_fields if field.attname in values]
    row = model.from_db(DEFAULT_DB_ALIAS, names, [values[name] for name in names])
    for name, other_facts in related.items():
        other = values[fields[name].attname]
        setattr(row, name, other and row_of(fields[name].related_model, other, other_facts))
    return row
