"""Compiled queries: the SQL of a queryset is compiled once and cached; the query runs each time.

    def _members_of(today):
        return FamilyMember.objects.present_on(today).filter(case__in=[PLACEHOLDER])

    members = cached_rows(_members_of, today, values={PLACEHOLDER: keys})

For a short query, compiling takes Django longer than running takes the database. Only the SQL is cached, never a result.
`make` is a function that returns a queryset; everything that its SQL depends on is an argument of it. Values that do not
change the SQL (a key, a moment) are placeholders, which `values` replaces.
"""

import copy
import datetime
import uuid
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import Cursor as CursorWithValuesInTheSql
from django.db.models import (
    ManyToOneRel,
    Model,
    OneToOneRel,
    Prefetch,
    QuerySet,
    prefetch_related_objects,
)

from pages.remembered import Remembered

# Placeholders. No row has this key, this moment or this text.
PLACEHOLDER = uuid.UUID(int=0)
ANY_MOMENT = datetime.datetime(1, 1, 2, tzinfo=datetime.UTC)
ANY_TEXT = "\x1aany text\x1a"

Make = Callable[..., QuerySet[Any]]
Values = Mapping[Any, Any]


@dataclass(frozen=True)
class CompiledQuery:
    """A compiled query with the compiler that reads its result. `sql` is empty if Django knows that there are no rows."""

    queryset: Any
    compiler: Any
    sql: str
    params: tuple[Any, ...]
    prefetched: tuple["PrefetchedRows", ...] = ()
    other_lookups: tuple[Any, ...] = ()

    def comparison_key(self) -> Any:
        """A value by which two queries are compared. Parameters are compared by repr: JSON values have no equality."""
        return (
            self.sql,
            repr(self.params),
            [(each.name, each.query.comparison_key()) for each in self.prefetched],
        )


@dataclass(frozen=True)
class QueryByKeys:
    """The query of `make(*args)` with these keys instead of PLACEHOLDER; `pages.together` uses its compiled form."""

    keys: Any
    make: Make
    args: tuple[Any, ...] = ()

    def compiled(self) -> tuple[str, tuple[Any, ...]]:
        """(SQL, parameters). The SQL is empty without keys, or if Django knows that there are no rows."""
        query = _compiled(self.make, self.args) if self.keys else None
        values = filled(query.params, {PLACEHOLDER: self.keys}) if query else ()
        return query.sql if query else "", tuple(values)


@dataclass(frozen=True)
class PrefetchedRows:
    """A prefetch of rows with a foreign key (`field`) to the query's rows, stored under the name of the relation or `to_attr`."""

    field: Any
    query: CompiledQuery
    name: str
    is_attribute: bool

    def fetch_for(self, rows: list[Any]) -> None:
        by_key: dict[Any, Any] = {row.pk: row for row in rows}
        rows_by_key: dict[Any, list[Any]] = {key: [] for key in by_key}
        for each in _rows(self.query, {PLACEHOLDER: list(by_key)}):
            key = getattr(each, self.field.attname)
            rows_by_key[key].append(each)
            if not self.field.is_cached(each):
                self.field.set_cached_value(each, by_key[key])
        for row in rows:
            self._store(row, rows_by_key[row.pk])

    def _store(self, row: Any, pointing_rows: list[Any]) -> None:
        if self.is_attribute:
            setattr(row, self.name, pointing_rows)
            return
        queryset = type(self.query.queryset)(model=self.query.queryset.model)
        queryset._result_cache, queryset._prefetch_done = pointing_rows, True
        if not hasattr(row, "_prefetched_objects_cache"):
            row._prefetched_objects_cache = {}
        row._prefetched_objects_cache[self.name] = queryset


_CLONED = ("_known_related_objects", "_iterable_class", "_fields")
_compiled_queries = Remembered(2000)
# How often each compiled query was reused inside `checked_again`; None outside.
_reuse_counts: Counter[Hashable] | None = None
# The counts of reuse at which a query is checked.
CHECKED_AT = frozenset(8**power for power in range(6))


def cached_rows(make: Make, *args: Any, values: Values | None = None) -> list[Any]:
    """The result of `list(make(*args))`, prefetched rows included.

    The SQL is cached by `make` and `args`; an argument with a `standing_key`, such as a user, is compared by it.
    """
    return _rows(_compiled(make, args), values or {})


def kept_count(make: Make, *args: Any, values: Values | None = None) -> int:
    """The number of rows of `make(*args)`, which may slice where an exact number is not needed."""
    return int(_first_value(make, args, values, "SELECT count(*) FROM ({}) counted", 0))


def kept_exists(make: Make, *args: Any, values: Values | None = None) -> bool:
    """Whether `make(*args)` has a row."""
    return bool(_first_value(make, args, values, "SELECT EXISTS ({})", False))


