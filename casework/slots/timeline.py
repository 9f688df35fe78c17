"""The timeline's sources: what each subject shows of a case, as far as the user may see it.

A source declares happenings: the rows, the day or moment of each, and the text."""

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

MOST_KEPT_SQL = 5000

# The length of a UUID as text; shorter keys are padded, so that they sort.
KEY_LENGTH = 36

# Fields that may hold the time of recording, in order of preference.
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
    """One event, in the past tense. `at` is a date if the hour is unknown.

    `text` is its short form. `sentence` has a subject: `%(who)s` did it, `%(whom)s` is concerned, with `%(old)s`,
    `%(new)s` and the entries of `words`. `many` is the sentence for several people in `%(whom)s`; without it, events
    are not grouped. `told` is a text or name from the row. `stood` is its place within the day, `act` its happening,
    `written` the time of recording if only the day is known; `is_before` means that it is on the page before.
    `goes_on_in` is the number of another case."""

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
    goes_on_in: str = ""

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
        """The day on which it was recorded, if that is a later one."""
        if self.written is None or self.by is None:
            return None
        moment = datetime.datetime.fromtimestamp(self.written, datetime.UTC)
        day = timezone.localdate(moment)
        return day if day > self.day else None


@dataclass(frozen=True)
class Question:
    """Which events of a case to read: the newest `limit`, and those of the `further` following ones that may belong to
    the same action. Behind the first page, also those of as many preceding ones."""

    case: Case
    user: User
    individual: Individual | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    limit: int = 50
    further: int = 0

    @property
    def is_narrow(self) -> bool:
        """Whether it is limited to less than the whole case."""
        return bool(self.individual or self.since or self.until)

    @property
    def asker(self) -> tuple[Any, ...]:
        """What the SQL for a whole case depends on: the user, the day, the case's team."""
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
    """A moment in seconds, so that it can be compared with the end of a day."""

    template = "EXTRACT(EPOCH FROM %(expressions)s)::float8"
    output_field = FloatField()


# SQL and its parameters.
Sql = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, eq=False)
class Happening:
    """Rows that give one event each.

    `rows(case, user)` returns the visible rows, `on` is the field with the day or moment, `person` the lookup path to
    the person (empty for the whole case), `says` builds the event, and `by` is the author's field. `written` is the
    field with the time of recording, if the row's own fields lack it. Rows that match `opens` come first on their day.

    `reads` names the fields that `says` needs besides `on`: unsealed ones, also of related tables. These are returned
    with the row's place, so that the row itself is not fetched. None if it needs more. `hang_on` is the table that the
    file must have a row of, if these rows refer to neither a case nor a person. With `is_act`, the hour of recording is
    that of the act, and is shown if it is of the same day."""

    rows: Callable[[Case, User], Any]
    on: str
    says: Callable[[Any], Event]
    by: str = ""
    person: str = ""
    written: Any = None
    opens: Q | None = None
    reads: tuple[str, ...] | None = None
    hang_on: type[models.Model] | None = None
    is_act: bool = False

    def answers(self, question: Question) -> bool:
        """False if the file has no such row, or a person is asked for and the rows are about nobody."""
        is_about = bool(self.person) or question.individual is None
        return is_about and holds(question.case, self.hang_on or self.table(question))

    def table(self, question: Question) -> type[models.Model]:
        """The model of the rows."""
        return self._kind_of_rows(question)[0]

    def annotated(self, question: Question) -> Mapping[str, Any]:
        """The annotations of the rows, with their field types."""
        return self._kind_of_rows(question)[1]

    def _kind_of_rows(self, question: Question) -> tuple[type[models.Model], Mapping[str, Any]]:
        if self not in _kinds_of_rows:
            rows = self.rows(question.case, question.user)
            added = rows.query.annotations
            wanted = added.keys() & {self.on, *(self.reads or ())}
            _kinds_of_rows[self] = rows.model, {name: added[name].output_field for name in wanted}
        return _kinds_of_rows[self]

    def places(self, question: Question) -> Sql | None:
        """SQL for the place of each row in the stream: its day, its place within it, its key, and its `reads`.

        For a whole case the SQL is cached by user, day and team, with ANY_KEY for the case: Django takes longer to
        build it than the database to run it. None if Django knows that nothing can be found."""
        if question.is_narrow:
            return self._compile(question)
        case, key = question.case, (self, *question.asker)
        alike = Case(pk=ANY_KEY, team_id=case.team_id, office_id=case.office_id)
        places: Sql | None = _sql_for_cases.of(
            key, lambda: self._compile(replace(question, case=alike))
        )
        return places

    def _compile(self, question: Question) -> Sql | None:
        """Builds the SQL. Rows with only a day are placed at their time of recording.

        Rows recorded on a later day come after all hours of their day. An end without an hour comes only after its
        beginning."""
        rows = self._rows_of(question).order_by()
        places = rows.annotate(
            stands_on=TruncDate(self.on) if self._has_hour else F(self.on),
            stands_at=self._place(rows.model),
            stands_as=LPad(Cast("pk", TextField()), KEY_LENGTH, Value("0")),
            stands_with=self._facts(),
            stands_written=self._written(rows.model),
        ).values("stands_on", "stands_at", "stands_as", "stands_with", "stands_written")
        try:
            sql: Sql = places.query.sql_with_params()
        except EmptyResultSet:
            return None
        return sql

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
        """The lookups that are returned with a row: its `reads`, the author, and the keys on the way."""
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

    def _rows_of(self, question: Question) -> Any:
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
        """The relations that an event needs."""
        return {name for name in (self.by, self.person) if name}

    def event_of(self, row: Any, stood: float = -math.inf) -> Event:
        """The event of a row, with its author and person; `stood` is its place within the day."""
        event = self.says(row)
        at = event.at
        if self.is_act and math.isfinite(stood):
            moment = datetime.datetime.fromtimestamp(stood, datetime.UTC)
            at = moment if timezone.localdate(moment) == event.day else at
        return replace(
            event,
            at=at,
            by=follow(row, self.by) or event.by,
            individual=follow(row, self.person),
        )


