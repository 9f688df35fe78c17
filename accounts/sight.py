"""Caches the compiled SQL of `visible_to`: which rows a user may see.

Nearly every query checks whether its rows belong to a visible case, person or site. Compiling that condition takes Django
longer than running it takes the database.
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
    """Lets users with one of `permissions` see the cases for which `reached_by(user)` is true.

    `reached_by` returns a condition on a queryset of cases: a list of 25 rows need not look up all cases. For counts of
    thousands, `keys_reached_by(user, kept_night)` is faster. It returns the same cases as querysets of keys, or None if they
    are most cases. `kept_night` is a night for which the projection stores who waits for a bed (`shelters.kept`).
    """

    @property
    def permissions(self) -> Set[Permission]: ...

    def reached_by(self, user: User) -> Q | Exists: ...

    def keys_reached_by(
        self, user: User, kept_night: datetime.date | None
    ) -> list[QuerySet[Any]] | None: ...


access_sources: Slot[AccessSource] = Slot("what else than teams and offices leads to cases")


class VisibilityKey(NamedTuple):
    """The cache key of the SQL: everything that it depends on."""

    model: type[Model]
    using: str
    user: uuid.UUID
    standing: frozenset[Any]
    today: datetime.date
    permission: Permission | None
    sources: tuple[AccessSource, ...]
    computes_all: bool


class EqualReach(NamedTuple):
    """Permissions that see the same rows, and the SQL that returns the key of a row if it is one of them."""

    permissions: frozenset[Permission]
    sql: str
    params: tuple[Any, ...]


_computes_all: ContextVar[bool] = ContextVar("computes_all", default=False)
_compiled = Remembered(REMEMBERED_AT_MOST)
_compiled_for_one_row = Remembered(REMEMBERED_AT_MOST)
_compiled_for_one_permission = Remembered(REMEMBERED_AT_MOST)


def related_manager(rows: QuerySet[Any] | Manager[Any], path: str) -> Any:
    """The default manager of the model at the end of this path of relations (`case__team`).

    For a queryset class that cannot import the model, because the model imports the queryset class.
    """
    model: Any = rows.model
    for relation in path.split("__"):
        model = model._meta.get_field(relation).related_model
    return model._default_manager


def visible_keys(rows: Any, user: User, permission: Permission) -> Any:
    """The primary keys of `rows.visible_to(user, permission)`, for a filter with `__in`; `rows` is a manager.

    Returns cached SQL, an empty list, or for an anonymous user a queryset.
    """
    if not user.is_authenticated:
        return rows.visible_to(user, permission)
    cache_key = _visibility_key(rows, user, permission)

    def compile_condition() -> RawSQL | None:
        visible = _compile(rows.visible_to(user, permission))
        return _materialized(visible) if visible and cache_key.computes_all else visible

    condition = _compiled.of(cache_key, compile_condition)
    return [] if condition is None else condition


def params_named(rows: Any, letter: str) -> tuple[str, dict[str, Any]]:
    """SQL of a queryset, and its parameters by name; each name begins with `letter`. For a part of a longer query.

    Raises EmptyResultSet for a queryset that Django knows to be empty.
    """
    sql, params = rows.query.sql_with_params()
    names = [f"{letter}{index}" for index in range(len(params))]
    return sql % tuple(f"%({name})s" for name in names), dict(zip(names, params, strict=True))


@contextmanager
def computing_all_visible_rows() -> Iterator[None]:
    """Inside the block a query first computes all visible rows and then filters them, which is best for sums over all.

    Outside the database checks visibility row by row, which is best for the rows of one page."""
    before = _computes_all.set(True)
    try:
        yield
    finally:
        _computes_all.reset(before)


def sees(rows: Any, key: Any, user: User, permission: Permission) -> bool:
    """Whether `rows.visible_to(user, permission)` contains the row with this primary key.

    `rows` is a manager with `reach(user, permission)`."""
    cache_key = _visibility_key(rows, user, permission)
    row: RawSQL | None = _compiled_for_one_permission.of(
        cache_key, lambda: _compile(rows.visible_to(user, permission).filter(pk=PLACEHOLDER))
    )
    if row is None:
        return False
    params = [key if value == PLACEHOLDER else value for value in row.params]
    with connections[rows.db].cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({row.sql})", params)
        return bool(cursor.fetchone()[0])


def permissions_for_row(rows: Any, key: Any, user: User) -> frozenset[Permission]:
    """The user's permissions with which the row with this primary key is visible, by one query.

    `rows` is a manager with `reach(user, permission)`: permissions with equal results see the same rows.
    """
    cache_key = _visibility_key(rows, user, None)
    groups: list[EqualReach] = _compiled_for_one_row.of(
        cache_key, lambda: _by_equal_reach(rows, user)
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


def _visibility_key(rows: Any, user: User, permission: Permission | None) -> VisibilityKey:
    return VisibilityKey(
        rows.model,
        rows.db,
        user.pk,
        user.standing,
        user.today(),
        permission,
        access_sources.entries,
        _computes_all.get(),
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
    """The SQL of the primary keys; None for a queryset that Django knows to be empty."""
    try:
        return RawSQL(*queryset.order_by().values("pk").query.sql_with_params())  # noqa: S611
    except EmptyResultSet:
        return None
