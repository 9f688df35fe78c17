"""Compiles to SQL, once, which rows somebody may see.

Nearly every query checks whether its rows belong to a visible case, person or site. Compiling that condition each
time takes Django longer than running it takes the database.
"""

import datetime
import uuid
from collections.abc import Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Exists, Manager, Model, Q, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from accounts.permissions import Permission
from pages.questions import PLACEHOLDER
from pages.remembered import Remembered
from pages.slots import Slot

REMEMBERED_AT_MOST = 2000


class AccessSource(Protocol):
    """Grants the cases where `reached_by(user)` is true to users with one of `permissions`.

    It filters rows of cases through OuterRef: a list of 25 rows need not look up all cases. Where thousands are counted,
    `keys_reached_by(user, kept_night)` is faster. It returns the same cases as querysets of keys, or None for most cases.
    `kept_night` is a night for which the projection says who waits for a bed (`shelters.kept`).
    """

    @property
    def permissions(self) -> Set[Permission]: ...

    def reached_by(self, user: User) -> Q | Exists: ...

    def keys_reached_by(
        self, user: User, kept_night: datetime.date | None
    ) -> list[QuerySet[Any]] | None: ...


access_sources: Slot[AccessSource] = Slot("what else than teams and offices leads to cases")


class SightQuestion(NamedTuple):
    """Everything that the SQL depends on, except the rows, which the database finds each time."""

    model: type[Model]
    using: str
    user: uuid.UUID
    standing: frozenset[Any]
    today: datetime.date
    permission: Permission | None
    sources: tuple[AccessSource, ...]
    sums_over_all: bool


class EqualReach(NamedTuple):
    """Permissions that see the same rows, with the query that tells whether a row is among them."""

    permissions: frozenset[Permission]
    sql: str
    params: tuple[Any, ...]


_sums_over_all: ContextVar[bool] = ContextVar("sums_over_all", default=False)
_compiled = Remembered(REMEMBERED_AT_MOST)
_compiled_for_one_row = Remembered(REMEMBERED_AT_MOST)
_compiled_for_one_permission = Remembered(REMEMBERED_AT_MOST)


def other_end(rows: QuerySet[Any] | Manager[Any], path: str) -> Any:
    """The manager of the model at the end of this path of relations, spelled as in a filter.

    For a queryset that needs a model which imports the queryset.
    """
    model: Any = rows.model
    for relation in path.split("__"):
        model = model._meta.get_field(relation).related_model
    return model._default_manager


def keys_seen(rows: Any, user: User, permission: Permission) -> Any:
    """The keys of `rows.visible_to(user, permission)`, for a filter with `__in`; `rows` is a manager.

    For an anonymous user the queryset itself.
    """
    if not user.is_authenticated:
        return rows.visible_to(user, permission)
    question = _sight_question(rows, user, permission)

    def compile_it() -> RawSQL | None:
        visible = _compile(rows.visible_to(user, permission))
        return _materialized(visible) if visible and question.sums_over_all else visible

    condition = _compiled.of(question, compile_it)
    return [] if condition is None else condition


def params_named(rows: Any, letter: str) -> tuple[str, dict[str, Any]]:
    """A queryset as SQL with named parameters, so that it can be part of a longer query.

    Raises EmptyResultSet for a queryset that Django knows to be empty.
    """
    sql, params = rows.query.sql_with_params()
    names = [f"{letter}{index}" for index in range(len(params))]
    return sql % tuple(f"%({name})s" for name in names), dict(zip(names, params, strict=True))


@contextmanager
def asking_of_all() -> Iterator[None]:
    """Inside the block all visible rows are computed once and then filtered, which is best for sums over all of them.

    Otherwise the database checks visibility row by row, which is best for the rows of one page."""
    before = _sums_over_all.set(True)
    try:
        yield
    finally:
        _sums_over_all.reset(before)


def sees(rows: Any, key: Any, user: User, permission: Permission) -> bool:
    """Whether `rows.visible_to(user, permission)` holds the row with this key.

    `rows` is a manager with `reach(user, permission)`."""
    question = _sight_question(rows, user, permission)
    row: RawSQL | None = _compiled_for_one_permission.of(
        question, lambda: _compile(rows.visible_to(user, permission).filter(pk=PLACEHOLDER))
    )
    if row is None:
        return False
    params = [key if value == PLACEHOLDER else value for value in row.params]
    with connections[rows.db].cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({row.sql})", params)
        return bool(cursor.fetchone()[0])


def permissions_over(rows: Any, key: Any, user: User) -> frozenset[Permission]:
    """Which of the user's permissions reach this row: one query for all of them.

    `rows` is a manager with `reach(user, permission)`: permissions with equal reach see the same rows.
    """
    question = _sight_question(rows, user, None)
    groups: list[EqualReach] = _compiled_for_one_row.of(
        question, lambda: _by_equal_reach(rows, user)
    )
    if not groups:
        return frozenset()
    sql = " UNION ALL ".join(
        f"SELECT {number} FROM ({each.sql}) seen"  # noqa: S608
        for number, each in enumerate(groups)
    )
    params = [key if value == PLACEHOLDER else value for each in groups for value in each.params]
    with connections[rows.db].cursor() as cursor:
        cursor.execute(sql, params)
        reaching = [groups[number].permissions for (number,) in cursor.fetchall()]
    return frozenset().union(*reaching)


def _sight_question(rows: Any, user: User, permission: Permission | None) -> SightQuestion:
    return SightQuestion(
        rows.model,
        rows.db,
        user.pk,
        user.standing,
        user.today(),
        permission,
        access_sources.entries,
        _sums_over_all.get(),
    )


def _by_equal_reach(rows: Any, user: User) -> list[EqualReach]:
    by_reach: dict[Any, set[Permission]] = {}
    for permission in user.permissions_today():
        by_reach.setdefault(rows.reach(user, permission), set()).add(permission)
    groups = []
    for permissions in by_reach.values():
        row = rows.visible_to(user, next(iter(permissions))).filter(pk=PLACEHOLDER)
        if (query := _compile(row)) is not None:
            groups.append(EqualReach(frozenset(permissions), query.sql, tuple(query.params)))
    return groups


def _materialized(query: RawSQL) -> RawSQL:
    return RawSQL(f"WITH seen AS MATERIALIZED ({query.sql}) SELECT * FROM seen", query.params)  # noqa: S608,S611


def _compile(queryset: Any) -> RawSQL | None:
    """The SQL of the keys; None for a queryset that Django knows to be empty."""
    try:
        return RawSQL(*queryset.order_by().values("pk").query.sql_with_params())  # noqa: S611
    except EmptyResultSet:
        return None
