"""What somebody may see, put into SQL once.

Nearly every query asks whether its rows hang on a case, a person or a site within sight. Building that
condition anew each time takes Django longer than the database needs to answer it.
"""

import datetime
import uuid
from collections.abc import Set
from typing import Any, NamedTuple, Protocol

from django.core.exceptions import EmptyResultSet
from django.db.models import Manager, Model, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from accounts.permissions import Permission
from pages.slots import Slot

REMEMBERED_AT_MOST = 2000


class AccessSource(Protocol):
    """Grants the cases of `case_ids(user)`, a subquery, to who asks with one of `permissions`."""

    @property
    def permissions(self) -> Set[Permission]: ...

    def case_ids(self, user: User) -> Any: ...


access_sources: Slot[AccessSource] = Slot("what else than teams and offices leads to cases")


class Question(NamedTuple):
    """Everything on which the words of the answer depend; who is seen, the database says each time."""

    model: type[Model]
    using: str
    user: uuid.UUID
    standing: frozenset[Any]
    today: datetime.date
    permission: Permission
    sources: tuple[AccessSource, ...]


_in_words: dict[Question, RawSQL | None] = {}


def other_end(rows: QuerySet[Any] | Manager[Any], path: str) -> Any:
    """The manager of the model to which this path of relations leads, spelled as in a filter.

    For a queryset that asks about a model which itself imports the queryset.
    """
    model: Any = rows.model
    for relation in path.split("__"):
        model = model._meta.get_field(relation).related_model
    return model._default_manager


def keys_seen(rows: Any, user: User, permission: Permission) -> Any:
    """The keys of `rows.visible_to(user, permission)`, for a filter with `__in`; `rows` is a manager.

    The queryset itself for who is not logged in.
    """
    if not user.is_authenticated:
        return rows.visible_to(user, permission)
    question = Question(
        rows.model,
        rows.db,
        user.pk,
        user.standing,
        user.today(),
        permission,
        access_sources.entries,
    )
    if question not in _in_words:
        if len(_in_words) >= REMEMBERED_AT_MOST:
            _in_words.clear()
        _in_words[question] = _put_into_words(rows.visible_to(user, permission))
    known = _in_words[question]
    return [] if known is None else known


def _put_into_words(queryset: Any) -> RawSQL | None:
    """None for a queryset of which Django knows that it is empty."""
    try:
        return RawSQL(*queryset.order_by().values("pk").query.sql_with_params())  # noqa: S611
    except EmptyResultSet:
        return None
