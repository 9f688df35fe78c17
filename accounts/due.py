"""What falls due: the class by which each app describes its rows with a due date, and the slot with its instances."""

import datetime
import uuid
from collections.abc import Callable, Iterable, Mapping
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

    Unlike with `__in`, the database can use an index for each of two columns joined by OR, and the SQL is the same for arrays
    of any length.
    """

    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s::uuid[])", [*params, self.rhs]


class Near(NamedTuple):
    """Keys of changed cases, of people who changed or are or were in these cases, and (`theirs`) of all cases of these people."""

    cases: Any
    people: Any
    theirs: Any


def _may_be_null(model: Any, path: str) -> bool:
    """Whether a column on this path of relations (`case__team_id`) may be NULL."""
    for name in path.removesuffix("_id").split("__"):
        field = model._meta.get_field(name)
        if field.null:
            return True
        model = field.related_model
    return False


class Reached(NamedTuple):
    """How many people, and how many families of theirs, the end of some aid reaches."""

    people: int
    families: int


class KeyOf(StrEnum):
    """Which key the URL of a page takes: of the row, its case or its person."""

    ROW = "row"
    CASE = "case"
    CASE_NUMBER = "case_number"
    PERSON_NUMBER = "person_number"
    PERSON_AND_ROW = "person_and_row"


@dataclass(frozen=True)
class DueAction:
    """An action that settles rows of a kind. Users without its permission get the next action of the source.

    Most link to `page`, a URL name of a form. With `sends`, a (name, value), it is a button beside the row that posts this
    value, and the message can undo it; `all_answers` is then the page with the other answers. With `comes_back` the form
    redirects to the page that had the link.
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
    """Rows of one kind, each with a day on which something has to happen.

    `rows_on(day)` returns the rows that still matter on a day. `date`, `office` and `case` name their columns or annotations;
    `case` is empty for rows of an office. `about` is the model of a row's subject, `key` names the column with its key. After
    its day a row has the tone `overdue`, for `shown_afterwards`, or without end if that is None. `concerns` names the column
    of the only user to whom a row is shown; `read_by(rows, user)` filters rows that only named users may read. `warns` names
    the column with the days of warning of a rule of law. `by` names the column of the user who caused the row, and who is
    neither notified nor asked. `is_news` rows give a notice and are not listed; `tells` rows give a notice and are listed;
    `is_state` rows are a state since their day, which is only counted; `is_urgent` rows are mailed at any hour of any day.

    Texts: `say(row)` is a sentence without a name. Lines of lists begin with a name: `person` names the column of the one
    person of a row, and is empty for a family; `who(row)` is the subject of a row without a case, such as a site or a payer;
    `what(row)` is the rest of the line, instead of `title`.

    The query of `rows_on` depends on the day only and is compiled once a day. If it needs keys from another query,
    `asks_first(day, cases)` finds them, for all cases or only for these; `rows_on(day, cases, keys)` then uses them.

    `actions` settle a listed row; the first that the user may do is shown, without any the file of the case.
    `shown_in_panel` is the slug of the panel in which the file shows the row: `dates` for the panel of other dates, empty if
    the file does not show it. `happens_on(row)` is the day of an appointment or event: preparation cannot be postponed past it,
    and `another_day` reschedules it. `is_paper` rows are invalid papers that somebody carries; the user who invalidates one
    gets the notice at once.

    `ends_aid(row, day)` is the sentence of a notice that aid ends, with the day in words. Such notices come first, and go to
    the users who are responsible for the row. `reached(rows, day)` counts the people and families who have this aid on that day.
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
    is_urgent: bool = False
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
    ends_aid: Callable[[Any, str], str] | None = field(default=None, compare=False)
    reached: Callable[[Iterable[Any], datetime.date], dict[Any, Reached]] | None = field(
        default=None, compare=False
    )

    @cached_property
    def seen_to_with(self) -> Permission | None:
        """The permission of the first action, if some role sees the rows without it; else None."""
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
        """Whether its rows give notices."""
        return self.is_news or self.tells or self.ends_aid is not None

    @property
    def is_told_at_once(self) -> bool:
        """Whether its notices are sent at once: news, and rows that concern one user. Others wait for a day of warning."""
        if self.ends_aid:
            return False
        return self.is_news or (self.tells and bool(self.concerns))

    @property
    def is_listed(self) -> bool:
        """Whether the lists of due dates include it."""
        return not (self.is_news or self.is_state)

    @property
    def is_kept(self) -> bool:
        """Whether its rows belong to cases and are the same for all users, so that the projection stores them."""
        return bool(self.case) and not (self.is_own or self.is_news)

    @property
    def is_own(self) -> bool:
        """Whether its rows differ between users even if both see the case."""
        return bool(self.by or self.concerns or self.read_by)

    def rows(
        self, today: datetime.date, near: Near | None = None, known: tuple[Any, ...] | None = None
    ) -> Any:
        """The rows as tuples: kind, day, model, subject's key, case, permission, office, tone, days of warning, person.

        `near` limits the rows to its cases and people; `known` is the result of `asks_first` for them.
        """
        rows = self._rows_near(today, near, known) if near else self.rows_on(today)
        if self.shown_afterwards is not None:
            rows = rows.filter(**{f"{self.date}__gte": today - self.shown_afterwards})
        tone = Case(
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
            tone,
            F(self.warns) if self.warns else Value(None, JSONField()),
            F(self.person) if self.person else Value(None, UUIDField()),
        )

    def _rows_near(self, today: datetime.date, near: Near, known: tuple[Any, ...] | None) -> Any:
        """The rows about these cases and people."""
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
        """The rows for a user: without those that concern others, that others are named to read, or that the user caused."""
        rows = self.rows(today)
        if self.read_by:
            rows = self.read_by(rows, user)
        if self.by:
            rows = rows.exclude(**{self.by: user})
        return rows.filter(**{self.concerns: user}) if self.concerns else rows

    def done_by(self, user: User, about_ids: Iterable[str]) -> set[str]:
        """Those of these keys whose rows the user caused, so that somebody else must act on them."""
        if not self.by:
            return set()
        rows = self.about._default_manager.filter(pk__in=list(about_ids), **{self.by: user})
        return {str(key) for key in rows.order_by().values_list("pk", flat=True)}

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, Any]]:
        """(sentence, key of the person or None) of each row, by key. The sentence has numbers and places, never a name."""
        return {row.pk: (str(self.say(row)), self._whose(row)) for row in self._about(about_ids)}

    def _whose(self, row: Any) -> Any:
        if self.person in ("", self.key):
            return row.pk if self.person else None
        person = attrgetter(self.person.replace("__", "."))(row)
        return getattr(person, "pk", person)

    def endings(self, days: Mapping[Any, str]) -> dict[Any, str]:
        """The sentences that aid ends, by key; `days` has the day in words of each key."""
        if not self.ends_aid:
            return {}
        by_key = {str(key): day for key, day in days.items()}
        return {row.pk: self.ends_aid(row, by_key[str(row.pk)]) for row in self._about(days)}

    def words(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, str]]:
        """(`who`, `what`) of each row, by key, for lines that begin with a name."""
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
        """`happens_on` of the row with this key; None without one, or if the row no longer exists."""
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
    """A number on Today of rows that wait without a day, for users with `permission`. `words(number)` is the text after it.

    `rows(user)` is a queryset, counted in one statement with others; `count(user)` replaces it where a queryset cannot do.
    `page` is "name?filters" of the list to which it links; with `is_act` it is a form, and the number is not among the
    counts. `asks` is the label of the link if somebody has to act. `is_trouble` numbers should be zero.
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
