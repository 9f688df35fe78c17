"""One stream of what happened in a case, from every subject, each within the reader's sight.

A source declares happenings: which rows, the day or moment on which each happened, and the words. One
statement finds out which rows of all of them stand on a page, the newest first; then those alone are
fetched, a question for each happening that is told.
"""

import datetime
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import models
from django.db.models import (
    Case as Choice,
)
from django.db.models import (
    F,
    FloatField,
    Func,
    OuterRef,
    Q,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, LPad, TruncDate
from django.utils import timezone
from django.utils.functional import Promise

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.slots import Slot

# As long as the longest key, a UUID in words: numbers are filled up, so that they sort.
KEY_LENGTH = 36

# Which field says when a row was written, the first of these that it has.
WRITTEN = (
    "recorded_at",
    "logged_at",
    "assigned_at",
    "filed_at",
    "written_at",
    "at",
)


@dataclass(frozen=True)
class Event:
    """One thing that happened, in the past tense. `at` is a day where the hour is not known.

    `text` names it in short. `sentence` says it with a subject: `%(who)s` did it, `%(whom)s` it concerns,
    `%(old)s`, `%(new)s` and whatever `words` holds. `many` says it of several people in `%(whom)s`; where it is
    empty, what happened to each stands for itself. `stood` is where it stands within its day, `act` the happening.
    """

    at: datetime.datetime | datetime.date
    text: str | Promise
    by: User | None = None
    old: str | Promise = ""
    new: str | Promise = ""
    told: str = ""
    individual: Individual | None = None
    kind: str | Promise = ""
    sentence: str = ""
    many: str = ""
    words: Mapping[str, Any] = field(default_factory=dict)
    stood: float = 0.0
    act: int = 0

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


@dataclass(frozen=True)
class Question:
    """What somebody wants to read of a case."""

    case: Case
    user: User
    individual: Individual | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    limit: int = 50


class Epoch(Func):
    """A moment as seconds, so that it can be compared with the end of a day."""

    template = "EXTRACT(EPOCH FROM %(expressions)s)::float8"
    output_field = FloatField()


@dataclass(frozen=True)
class Happening:
    """Rows that each tell one event.

    `rows(case, user)` gives those within the reader's sight, `on` names the field with the day or the
    moment, `person` the way to whom a row is about (empty where it is about the whole case), `says` the
    event in words; who did it is in `by`. `written` says when a day was recorded, where the row itself does
    not. Rows that answer `opens` come before all else on their day.
    """

    rows: Callable[[Case, User], Any]
    on: str
    says: Callable[[Any], Event]
    by: str = ""
    person: str = ""
    written: Any = None
    opens: Q | None = None

    def answers(self, question: Question) -> bool:
        """False where somebody is asked for and the rows are about nobody."""
        return bool(self.person) or question.individual is None

    def places(self, question: Question, number: int) -> Any:
        """Where each row stands in the stream: its day, the place in it, the number of this happening, and its key.

        What is known by the day alone stands where it was recorded: what was recorded on a later day comes after
        all hours of its day, and an end of which nobody wrote the hour comes after the beginning alone.
        """
        rows = self._asked(question).order_by()
        return rows.annotate(
            stands_on=TruncDate(self.on) if self._has_hour else F(self.on),
            stands_at=self._place(rows.model),
            stands_for=Value(number),
            stands_as=LPad(Cast("pk", TextField()), KEY_LENGTH, Value("0")),
        ).values_list("stands_on", "stands_at", "stands_for", "stands_as")

    def _place(self, model: type[models.Model]) -> Any:
        place: Any = Value(-math.inf, FloatField())
        if self._has_hour:
            place = Epoch(self.on)
        elif written := self.written or written_field(model):
            place = Coalesce(Epoch(written), Value(-math.inf, FloatField()))
        if self.opens is None:
            return place
        first = When(self.opens, then=Value(-math.inf, FloatField()))
        return Choice(first, default=place, output_field=FloatField())

    def events(self, question: Question, keys: Iterable[str]) -> dict[str, Event]:
        """The events of these rows, by key."""
        related = [name for name in (self.by, self.person) if name]
        rows = self._asked(question)
        rows = rows.select_related(*related) if related else rows
        wanted = [rows.model._meta.pk.to_python(key) for key in keys]
        return {
            str(row.pk).rjust(KEY_LENGTH, "0"): self._complete(row)
            for row in rows.filter(pk__in=wanted).order_by()
        }

    def _asked(self, question: Question) -> Any:
        rows = self.rows(question.case, question.user).filter(**self._window(question))
        return rows.filter(**{self.person: question.individual}) if question.individual else rows

    def _window(self, question: Question) -> dict[str, Any]:
        days = {"gte": question.since, "lte": question.until}
        wanted = {f"{self._day}__{lookup}": day for lookup, day in days.items() if day}
        return {f"{self.on}__isnull": False} | wanted

    @property
    def _has_hour(self) -> bool:
        return self.on.endswith("at")

    @property
    def _day(self) -> str:
        return f"{self.on}__date" if self._has_hour else self.on

    def _complete(self, row: Any) -> Event:
        event = self.says(row)
        return replace(
            event,
            by=_follow(row, self.by),
            individual=_follow(row, self.person),
        )


def written_field(model: type[models.Model]) -> str:
    """The field that says when a row of this model was written; empty where none does."""
    held = {each.name for each in model._meta.concrete_fields}
    return next((name for name in WRITTEN if name in held), "")


def _follow(row: Any, path: str) -> Any:
    for name in filter(None, path.split("__")):
        row = getattr(row, name)
    return row if path else None


@dataclass(frozen=True)
class Source:
    """What one subject tells. `is_brief` puts it on the summary too."""

    kind: str
    title: str | Promise
    permission: Permission
    happenings: Sequence[Happening] = field(default_factory=tuple)
    is_brief: bool = True


timeline_sources: Slot[Source] = Slot("what a timeline tells")


def sources_for(case: Case, user: User) -> list[Source]:
    """The sources that this user may read about this case, in the order of the slot."""
    allowed = {
        permission: bool(can(user, permission, about=case))
        for permission in {source.permission for source in timeline_sources}
    }
    return [source for source in timeline_sources if allowed[source.permission]]


def stream(sources: Iterable[Source], question: Question, *, skip: int = 0) -> list[Event]:
    """The newest events of these sources, at most `limit` of them after the first `skip`."""
    told = [
        (happening, source.title)
        for source in sources
        for happening in source.happenings
        if happening.answers(question)
    ]
    if not told:
        return []
    first, *others = (
        happening.places(question, number) for number, (happening, _title) in enumerate(told)
    )
    # Of what stands at one moment the later source is the later act.
    places = first.union(*others, all=True).order_by(
        "-stands_on", "-stands_at", "-stands_for", "-stands_as"
    )
    page = [(number, key, at) for _on, at, number, key in places[skip : skip + question.limit]]
    events: dict[tuple[int, str], Event] = {}
    for number in {number for number, _key, _at in page}:
        happening, title = told[number]
        wanted = [key for each, key, _at in page if each == number]
        for key, event in happening.events(question, wanted).items():
            events[number, key] = replace(event, kind=title)
    return [
        replace(events[number, key], stood=at, act=number)
        for number, key, at in page
        if (number, key) in events
    ]


def before(moves: type[models.Model], of: str, value: str = "status") -> Subquery:
    """For a row of a history: what held before it; `of` is the field of the row that has the history."""
    earlier = moves._default_manager.filter(**{of: OuterRef(of)}, at__lt=OuterRef("at"))
    return Subquery(earlier.order_by("-at").values(value)[:1])


def keys_of_people_today(case: Case, user: User) -> Any:
    """Keys of the people who are in the case today: their own rows follow them from case to case."""
    return FamilyMember.objects.filter(case=case).on(user.today()).values("individual")


def of_members(
    model: Any, permission: Permission, *related: str, person: str = "individual", **wanted: Any
) -> Callable[[Case, User], Any]:
    """Rows about the people of the case that `user` reaches with this permission."""

    def rows(case: Case, user: User) -> Any:
        mine = {f"{person}__in": keys_of_people_today(case, user)}
        found = model.objects.visible_to(user, permission).filter(**mine, **wanted)
        return found.select_related(*related) if related else found

    return rows


def told_of_members(
    model: Any,
    permission: Permission,
    on: str,
    says: Callable[[Any], Event],
    *related: str,
    by: str = "recorded_by",
    person: str = "individual",
    **wanted: Any,
) -> Happening:
    """One event of each row about the people of the case, as far as the reader reaches them with this permission."""
    rows = of_members(model, permission, *related, person=person, **wanted)
    return Happening(rows, on, says, by=by, person=person)
