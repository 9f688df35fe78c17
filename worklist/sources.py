"""The sources of what falls due, as settings.DUE_SOURCES names them."""

import datetime
from collections.abc import Iterable
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.permissions import Permission

COLUMNS = (
    "kind",
    "on",
    "about_type",
    "about_id",
    "case_id",
    "permission",
    "office_id",
    "severity",
)


class DueSource(Protocol):
    """What an app adds to what falls due.

    `rows` gives a queryset that has the names of COLUMNS, or a values_list in their order; `sentence`
    says for people, without a name, what each row is about. Optional: `title`, the kind in words, and
    `rows_of(user, today)` instead of `rows` where each row concerns one person alone.
    """

    kind: str
    permission: Permission

    def rows(self, today: datetime.date) -> Any: ...

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]: ...


@cache
def _loaded(path: str) -> Any:
    return import_string(path)


def due_sources() -> list[DueSource]:
    return [_loaded(path) for path in settings.DUE_SOURCES]


def source_of(kind: str) -> DueSource | None:
    return next((source for source in due_sources() if source.kind == kind), None)


def title_of(source: DueSource) -> str:
    """The kind in words."""
    return str(getattr(source, "title", "") or source.kind.replace("_", " ").capitalize())


def sentences(keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The sentence of each (kind, about_id); one question per kind. What is gone has none."""
    by_kind: dict[str, set[str]] = {}
    for kind, about_id in keys:
        by_kind.setdefault(kind, set()).add(about_id)
    found = {}
    for kind, about_ids in by_kind.items():
        if source := source_of(kind):
            for about_id, text in source.sentence(sorted(about_ids)).items():
                found[kind, str(about_id)] = str(text)
    return found
