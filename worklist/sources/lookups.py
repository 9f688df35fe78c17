"""Looks up what the sources say: the source of a kind, and sentences, words and days of single rows."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from accounts.due import DueAction, Source, due_sources
from pages.failing import part_or
from worklist.sources.models import WarningDays
from worklist.sources.warning_days import WARNING_DAYS, WARNING_DAYS_OF_ENDS, Steps

# The kind of a row, and the key of its subject.
Key = tuple[str, str]
# Instead of the sentence and the person of a row that no longer exists.
NO_SENTENCE = ("", None)


def source_of(kind: str) -> Source | None:
    """The source of this kind; None for a kind without one, such as the daily line of notices."""
    return next((source for source in due_sources if source.kind == kind), None)


def ends_aid(kind: str) -> bool:
    """Whether rows of this kind end somebody's aid."""
    source = source_of(kind)
    return bool(source and source.ends_aid)


def has_own_days(source: Source) -> bool:
    """Whether the days of warning of the kind can be set.

    Rules of law list their own days, a state has none, and what is told at once waits for none."""
    return not (source.warns or source.is_state or source.is_told_at_once)


def default_days(source: Source) -> tuple[int, ...]:
    """The days of warning of the kind unless others are set."""
    return WARNING_DAYS_OF_ENDS if source.ends_aid else WARNING_DAYS


def warning_steps() -> Steps:
    """The days of warning of the kinds that have others than WARNING_DAYS. One query."""
    are_set: dict[str, Sequence[int]] = {
        each.kind: each.days for each in WarningDays.objects.all() if each.days
    }
    return {
        each.kind: are_set.get(each.kind, WARNING_DAYS_OF_ENDS)
        for each in due_sources
        if has_own_days(each) and (each.ends_aid or each.kind in are_set)
    }


def ways_of(kind: str) -> tuple[DueAction, ...]:
    """The ways to settle a row of this kind, the first one first."""
    source = source_of(kind)
    return (source and source.actions) or ()


def sentences(keys: Iterable[Key]) -> dict[Key, tuple[str, Any]]:
    """The sentence of each key, and the key of the person whom it is about. One query per kind.

    Deleted rows are left out."""
    return {
        (source.kind, str(about_id)): sentence
        for source, about_ids in _by_source(keys)
        for about_id, sentence in source.sentence(about_ids).items()
    }


def words(keys: Iterable[Key]) -> dict[Key, tuple[str, str]]:
    """The texts `who` and `what` of each key, without a number (`accounts.due.Source.words`). One query per kind.

    Deleted rows are left out."""
    return {
        (source.kind, str(about_id)): texts
        for source, about_ids in _by_source(keys)
        for about_id, texts in _words_of(source, about_ids).items()
    }


def _words_of(source: Source, about_ids: list[str]) -> dict[Any, tuple[str, str]]:
    """The words of these rows. If the source fails, the text says so: the day in the same line is still true."""
    failed = _("%(part)s: not readable") % {"part": source.title}
    return part_or(
        partial(source.words, about_ids),
        lambda: dict.fromkeys(about_ids, ("", failed)),
        kind=source.kind,
    )


def days(keys: Iterable[Key], today: datetime.date) -> dict[Key, set[datetime.date]]:
    """The current days of each key. One query per kind. Settled rows are left out."""
    by_key: dict[Key, set[datetime.date]] = {}
    for source, about_ids in _by_source(keys):
        rows = source.rows_on(today).filter(**{f"{source.key}__in": about_ids}).order_by()
        for about_id, day in rows.values_list(source.key, source.date):
            by_key.setdefault((source.kind, str(about_id)), set()).add(day)
    return by_key


def _by_source(keys: Iterable[Key]) -> Iterator[tuple[Source, list[str]]]:
    """Each source with the keys of its rows. Kinds without a source are left out."""
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
