"""What every subject tells of a case, each within the reader's sight.

A source declares happenings: which rows, the day or moment on which each happened, and the words.
"""

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.models import (
    Case as Choice,
)
from django.db.models import (
    F,
    FloatField,
    Func,
    JSONField,
    OuterRef,
    Q,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, JSONObject, LPad, TruncDate
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timezone import get_current_timezone_name

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slots.holdings import holds
from pages.questions import ANY_KEY
from pages.remembered import Remembered
from pages.slots import Slot

KEPT_AT_MOST = 5000

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
    empty, what happened to each stands for itself. `stood` is where it stands within its day, `act` the happening,
    `written` the moment at which it was recorded, where only the day is known; `is_before` that it stands on the page before.
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
    written: float | None = None
    is_before: bool = False

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
    def recorded_later_on(self) -> datetime.date | None:
        """The day on which somebody recorded it, where that is a later one."""
        if self.written is None or self.by is None:
            return None
        moment = datetime.datetime.fromtimestamp(self.written, datetime.UTC)
        day = timezone.localdate(moment)
        return day if day > self.day else None


@dataclass(frozen=True)
class Question:
    """What somebody wants to read of a case: the newest `limit` events and, of as many `further`, those that may be one act
    with them; behind the first page, of as many that stand before it, too."""

    case: Case
    user: User
    individual: Individual | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    limit: int = 50
    further: int = 0

    @property
    def is_narrow(self) -> bool:
        """Whether less than the whole case is asked for."""
        return bool(self.individual or self.since or self.until)

    @property
    def asker(self) -> tuple[Any, ...]:
        """On what the words of a question about a whole case depend: the reader, the day, the team of the case."""
        reader, case = self.user, self.case
        return (
            case.team_id,
            case.office_id,
            reader.pk,
            reader.standing,
            reader.today(),
            get_current_timezone_name(),
            access_sources.entries,
        )


class Epoch(Func):
    """A moment as seconds, so that it can be compared with the end of a day."""

    template = "EXTRACT(EPOCH FROM %(expressions)s)::float8"
    output_field = FloatField()


# SQL, and its values.
Words = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, eq=False)
class Happening:
    """Rows that each tell one event.

    `rows(case, user)` gives those within the reader's sight, `on` names the field with the day or the
    moment, `person` the way to whom a row is about (empty where it is about the whole case), `says` the
    event in words; who did it is in `by`. `written` says when a day was recorded, where the row itself does
    not. Rows that answer `opens` come before all else on their day.

    `reads` names the fields of which `says` is made beside `on`, none of them sealed, ways to other tables among them:
    then they come with the place of the row, and nobody asks for the row itself. None where it says more than those.
    `hang_on` is the table of which the file holds a row, where these rows name neither a case nor a person.
    """

    rows: Callable[[Case, User], Any]
    on: str
    says: Callable[[Any], Event]
    by: str = ""
    person: str = ""
    written: Any = None
    opens: Q | None = None
    reads: tuple[str, ...] | None = None
    hang_on: type[models.Model] | None = None

    def answers(self, question: Question) -> bool:
        """False where the file holds no such row, or somebody is asked for and the rows are about nobody."""
        is_about = bool(self.person) or question.individual is None
        return is_about and holds(question.case, self.hang_on or self.table(question))

    def table(self, question: Question) -> type[models.Model]:
        """Of which table the rows are."""
        return self._kind_of_rows(question)[0]

    def annotated(self, question: Question) -> Mapping[str, Any]:
        """What the rows carry beside their own fields, with the field that each is like."""
        return self._kind_of_rows(question)[1]

    def _kind_of_rows(self, question: Question) -> tuple[type[models.Model], Mapping[str, Any]]:
        if self not in _kinds:
            rows = self.rows(question.case, question.user)
            added = rows.query.annotations
            wanted = added.keys() & {self.on, *(self.reads or ())}
            _kinds[self] = rows.model, {name: added[name].output_field for name in wanted}
        return _kinds[self]

    def places(self, question: Question) -> Words | None:
        """Where each row stands in the stream, in SQL: its day, the place in it, its key, and what it `reads`.

        Of a whole case the words are kept for the reader, the day and the cases of one team: Django takes longer to
        find them than the database to answer. Where the key of the case stands they have ANY_KEY. None where Django
        knows that nothing can be found.
        """
        if question.is_narrow:
            return self._in_words(question)
        case, asked = question.case, (self, *question.asker)
        alike = Case(pk=ANY_KEY, team_id=case.team_id, office_id=case.office_id)
        words: Words | None = _kept.of(asked, lambda: self._in_words(replace(question, case=alike)))
        return words

    def _in_words(self, question: Question) -> Words | None:
        """What is known by the day alone stands where it was recorded: what was recorded on a later day comes after
        all hours of its day, and an end of which nobody wrote the hour comes after the beginning alone.
        """
        rows = self._asked(question).order_by()
        places = rows.annotate(
            stands_on=TruncDate(self.on) if self._has_hour else F(self.on),
            stands_at=self._place(rows.model),
            stands_as=LPad(Cast("pk", TextField()), KEY_LENGTH, Value("0")),
            stands_with=self._facts(),
            stands_written=self._written(rows.model),
        ).values("stands_on", "stands_at", "stands_as", "stands_with", "stands_written")
        try:
            words: Words = places.query.sql_with_params()
        except EmptyResultSet:
            return None
        return words

    def _place(self, model: type[models.Model]) -> Any:
        place: Any = Coalesce(self._written(model), Value(-math.inf, FloatField()))
        if self._has_hour:
            place = Epoch(self.on)
        if self.opens is None:
            return place
        first = When(self.opens, then=Value(-math.inf, FloatField()))
        return Choice(first, default=place, output_field=FloatField())

    def _written(self, model: type[models.Model]) -> Any:
        written = None if self._has_hour else self.written or written_field(model)
        return Epoch(written) if written else Cast(Value(None), FloatField())

    def _facts(self) -> Any:
        if self.reads is None:
            return Cast(Value(None), JSONField())
        return JSONObject(**{path: F(path) for path in self.paths_read})

    @property
    def paths_read(self) -> list[str]:
        """What comes along of a row: what it `reads`, who did it, and the keys of all that lies on the way."""
        ways = [self.on, *(self.reads or ())]
        if self.by:
            ways.append(f"{self.by}__full_name")
        if self.person:
            ways.append(f"{self.person}__pk")
        keys = {
            f"{'__'.join(names[:length])}_id"
            for names in (way.split("__") for way in ways)
            for length in range(1, len(names))
        }
        return sorted(keys.union(way for way in ways if not way.endswith("__pk")))

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

    @property
    def related(self) -> set[str]:
        """What an event needs beside the row."""
        return {name for name in (self.by, self.person) if name}

    def told_of(self, row: Any) -> Event:
        """What the row says, who did it and whom it is about."""
        event = self.says(row)
        return replace(
            event,
            by=follow(row, self.by) or event.by,
            individual=follow(row, self.person),
        )