@contextmanager
def planned_anew() -> Iterator[None]:
    """Inside the block the database plans each query for its actual values, for example for sums over all people.

    A generic plan assumes that few rows match, and would look up thousands one by one. psycopg quotes the values into the
    SQL, so that no statement is prepared.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    driver = connection.connection
    before, driver.cursor_factory = driver.cursor_factory, CursorWithValuesInTheSql
    try:
        yield
    finally:
        driver.cursor_factory = before


def _rows(query: CompiledQuery, values: Values) -> list[Any]:
    if not query.sql:
        return []
    rows = list(_queryset_with(query, values))
    if rows:
        for prefetched in query.prefetched:
            prefetched.fetch_for(rows)
        if query.other_lookups:
            prefetch_related_objects(rows, *query.other_lookups)
    return rows


def kept_sql(
    letter: str, make: Make, *args: Any, values: Values | None = None
) -> tuple[str, dict[str, Any]]:
    """SQL of the query, and its parameters by name; each name begins with `letter`. For a part of a longer query.

    The SQL is empty if Django knows that there are no rows.
    """
    query = _compiled(make, args)
    names = [f"{letter}{index}" for index in range(len(query.params))]
    named = query.sql % tuple(f"%({name})s" for name in names)
    return named, dict(zip(names, filled(query.params, values or {}), strict=True))


def _first_value(make: Make, args: Any, values: Values | None, template: str, default: Any) -> Any:
    query = _compiled(make, args)
    if not query.sql:
        return default
    with connections[query.queryset.db].cursor() as cursor:
        cursor.execute(template.format(query.sql), filled(query.params, values or {}))
        return cursor.fetchone()[0]


def _compiled(make: Make, args: tuple[Any, ...]) -> CompiledQuery:
    key = (make, *(getattr(each, "standing_key", each) for each in args))
    if _reuse_counts is None:
        query: CompiledQuery = _compiled_queries.of(key, lambda: _compile(make(*args)))
        return query
    is_known = key in _compiled_queries
    query = _compiled_queries.of(key, lambda: _compile_without_queries(make, args))
    if is_known:
        _reuse_counts[key] += 1
        if _reuse_counts[key] in CHECKED_AT:
            _check(query, make, args)
    return query


def _check(query: CompiledQuery, make: Make, args: tuple[Any, ...]) -> None:
    recompiled = _compile_without_queries(make, args)
    if recompiled.comparison_key() != query.comparison_key():
        raise AssertionError(
            f"{make.__qualname__} depends on more than its arguments: {query.comparison_key()} {recompiled.comparison_key()}"
        )


def _compile_without_queries(make: Make, args: tuple[Any, ...]) -> CompiledQuery:
    with ExitStack() as stack:
        for connection in connections.all():
            stack.enter_context(connection.execute_wrapper(_refuse_query))
        return _compile(make(*args))


def _refuse_query(_execute: Any, sql: str, *_rest: Any) -> Any:
    raise AssertionError(
        f"Compiling this query asks the database, and the answer would be cached with it: {sql}"
    )


def _compile(queryset: Any) -> CompiledQuery:
    compiler = queryset.query.get_compiler(using=queryset.db)
    try:
        sql, params = compiler.as_sql()
    except EmptyResultSet:
        return CompiledQuery(queryset, compiler, "", ())
    _cache_converters(compiler)
    prefetched, other_lookups = [], []
    for lookup in queryset._prefetch_related_lookups:
        compiled = _compiled_prefetch(queryset.model, lookup)
        prefetched += [compiled] if compiled else []
        other_lookups += [] if compiled else [lookup]
    return CompiledQuery(
        queryset, compiler, sql, tuple(params), tuple(prefetched), tuple(other_lookups)
    )


def _cache_converters(compiler: Any) -> None:
    """Caches Django's column converters, which it otherwise looks up for each column of each result."""
    columns = [column for column, *_rest in compiler.select[: compiler.col_count]]
    converters = compiler.get_converters(columns)
    compiler.get_converters = lambda _columns: converters


def _compiled_prefetch(model: type[Model], lookup: Any) -> PrefetchedRows | None:
    """The compiled query of one prefetch; None unless it fetches rows that point at the model."""
    prefetch = lookup if isinstance(lookup, Prefetch) else Prefetch(lookup)
    descriptor = getattr(model, prefetch.prefetch_through, None)
    relation = getattr(descriptor, "rel", None)
    if not isinstance(relation, ManyToOneRel) or isinstance(relation, OneToOneRel):
        return None
    if not relation.field.target_field.primary_key:
        return None
    rows = prefetch.queryset
    if rows is None:
        rows = relation.related_model._default_manager.all()
    queryset = rows.filter(**{f"{relation.field.name}__in": [PLACEHOLDER]})
    name = prefetch.to_attr or relation.cache_name
    return PrefetchedRows(relation.field, _compile(queryset), name, bool(prefetch.to_attr))


def _queryset_with(compiled: CompiledQuery, values: Values) -> Any:
    """A copy of the queryset that runs the compiled SQL with these values."""
    original = compiled.queryset
    compiler = copy.copy(compiled.compiler)
    compiler.connection = connections[original.db]
    params = filled(compiled.params, values)
    compiler.as_sql = lambda *_args, **_kwargs: (compiled.sql, params)
    query = copy.copy(original.query)
    query.get_compiler = lambda *_args, **_kwargs: compiler
    # Like Django's clone of a queryset, but without compiling it again.
    queryset = type(original)(model=original.model, query=query, using=original.db)
    for name in _CLONED:
        setattr(queryset, name, getattr(original, name))
    return queryset


def filled(params: tuple[Any, ...], values: Values) -> list[Any]:
    """These parameters with each placeholder replaced from `values`."""
    if not values:
        return list(params)
    return [
        [*values[each[0]]]
        if _is_placeholder(each, values)
        else values.get(each, each)
        if isinstance(each, Hashable)
        else each
        for each in params
    ]


def _is_placeholder(param: Any, values: Values) -> bool:
    """Whether the parameter is a list that consists of one placeholder."""
    return isinstance(param, list) and len(param) == 1 and param[0] in values


@contextmanager
def checked_again() -> Iterator[None]:
    """For tests: inside the block cached SQL is compared with a new compilation, and a difference raises AssertionError.

    A query is checked at its first, eighth and sixty-fourth reuse: a page may run the same query a hundred times.
    """
    global _reuse_counts
    before, _reuse_counts = _reuse_counts, Counter()
    try:
        yield
    finally:
        _reuse_counts = before
