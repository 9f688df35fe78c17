"""What falls due: one form for the sources of every room, and the slot that holds them."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Case,
    CharField,
    F,
    JSONField,
    Model,
    QuerySet,
    UUIDField,
    Value,
    When,
)
from django.utils.functional import Promise

from accounts.models import User
from accounts.permissions import Permission
from pages.slots import Slot

TROUBLE, WARN = "trouble", "warn"


@dataclass(frozen=True)
class Source:
    """Rows with a day on which something has to happen.

    `rows_on` says which rows still matter on a day; `date`, `office` and `case` name their columns or
    annotations, `case` being empty for what concerns an office alone. `say` puts a row into words without
    a name. A row is about `about`, whose key is in `key`. Past its day it is shown with the mark `overdue`,
    for as long as `shown_afterwards`, or for good. `concerns` names the field of the one person whom alone
    a row concerns. `warns` names the column with the days before, as its rule of law lists them. What `is_news` is
    told in a notice and stands in no list of what falls due.
    """

    kind: str
    title: str | Promise
    permission: Permission
    about: type[Model]
    date: str
    office: str
    rows_on: Callable[[datetime.date], QuerySet[Any]]
    say: Callable[[Any], str]
    case: str = ""
    related: tuple[str, ...] = ()
    key: str = "pk"
    overdue: str = TROUBLE
    shown_afterwards: datetime.timedelta | None = None
    concerns: str = ""
    warns: str = ""
    is_news: bool = False

    def rows(self, today: datetime.date) -> Any:
        """Kind, day, label and key of what it is about, case, permission, office, mark and days of warning."""
        rows = self.rows_on(today)
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
        )

    def rows_of(self, user: User, today: datetime.date) -> Any:
        """The same, without what concerns somebody else alone."""
        rows = self.rows(today)
        return rows.filter(**{self.concerns: user}) if self.concerns else rows

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]:
        """What each is about, by key: numbers and places, never a name."""
        rows = self.about._default_manager.select_related(*self.related)
        return {row.pk: self.say(row) for row in rows.filter(pk__in=about_ids)}


due_sources: Slot[Source] = Slot("what falls due")
