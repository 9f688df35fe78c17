"""What falls due: one form for the sources of every room, and the slot that holds them."""

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
from pages.questions import ANY_KEY, kept_rows
from pages.slots import Slot

TROUBLE, WARN = "trouble", "warn"


class IsAmong(Lookup):
    """That a column holds any key of an array. Unlike a list of keys it lets the database look each up in an index where one
    of two columns may hold it, and the words are the same for every array."""

    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s::uuid[])", [*params, self.rhs]


class Near(NamedTuple):
    """Keys of cases of which something changed, of everybody who is or was in one of them or changed otherwise, and of all
    cases of these people."""

    cases: Any
    people: Any
    theirs: Any


def _may_be_empty(model: Any, path: str) -> bool:
    """Whether one of the columns on the way to a key may hold nothing."""
    for name in path.removesuffix("_id").split("__"):
        field = model._meta.get_field(name)
        if field.null:
            return True
        model = field.related_model
    return False


class KeyOf(StrEnum):
    """What the address of a page wants to know."""

    ROW = "row"
    CASE = "case"
    CASE_NUMBER = "case_number"
    PERSON_NUMBER = "person_number"
    PERSON_AND_ROW = "person_and_row"


@dataclass(frozen=True)
class Way:
    """One act that settles rows of a kind; who lacks the permission for the row's case gets the next way.

    Most lead to a page that asks. One that `sends` an answer is pressed where the row stands, and taken back from the
    message; `all_answers` is the page with the others. One that `comes_back` leads from its page to where it was followed.
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

    `rows_on` says which rows still matter on a day; `date`, `office` and `case` name their columns or
    annotations, `case` being empty for what concerns an office alone. `say` puts a row into words without
    a name. A row is about `about`, whose key is in `key`. Past its day it is shown with the mark `overdue`,
    for as long as `shown_afterwards`, or for good. `concerns` names the field of the one person whom alone
    a row concerns. `warns` names the column with the days before, as its rule of law lists them. What `is_news` is
    told in a notice and stands in no list of what falls due; what `tells` is told and listed. `by` names the column of who
    did it, who is neither told nor asked. What `is_state` has held since its day and asks for nothing by it: it is
    neither told nor listed, pages count it.

    Lists begin with a name, and what follows holds no number: `person` names the column of the one person whom a
    row is about, of a family where it is empty; `who` says it for a row without a case, a site or a payer. `what`
    puts the rest into words where the title alone says too little.

    The question that `rows_on` makes depends on the day alone and is put into words once a day. Where it depends on rows
    for which it has to be asked before, `asks_first` finds their keys: of everybody on a day, or of cases alone that the
    second argument names. `rows_on` takes these cases and keys, too, and finds them itself where it is not given them.

    What is listed says how it is settled: `ways` are tried in their order, and without any the file of the case serves.
    About a case it says where its file tells it, too: `said_by` is the slug of that panel, `dates` the one that tells
    what no other does, and empty where nothing has to. Where somebody is expected or something happens on a day,
    `happens_on` says which: what is to be done for it waits no longer than that, and `another_day` sets a new one.
    Of a paper that somebody carries and that counts no more, which `is_paper`, whoever makes it fall is told at once.
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
    warns: str = ""
    is_news: bool = False
    tells: bool = False
    is_state: bool = False
    by: str = ""
    person: str = ""
    who: Callable[[Any], str] | None = None
    what: Callable[[Any], str] | None = None
    asks_first: Callable[..., tuple[Any, ...]] | None = None
    # Words of a question are kept by source, and these two are no part of any question.
    ways: tuple[Way, ...] | None = field(default=None, compare=False)
    said_by: str | None = field(default=None, compare=False)
    happens_on: Callable[[Any], datetime.date | None] | None = field(default=None, compare=False)
    another_day: Way | None = field(default=None, compare=False)
    is_paper: bool = field(default=False, compare=False)

    @cached_property
    def seen_to_with(self) -> Permission | None:
        """What whoever sees to it holds, where others read it too: who may go the first way."""
        if not self.ways:
            return None
        first = self.ways[0].permission
        reads = (role.permissions for role in ROLES.values() if self.permission in role.permissions)
        return None if all(first in held for held in reads) else first

    @property
    def is_told(self) -> bool:
        """Whether a notice says it to whom it concerns: somebody did it to them, or asks a second person."""
        return self.is_news or self.tells

    @property
    def is_listed(self) -> bool:
        """Whether it stands in the lists of what falls due."""
        return not (self.is_news or self.is_state)

    @property
    def is_kept(self) -> bool:
        """Whether its rows are the same for every reader and hang on cases, so that they can be kept for a day."""
        return bool(self.case) and not (self.is_own or self.is_news)

    @property
    def is_own(self) -> bool:
        """Whether its rows differ from reader to reader, beside what each may see."""
        return bool(self.by or self.concerns) or type(self).rows_of is not Source.rows_of

    def rows(
        self, today: datetime.date, near: Near | None = None, known: tuple[Any, ...] | None = None
    ) -> Any:
        """Kind, day, label and key of what it is about, case, permission, office, mark, days of warning, person.

        With `near`, those of its cases and people alone; `known` is what it `asks_first` of them.
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
        """All that hangs on one of these cases or is about one of these people, and nothing else."""
        about = (near.theirs, known) if self.asks_first else ()
        rows = self.rows_on(today, *about)
        of_cases = Q(IsAmong(F(self.case), near.cases))
        if not self.person:
            return rows.filter(of_cases)
        of_people = Q(IsAmong(F(self.person), near.people))
        if self.case not in rows.query.annotations:
            return rows.filter(of_cases | of_people)
        # Whose case it is has to be worked out for each row: it is asked of those about nobody alone.
        if not _may_be_empty(rows.model, self.person):
            return rows.filter(of_people)
        return rows.filter(of_cases & Q(**{f"{self.person}__isnull": True}) | of_people)

    def rows_of(self, user: User, today: datetime.date) -> Any:
        """The same, without what concerns somebody else alone, and without what the user did."""
        rows = self.rows(today)
        if self.by:
            rows = rows.exclude(**{self.by: user})
        return rows.filter(**{self.concerns: user}) if self.concerns else rows

    def done_by(self, user: User, about_ids: Iterable[str]) -> set[str]:
        """Of these the keys of what the user did: a second person is asked for it."""
        if not self.by:
            return set()
        rows = self.about._default_manager.filter(pk__in=list(about_ids), **{self.by: user})
        return {str(key) for key in rows.order_by().values_list("pk", flat=True)}

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, Any]]:
        """What each is about, by key: numbers and places, never a name; and the key of the one person whom it is about."""
        return {row.pk: (str(self.say(row)), self._whose(row)) for row in self._about(about_ids)}

    def _whose(self, row: Any) -> Any:
        if self.person in ("", self.key):
            return row.pk if self.person else None
        person = attrgetter(self.person.replace("__", "."))(row)
        return getattr(person, "pk", person)

    def words(self, about_ids: Iterable[Any]) -> dict[Any, tuple[str, str]]:
        """Who and what of each, by key, for a line that begins with a name; both without a number."""
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
        """The day on which something happens of this row; None where it is a reminder alone, or is gone."""
        if self.happens_on is None:
            return None
        return next((self.happens_on(row) for row in self._about([about_id])), None)

    def _about(self, about_ids: Iterable[Any]) -> Any:
        if not isinstance(self.about._meta.pk, UUIDField):
            rows = self.about._default_manager.select_related(*self.related)
            return rows.filter(pk__in=about_ids)
        # Keys come as they are kept in notices and among what falls due: in letters.
        keys = [key if isinstance(key, uuid.UUID) else uuid.UUID(key) for key in about_ids]
        return kept_rows(_rows_about, self.about, self.related, values={ANY_KEY: keys})


def _rows_about(model: type[Model], related: tuple[str, ...]) -> Any:
    return model._default_manager.select_related(*related).filter(pk__in=[ANY_KEY])


due_sources: Slot[Source] = Slot("what falls due")


@dataclass(frozen=True)
class WaitingCount:
    """A number on Today of what waits without a day: who may see it, how many, what is said after the number.

    It is counted by `rows`, together with what else the page counts, or by `count` where that takes more than a queryset.
    `page` is the list that it leads to, with its filters; where it `is_act`, a page on which something is done, and
    it stands in no row of counts. Where `asks` has the verb for it, somebody has to act, and it may come first. What
    `is_trouble` should be none.
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
