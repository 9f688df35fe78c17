"""The slot for sources of a case's timeline.

A source has event sources: visible rows, the field with the day or moment, and a function that makes the event."""

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.models import Case as Choice
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
from pages.questions import PLACEHOLDER
from pages.remembered import Remembered
from pages.slots import Slot

MAX_CACHED_SQL = 5000

# The length of a UUID as text; shorter keys are padded, so that all keys sort as text.
KEY_LENGTH = 36

# Fields that may hold the time of recording, in order of preference.
RECORDING_TIME_FIELDS = (
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

    `text` is the short form. `sentence` has placeholders: `%(who)s` is the author, `%(whom)s` the person, and
    `%(old)s`, `%(new)s` and the entries of `words` are values. `many` is the sentence for several people in `%(whom)s`;
    without it, events are not grouped. `told` is a text or name from the row, shown below the sentence. `position` is
    the place within the day, in seconds, `act` the index of the event source, `written` the time of recording in
    seconds if only the day is known. `is_before`: the event is on the page before. `goes_on_in` is the number of the
    case to which the people moved."""

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
    position: float = 0.0
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
        """The day on which the event was recorded, if it is later than `day`; else None."""
        if self.written is None or self.by is None:
            return None
        moment = datetime.datetime.fromtimestamp(self.written, datetime.UTC)
        day = timezone.localdate(moment)
        return day if day > self.day else None


@dataclass(frozen=True)
class Question:
    """Which events of a case to read: the newest `limit`, and those of the `further` next ones that may belong to the
    same actions; after the first page, also those of the `further` ones before."""

    case: Case
    user: User
    individual: Individual | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    limit: int = 50
    further: int = 0

    @property
    def is_narrow(self) -> bool:
        """Whether the question is limited to a person or to days."""
        return bool(self.individual or self.since or self.until)

    @property
    def cache_key(self) -> tuple[Any, ...]:
        """The values on which the SQL for a whole case depends, besides its key."""
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
    """A moment in seconds since 1970, as a float."""

    template = "EXTRACT(EPOCH FROM %(expressions)s)::float8"
    output_field = FloatField()


# SQL and its parameters.
Sql = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, eq=False)
class EventSource:
    """Rows that give one event each.

    `rows(case, user)` returns the visible rows, `on` is the field with the day or moment, `person` the lookup path to
    the person ("" for rows about the whole case), `to_event` builds the event, and `by` is the field of the author.
    `written` is the expression for the time of recording, if no field in RECORDING_TIME_FIELDS has it. Rows that match
    `opens` are the first events of their day. `fields` names the unsealed fields that `to_event` needs besides `on`,
    also of related tables: the statement returns them, and the row itself is not fetched; None if `to_event` needs the
    row. `needs_table` is the table of which the file must have a row, if the rows refer to neither a case nor a person.
    `is_act` says that the time of recording is the time of the act; it is shown if it is on the same day."""

    rows: Callable[[Case, User], Any]
    on: str
    to_event: Callable[[Any], Event]
    by: str = ""
    person: str = ""
    written: Any = None
    opens: Q | None = None
    fields: tuple[str, ...] | None = None
    needs_table: type[models.Model] | None = None
    is_act: bool = False

    def answers(self, question: Question) -> bool:
        """Whether there may be events: the file has such rows and, for a question about a person, `person` is set."""
        is_about = bool(self.person) or question.individual is None
        return is_about and holds(question.case, self.needs_table or self.table(question))

    def table(self, question: Question) -> type[models.Model]:
        """Returns the model of the rows."""
        return self._model_and_annotations(question)[0]

    def annotated(self, question: Question) -> Mapping[str, Any]:
        """Returns the annotations among `on` and `fields`, each with its field."""
        return self._model_and_annotations(question)[1]

    def _model_and_annotations(
        self, question: Question
    ) -> tuple[type[models.Model], Mapping[str, Any]]:
        if self not in _models_and_annotations:
            rows = self.rows(question.case, question.user)
            annotations = rows.query.annotations
            names = annotations.keys() & {self.on, *(self.fields or ())}
            _models_and_annotations[self] = (
                rows.model,
                {name: annotations[name].output_field for name in names},
            )
        return _models_and_annotations[self]

    def places(self, question: Question) -> Sql | None:
        """Returns SQL for day, position within the day, key, `fields` and time of recording of each row.

        For a whole case the SQL is cached by user, day and team, with PLACEHOLDER for the case, because Django takes
        longer to build it than the database to run it. Returns None if Django raises EmptyResultSet."""
        if question.is_narrow:
            return self._compile(question)
        case, key = question.case, (self, *question.cache_key)
        placeholder_case = Case(pk=PLACEHOLDER, team_id=case.team_id, office_id=case.office_id)
        places: Sql | None = _sql_for_cases.of(
            key, lambda: self._compile(replace(question, case=placeholder_case))
        )
        return places

    def _compile(self, question: Question) -> Sql | None:
        """Builds the SQL. A row with only a day has its time of recording as position, also if that is days later.

        So it comes after rows with an hour of the same day, and an end comes after the beginning."""
        rows = self._rows_of(question).order_by()
        places = rows.annotate(
            row_day=TruncDate(self.on) if self._has_hour else F(self.on),
            row_position=self._place(rows.model),
            row_key=LPad(Cast("pk", TextField()), KEY_LENGTH, Value("0")),
            row_facts=self._facts(),
            row_recorded_at=self._written(rows.model),
        ).values("row_day", "row_position", "row_key", "row_facts", "row_recorded_at")
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
        written = None if self._has_hour else self.written or recording_time_field(model)
        return Epoch(written) if written else Cast(Value(None), FloatField())

    def _facts(self) -> Any:
        if self.fields is None:
            return Cast(Value(None), JSONField())
        return JSONObject(**{path: F(path) for path in self.paths_read})

    @property
    def paths_read(self) -> list[str]:
        """The lookups in the result of the statement: `on`, `fields`, author, and the foreign keys that lead to them."""
        lookups = [self.on, *(self.fields or ())]
        if self.by:
            lookups.append(f"{self.by}__full_name")
        if self.person:
            lookups.append(f"{self.person}__pk")
        keys = {
            f"{'__'.join(names[:length])}_id"
            for names in (lookup.split("__") for lookup in lookups)
            for length in range(1, len(names))
        }
        return sorted(keys.union(lookup for lookup in lookups if not lookup.endswith("__pk")))

    def _rows_of(self, question: Question) -> Any:
        rows = self.rows(question.case, question.user).filter(**self._window(question))
        return rows.filter(**{self.person: question.individual}) if question.individual else rows

    def _window(self, question: Question) -> dict[str, Any]:
        days = {"gte": question.since, "lte": question.until}
        limits = {f"{self._day}__{lookup}": day for lookup, day in days.items() if day}
        return {f"{self.on}__isnull": False} | limits

    @property
    def _has_hour(self) -> bool:
        return self.on.endswith("at")

    @property
    def _day(self) -> str:
        return f"{self.on}__date" if self._has_hour else self.on

    @property
    def related(self) -> set[str]:
        """The relations that are fetched with a row."""
        return {name for name in (self.by, self.person) if name}

    def event_of(self, row: Any, position: float = -math.inf) -> Event:
        """Returns the event of a row, with its author and person; `position` is the place within the day."""
        event = self.to_event(row)
        at = event.at
        if self.is_act and math.isfinite(position):
            moment = datetime.datetime.fromtimestamp(position, datetime.UTC)
            at = moment if timezone.localdate(moment) == event.day else at
        return replace(
            event,
            at=at,
            by=object_at_path(row, self.by) or event.by,
            individual=object_at_path(row, self.person),
        )


# SQL of event sources for whole cases, by event source and `cache_key` of the question.
_sql_for_cases = Remembered(MAX_CACHED_SQL)

# The model and annotations of each event source, which never change.
_models_and_annotations: dict[EventSource, tuple[type[models.Model], Mapping[str, Any]]] = {}


def recording_time_field(model: type[models.Model]) -> str:
    """Returns the field of this model with the time of recording; "" without one."""
    names = {each.name for each in model._meta.concrete_fields}
    return next((name for name in RECORDING_TIME_FIELDS if name in names), "")


def object_at_path(row: Any, path: str) -> Any:
    """Returns the object at this lookup path from the row; None for an empty path."""
    for name in filter(None, path.split("__")):
        row = getattr(row, name)
    return row if path else None


@dataclass(frozen=True, eq=False)
class TimelineSource:
    """The event sources of one subject. `is_on_summary`: the summary shows their events too."""

    kind: str
    title: str | Promise
    permission: Permission
    event_sources: Sequence[EventSource] = field(default_factory=tuple)
    is_on_summary: bool = True


timeline_sources: Slot[TimelineSource] = Slot("what a timeline tells")


def sources_for(case: Case, user: User) -> list[TimelineSource]:
    """Returns the sources that the user may read for this case, in the order of the slot."""
    allowed = {
        permission: bool(can(user, permission, about=case))
        for permission in {source.permission for source in timeline_sources}
    }
    return [source for source in timeline_sources if allowed[source.permission]]


def value_before(model: type[models.Model], of: str, value: str = "status") -> Subquery:
    """Returns a subquery for the value of the previous row in a history table; `of` is the foreign key to its subject."""
    rows: Any = model._default_manager
    earlier_rows = rows.filter(**{of: OuterRef(of)}, at__lt=OuterRef("at"))
    if hasattr(earlier_rows, "standing"):
        earlier_rows = earlier_rows.standing()
    return Subquery(earlier_rows.order_by("-at").values(value)[:1])


def keys_of_people_today(case: Case, user: User) -> Any:
    """Returns the primary keys of the people who belong to the case today."""
    return FamilyMember.objects.filter(case=case).on(user.today()).values("individual")


def rows_of_members(
    model: Any, permission: Permission, *related: str, person: str = "individual", **filters: Any
) -> Callable[[Case, User], Any]:
    """Returns a function (case, user) that returns visible rows about the people of the case today."""

    def rows(case: Case, user: User) -> Any:
        condition = {f"{person}__in": keys_of_people_today(case, user)}
        visible = model.objects.visible_to(user, permission).filter(**condition, **filters)
        return visible.select_related(*related) if related else visible

    return rows


def event_source_of_members(
    model: Any,
    permission: Permission,
    on: str,
    to_event: Callable[[Any], Event],
    *related: str,
    by: str = "recorded_by",
    person: str = "individual",
    fields: tuple[str, ...] | None = None,
    without: Q | None = None,
    **filters: Any,
) -> EventSource:
    """Returns an event source for visible rows about the people of the case, without rows that match `without`."""
    visible = rows_of_members(model, permission, *related, person=person, **filters)

    def rows(case: Case, user: User) -> Any:
        return visible(case, user).exclude(without) if without else visible(case, user)

    return EventSource(rows, on, to_event, by=by, person=person, fields=fields)
