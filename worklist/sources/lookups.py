"""What falls due in words: the title of a kind, and a sentence for each row."""

import datetime
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from accounts.due import Source, Way, due_sources
from pages.failing import part_or

# The kind, and the key of what it is about.
Key = tuple[str, str]
# The sentence and the person of a row that no longer exists.
GONE = ("", None)


def source_of(kind: str) -> Source | None:
    return next((source for source in due_sources if source.kind == kind), None)


def ways_of(kind: str) -> tuple[Way, ...]:
    """How rows of this kind are settled."""
    source = source_of(kind)
    return (source and source.ways) or ()


def sentences(keys: Iterable[Key]) -> dict[Key, tuple[str, Any]]:
    """The sentence of each (kind, about_id) and whom it is about; one query per kind. Deleted rows have none."""
    return {
        (source.kind, str(about_id)): said
        for source, about_ids in _by_source(keys)
        for about_id, said in source.sentence(about_ids).items()
    }


def words(keys: Iterable[Key]) -> dict[Key, tuple[str, str]]:
    """Who and what of each (kind, about_id), without a number; one query per kind. Deleted rows have none."""
    return {
        (source.kind, str(about_id)): said
        for source, about_ids in _by_source(keys)
        for about_id, said in _words_of(source, about_ids).items()
    }


def _words_of(source: Source, about_ids: list[str]) -> dict[Any, tuple[str, str]]:
    """If a source fails, returns its title and says that it failed: the day beside it is still true."""
    failed = _("%(part)s: not readable") % {"part": source.title}
    return part_or(
        partial(source.words, about_ids),
        lambda: dict.fromkeys(about_ids, ("", failed)),
        kind=source.kind,
    )


def days(keys: Iterable[Key], today: datetime.date) -> dict[Key, set[datetime.date]]:
    """The current day of each (kind, about_id); one query per kind. None if it is settled."""
    found: dict[Key, set[datetime.date]] = {}
    for source, about_ids in _by_source(keys):
        rows = source.rows_on(today).filter(**{f"{source.key}__in": about_ids}).order_by()
        for about_id, day in rows.values_list(source.key, source.date):
            found.setdefault((source.kind, str(about_id)), set()).add(day)
    return found


def _by_source(keys: Iterable[Key]) -> Iterator[tuple[Source, list[str]]]:
    by_kind: dict[str, set[str]] = {}
    for kind, about_id in keys:
        by_kind.setdefault(kind, set()).add(about_id)
    for kind, about_ids in by_kind.items():
        if source := source_of(kind):
            yield source, sorted(about_ids)


def kind_in_words(kind: str) -> str:
    """The title of the kind; the kind itself if no source has it."""
    source = source_of(kind)
    return str(source.title) if source else kind