# What a happening asks of a whole case, by all on which the words depend.
_kept = Remembered(KEPT_AT_MOST)

# By happening of which table its rows are, and what they carry beside it: they always are alike.
_kinds: dict[Happening, tuple[type[models.Model], Mapping[str, Any]]] = {}


def written_field(model: type[models.Model]) -> str:
    """The field that says when a row of this model was written; empty where none does."""
    held = {each.name for each in model._meta.concrete_fields}
    return next((name for name in WRITTEN if name in held), "")


def follow(row: Any, path: str) -> Any:
    """What this way of relations leads to from the row; None without a way."""
    for name in filter(None, path.split("__")):
        row = getattr(row, name)
    return row if path else None


@dataclass(frozen=True, eq=False)
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


def before(moves: type[models.Model], of: str, value: str = "status") -> Subquery:
    """For a row of a history: what held before it; `of` is the field of the row that has the history."""
    rows: Any = moves._default_manager
    earlier = rows.filter(**{of: OuterRef(of)}, at__lt=OuterRef("at"))
    if hasattr(earlier, "standing"):
        earlier = earlier.standing()
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
    reads: tuple[str, ...] | None = None,
    without: Q | None = None,
    **wanted: Any,
) -> Happening:
    """One event of each row about the people of the case, as far as the reader reaches them with this permission; of
    those that are `without` no event is told."""
    found = of_members(model, permission, *related, person=person, **wanted)

    def rows(case: Case, user: User) -> Any:
        return found(case, user).exclude(without) if without else found(case, user)

    return Happening(rows, on, says, by=by, person=person, reads=reads)
