"""What falls due: the common form of the sources of every room, and the slot that holds them."""

import datetime
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    CharField,
    F,
    JSONField,
    Lookup,
    Model,
    Q,
    QuerySet,
    UUIDField,
    Value,
    When,
)
from django.utils.functional import Promise

from accounts.models import User
from accounts.permissions import Permission
from accounts.roles import ROLES
from pages.questions import PLACEHOLDER, cached_rows
from pages.slots import Slot

TROUBLE, WARN = "trouble", "warn"


class IsAmong(Lookup):
    """The column is in an array of keys.

    Unlike `__in`, this lets the database use an index for each of two columns joined by OR, and the SQL is the same for
    every array.
    """

    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s::uuid[])", [*params, self.rhs]


class Near(NamedTuple):
    """Keys of changed cases, of everybody who is or was in them or changed otherwise, and of all cases of these people."""

    cases: Any
    people: Any
    theirs: Any


def _may_be_null(model: Any, path: str) -> bool:
    """Whether a column on the path to a key may be NULL."""
    for name in path.removesuffix("_id").split("__"):
        field = model._meta.get_field(name)
        if field.null:
            return True
        model = field.related_model
    return False


class KeyOf(StrEnum):
    """Which key the URL of a page takes."""

    ROW = "row"
    CASE = "case"
    CASE_NUMBER = "case_number"
    PERSON_NUMBER = "person_number"
    PERSON_AND_ROW = "person_and_row"


@dataclass(frozen=True)
class DueAction:
    """One action that settles rows of a kind; readers without its permission get the next way.

    Most lead to a page with a form. A way that `sends` an answer is a button beside the row, undone from the message;
    `all_answers` is the page with the other answers. A way that `comes_back` returns from its page to the page with its link.
    """

    label: str | Promise
    page: str
    permission: Permission
    wants: KeyOf = KeyOf.ROW
    sends: tuple[str, str] | None = None
    all_answers: str = ""
    comes_back: bool = False