# SQL of happenings for whole cases, by everything that it depends on.
_sql_for_cases = Remembered(MOST_KEPT_SQL)

# The model and annotations of each happening, which never change.
_kinds_of_rows: dict[Happening, tuple[type[models.Model], Mapping[str, Any]]] = {}


def written_field(model: type[models.Model]) -> str:
    """The field with the time of recording of a row of this model; empty without one."""
    names = {each.name for each in model._meta.concrete_fields}
    return next((name for name in WRITTEN if name in names), "")


def follow(row: Any, path: str) -> Any:
    """The object at this lookup path from the row; None for an empty path."""
    for name in filter(None, path.split("__")):
        row = getattr(row, name)
    return row if path else None


@dataclass(frozen=True, eq=False)
class TimelineSource:
    """The events of one subject. `is_brief` shows them on the summary too."""

    kind: str
    title: str | Promise
    permission: Permission
    happenings: Sequence[Happening] = field(default_factory=tuple)
    is_brief: bool = True


timeline_sources: Slot[TimelineSource] = Slot("what a timeline tells")


def sources_for(case: Case, user: User) -> list[TimelineSource]:
    """The sources that this user may read for this case, in the order of the slot."""
    allowed = {
        permission: bool(can(user, permission, about=case))
        for permission in {source.permission for source in timeline_sources}
    }
    return [source for source in timeline_sources if allowed[source.permission]]


def before(moves: type[models.Model], of: str, value: str = "status") -> Subquery:
    """For a row of a history: the value before it; `of` is the field that refers to the row with the history."""
    rows: Any = moves._default_manager
    earlier = rows.filter(**{of: OuterRef(of)}, at__lt=OuterRef("at"))
    if hasattr(earlier, "standing"):
        earlier = earlier.standing()
    return Subquery(earlier.order_by("-at").values(value)[:1])


def keys_of_people_today(case: Case, user: User) -> Any:
    """Keys of the people in the case today, whose rows follow them from case to case."""
    return FamilyMember.objects.filter(case=case).on(user.today()).values("individual")


def of_members(
    model: Any, permission: Permission, *related: str, person: str = "individual", **wanted: Any
) -> Callable[[Case, User], Any]:
    """Visible rows, with this permission, about the people of the case."""

    def rows(case: Case, user: User) -> Any:
        condition = {f"{person}__in": keys_of_people_today(case, user)}
        visible = model.objects.visible_to(user, permission).filter(**condition, **wanted)
        return visible.select_related(*related) if related else visible

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
    """One event per row about the people of the case, as far as the user may see it with this permission.

    Rows that match `without` are left out."""
    rows_of_members = of_members(model, permission, *related, person=person, **wanted)

    def rows(case: Case, user: User) -> Any:
        return (
            rows_of_members(case, user).exclude(without) if without else rows_of_members(case, user)
        )

    return Happening(rows, on, says, by=by, person=person, reads=reads)
