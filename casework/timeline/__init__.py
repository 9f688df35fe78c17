"""One stream of what happened in a case, from every room, each within the reader's sight.

settings.TIMELINE_SOURCES names the sources. A source declares happenings: which rows, the day or moment
on which each happened, and the words. The stream asks each happening for its newest rows only, so that a
page costs the same number of questions whether a case is a day or ten years old.
"""

import datetime
import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Individual


@dataclass(frozen=True)
class Event:
    """One line of a timeline, in the past tense. `at` is a day where the hour is not known."""

    at: datetime.datetime | datetime.date
    text: str | Promise
    by: User | None = None
    old: str | Promise = ""
    new: str | Promise = ""
    told: str = ""
    individual: Individual | None = None
    kind: str | Promise = ""

    @property
    def day(self) -> datetime.date:
        return (
            timezone.localtime(self.at).date()
            if isinstance(self.at, datetime.datetime)
            else self.at
        )

    @property
    def has_hour(self) -> bool:
        return isinstance(self.at, datetime.datetime)

    @property
    def order(self) -> tuple[datetime.date, float]:
        """What comes first in the stream: the later day, within a day the later hour.

        What is known by the day alone counts as its end: whoever met a family at 14:10 met them before
        anybody opened their case.
        """
        moment = self.at.timestamp() if isinstance(self.at, datetime.datetime) else math.inf
        return self.day, moment


@dataclass(frozen=True)
class Question:
    """What somebody wants to read of a case."""

    case: Case
    user: User
    individual: Individual | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    limit: int = 50


@dataclass(frozen=True)
class Happening:
    """Rows that each tell one event.

    `rows(case, user)` gives those within the reader's sight, `on` names the field with the day or the
    moment, `person` the way to whom a row is about (empty where it is about the whole case), `says` the
    event in words; who did it is in `by`.
    """

    rows: Callable[[Case, User], Any]
    on: str
    says: Callable[[Any], Event]
    by: str = ""
    person: str = ""

    def events(self, question: Question) -> list[Event]:
        """The newest events that answer the question."""
        if question.individual and not self.person:
            return []
        rows = self.rows(question.case, question.user).filter(**self._window(question))
        if question.individual:
            rows = rows.filter(**{self.person: question.individual})
        related = [name for name in (self.by, self.person) if name]
        rows = rows.select_related(*related) if related else rows
        rows = rows.order_by(F(self.on).desc(), "-pk")
        return [self._complete(row) for row in rows[: question.limit]]

    def _window(self, question: Question) -> dict[str, Any]:
        days = {"gte": question.since, "lte": question.until}
        wanted = {f"{self._day}__{lookup}": day for lookup, day in days.items() if day}
        return {f"{self.on}__isnull": False} | wanted

    @property
    def _day(self) -> str:
        return f"{self.on}__date" if self.on.endswith("at") else self.on

    def _complete(self, row: Any) -> Event:
        event = self.says(row)
        return replace(
            event,
            by=_follow(row, self.by),
            individual=_follow(row, self.person),
        )


def _follow(row: Any, path: str) -> Any:
    for name in filter(None, path.split("__")):
        row = getattr(row, name)
    return row if path else None


@dataclass(frozen=True)
class Source:
    """What one room tells: an entry of settings.TIMELINE_SOURCES. `is_brief` puts it on the summary too."""

    kind: str
    title: str | Promise
    permission: Permission
    happenings: Sequence[Happening] = field(default_factory=tuple)
    is_brief: bool = True

    def events(self, question: Question) -> Iterator[Event]:
        """The newest events of this kind."""
        for happening in self.happenings:
            for event in happening.events(question):
                yield replace(event, kind=self.title)


def sources_for(case: Case, user: User) -> list[Source]:
    """The sources that this user may read about this case, in the order of the settings."""
    sources = [import_string(path) for path in settings.TIMELINE_SOURCES]
    allowed = {
        permission: bool(can(user, permission, about=case))
        for permission in {source.permission for source in sources}
    }
    return [source for source in sources if allowed[source.permission]]


def stream(sources: Iterable[Source], question: Question, *, skip: int = 0) -> list[Event]:
    """The newest events of these sources, at most `limit` of them after the first `skip`."""
    deep = replace(question, limit=skip + question.limit)
    parts = [
        sorted(source.events(deep), key=lambda event: event.order, reverse=True)
        for source in sources
    ]
    merged = heapq.merge(*parts, key=lambda event: event.order, reverse=True)
    return list(islice(merged, skip, skip + question.limit))


def before(moves: type[models.Model], of: str, value: str = "status") -> Subquery:
    """For a row of a history: what held before it; `of` is the field of the row that has the history."""
    earlier = moves._default_manager.filter(**{of: OuterRef(of)}, at__lt=OuterRef("at"))
    return Subquery(earlier.order_by("-at").values(value)[:1])