@dataclass(frozen=True)
class Source:
    """Rows with a day on which something has to happen.

    `rows_on` returns the rows that still matter on a day; `date`, `office` and `case` name their columns or annotations;
    `case` is empty for rows of an office. `say` makes a sentence without a name. `about` is the model of a row's subject,
    `key` names the column with its key. Past its day a row is shown as `overdue`, for `shown_afterwards` or for good.
    `concerns` names the column of the only user whom a row concerns; `read_by` narrows the rows to those that a user is
    named to read. `warns` names the column with the days of warning of its rule of law. `is_news` rows are told in a notice
    and not listed; `tells` rows are told and listed. `by` names the column of the user who did it, who is neither notified
    nor asked. `is_state` rows hold since their day and ask for nothing: they are neither told nor listed, only counted.

    Lists begin with a name and contain no other number: `person` names the column of the one person a row is about, empty
    for a family; `who` gives the subject of a row without a case, such as a site or a payer. `what` gives the rest where the
    title says too little.

    The query of `rows_on` depends on the day alone and is compiled once a day. If it needs a preliminary query, `asks_first`
    finds its keys, for everybody on a day or only for the cases in its second argument; `rows_on` accepts these cases and
    keys, and finds them itself where they are not given.

    `actions` are the pages that settle a listed row, tried in order; without any, the file of the case serves.
    `shown_in_panel` is the slug of the panel in which the file shows it: `dates` for the panel of everything else, empty if
    the file does not show it. `happens_on` is the day of an appointment or event: preparation cannot be postponed past it,
    and `another_day` reschedules it. `is_paper` marks papers that somebody carries and that are no longer valid; the user who
    invalidates one is told at once.
    """

    kind: str
    title: str | Promise
    permission: Permission
    about: type[Model]
    date: str
    office: str
    rows_on: Callable[..., QuerySet[Any]]
    say: Callable[[Any], str]
    case: str = ""
    related: tuple[str, ...] = ()
    key: str = "pk"
    overdue: str = TROUBLE
    shown_afterwards: datetime.timedelta | None = None
    concerns: str = ""
    read_by: Callable[[QuerySet[Any], User], QuerySet[Any]] | None = None
    warns: str = ""
    is_news: bool = False
    tells: bool = False
    is_state: bool = False
    by: str = ""
    person: str = ""
    who: Callable[[Any], str] | None = None
    what: Callable[[Any], str] | None = None
    asks_first: Callable[..., tuple[Any, ...]] | None = None
    # Excluded from the comparison: compiled SQL is cached by source, and these two are no part of it.
    actions: tuple[DueAction, ...] | None = field(default=None, compare=False)
    shown_in_panel: str | None = field(default=None, compare=False)
    happens_on: Callable[[Any], datetime.date | None] | None = field(default=None, compare=False)
    another_day: DueAction | None = field(default=None, compare=False)
    is_paper: bool = field(default=False, compare=False)

    @cached_property
    def seen_to_with(self) -> Permission | None:
        """The permission of the first way, for rows that some users see but cannot settle."""
        if not self.actions:
            return None
        first = self.actions[0].permission
        permissions_of_readers = (
            role.permissions for role in ROLES.values() if self.permission in role.permissions
        )
        return (
            None if all(first in permissions for permissions in permissions_of_readers) else first
        )

    @property
    def is_told(self) -> bool:
        """Whether a notice announces it, because somebody did it to the user, or it needs a second person."""
        return self.is_news or self.tells

    @property
    def is_told_at_once(self) -> bool:
        """Whether its notice waits for no day of warning: news, and what was put into somebody's own hands."""
        return self.is_news or (self.tells and bool(self.concerns))

    @property
    def is_listed(self) -> bool:
        """Whether the lists of due dates include it."""
        return not (self.is_news or self.is_state)

    @property
    def is_kept(self) -> bool:
        """Whether its rows are the same for every reader and belong to cases, so that the projection can hold them."""
        return bool(self.case) and not (self.is_own or self.is_news)

    @property
    def is_own(self) -> bool:
        """Whether its rows differ between users for other reasons than visibility."""
        return bool(self.by or self.concerns or self.read_by)

    def rows(
        self, today: datetime.date, near: Near | None = None, known: tuple[Any, ...] | None = None
    ) -> Any:
        """The rows as tuples: kind, day, label, subject's key, case, permission, office, mark, days of warning, person.

        `near` limits the rows to its cases and people; `known` is the result of `asks_first` for them.
        """
        rows = self._rows_near(today, near, known) if near else self.rows_on(today)
        if self.shown_afterwards is not None:
            rows = rows.filter(**{f"{self.date}__gte": today - self.shown_afterwards})
        mark = Case(
            When(**{f"{self.date}__lt": today}, then=Value(self.overdue)),
            default=Value(WARN),
            output_field=CharField(),
        )
        return rows.order_by().values_list(
            Value(self.kind, CharField()),
            self.date,
            Value(self.about._meta.label_lower, CharField()),
            self.key,
            F(self.case) if self.case else Value(None, UUIDField()),
            Value(str(self.permission), CharField()),
            self.office,
            mark,
            F(self.warns) if self.warns else Value(None, JSONField()),
            F(self.person) if self.person else Value(None, UUIDField()),
        )

    def _rows_near(self, today: datetime.date, near: Near, known: tuple[Any, ...] | None) -> Any:
        """All rows about one of these cases or people, and no others."""
        arguments = (near.theirs, known) if self.asks_first else ()
        rows = self.rows_on(today, *arguments)
        in_these_cases = Q(IsAmong(F(self.case), near.cases))
        if not self.person:
            return rows.filter(in_these_cases)
        about_these_people = Q(IsAmong(F(self.person), near.people))
        if self.case not in rows.query.annotations:
            return rows.filter(in_these_cases | about_these_people)
        # Computing each row's case is slow, so it is done only for rows about no person.
        if not _may_be_null(rows.model, self.person):
            return rows.filter(about_these_people)
        return rows.filter(
            in_these_cases & Q(**{f"{self.person}__isnull": True}) | about_these_people
        )

    def rows_of(self, user: User, today: datetime.date) -> Any:
        """The rows for a user: without those that concern only others, that only others may read, or that the user did."""
        rows = self.rows(today)
        if self.read_by:
            rows = self.read_by(rows, user)
        if self.by:
            rows = rows.exclude(**{self.by: user})
        return rows.filter(**{self.concerns: user}) if self.concerns else rows

    def done_by(self, user: User, about_ids: Iterable[str]) -> set[str]:
        """The keys among these whose rows the user did, so that somebody else must act on them."""
        if not self.by:
            return set()
        rows = self.about._default_manager.filter(pk__in=list(about_ids), **{self.by: user})
        return {str(key) for key in rows.order_by().values_list("pk", flat=True)}

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, Any]]:
        """The subject of each by key: numbers and places, never a name; with the key of the person, if it is about
        one."""
        return {row.pk: (str(self.say(row)), self._whose(row)) for row in self._about(about_ids)}

    def _whose(self, row: Any) -> Any:
        if self.person in ("", self.key):
            return row.pk if self.person else None
        person = attrgetter(self.person.replace("__", "."))(row)
        return getattr(person, "pk", person)

    def words(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, str]]:
        """The texts `who` and `what` of each row, by key, for a line that begins with a name. Both are without a number."""
        if not (self.who or self.what):
            return {about_id: ("", str(self.title)) for about_id in about_ids}
        return {
            row.pk: (
                self.who(row) if self.who else "",
                self.what(row) if self.what else str(self.title),
            )
            for row in self._about(about_ids)
        }

    def day_of_what_happens(self, about_id: str) -> datetime.date | None:
        """The day of this row's event; None if it is only a reminder, or is gone."""
        if self.happens_on is None:
            return None
        return next((self.happens_on(row) for row in self._about([about_id])), None)

    def _about(self, about_ids: Iterable[Any]) -> Any:
        if not isinstance(self.about._meta.pk, UUIDField):
            rows = self.about._default_manager.select_related(*self.related)
            return rows.filter(pk__in=about_ids)
        # Notices and the projection store keys as text.
        keys = [key if isinstance(key, uuid.UUID) else uuid.UUID(key) for key in about_ids]
        return cached_rows(_rows_about, self.about, self.related, values={PLACEHOLDER: keys})


def _rows_about(model: type[Model], related: tuple[str, ...]) -> Any:
    return model._default_manager.select_related(*related).filter(pk__in=[PLACEHOLDER])


due_sources: Slot[Source] = Slot("what falls due")


@dataclass(frozen=True)
class WaitingCount:
    """A count on Today of rows that wait without a day: its permission, the number, and the text after it.

    `rows` is counted with everything else on the page; `count` serves where a queryset is not enough. `page` is the list
    that it links to, with filters; with `is_act` it is a page with a form, and the count is in no row of counts. `asks` is
    the verb for something somebody has to do, which can come first. `is_trouble` counts should be zero.
    """

    slug: str
    permission: Permission
    words: Callable[[int], str]
    page: str
    rows: Callable[[User], QuerySet[Any, Any]] | None = None
    count: Callable[[User], int] | None = None
    asks: str | Promise = ""
    is_trouble: bool = False
    is_act: bool = False


waiting_counts: Slot[WaitingCount] = Slot("what waits without a day")
