"""Dates as lines for their reader: the name, the text, the day, and what the reader can do."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format

from accounts.models import User
from pages.dates import distance
from worklist.due.acts import Known, LineAct, Reachable, act_on
from worklist.due.names import Name, Names
from worklist.due.rows import Due
from worklist.sources.kinds import NEVER_HIDDEN
from worklist.sources.lookups import Key, kind_in_words, words

# Dates as near as this are marked.
SOON = datetime.timedelta(days=7)


LATE, NEAR = "late", "soon"


@dataclass(frozen=True)
class Line:
    """One due date, ready to be read: when, whom, why, and what the user can do about it.

    `name` is None if the line is about no family or an invisible one; `who` then says whom. `seen_to`
    names the responsible colleague, in lists that show one (`worklist.due.assignees`)."""

    row: Due
    name: Name | None
    who: str
    what: str
    act: LineAct | None
    far: str
    tone: str
    seen_to: str = ""

    @property
    def is_overdue(self) -> bool:
        return self.tone == LATE

    @property
    def may_wait(self) -> bool:
        """Whether it can be postponed: an overdue term of law cannot."""
        return not (self.is_overdue and self.row.kind in NEVER_HIDDEN)

    @property
    def weekday(self) -> str:
        """`mon 23`, for the days of one week."""
        return f"{date_format(self.row.on, 'D').lower()} {self.row.on.day}"


def lines_of(rows: Iterable[Due], user: User) -> list[Line]:
    """One line per row, in their order; a fixed number of questions for each kind."""
    return list(FetchedLines(list(rows), user).lines)


class FetchedLines:
    """The lines of these rows, in order, with the names and the reachable pages of their cases and of further `cases`."""

    def __init__(self, rows: list[Due], user: User, cases: Iterable[UUID | None] = ()) -> None:
        today = user.today()
        about = [*(row.case_id for row in rows), *cases]
        # Names first: their keys are fetched with the sentences.
        self.names = Names(user, about, today)
        said = words((row.kind, row.about_id) for row in rows)
        self.reachable = Reachable(user, about, rows)
        self.lines = [_line(row, said, self.names, self.reachable, today) for row in rows]


def _line(
    row: Due,
    said: dict[Key, tuple[str, str]],
    names: Names,
    reachable: Reachable,
    today: datetime.date,
) -> Line:
    who, what = said.get((row.kind, row.about_id), ("", kind_in_words(row.kind)))
    name = names.of(row.case_id, row.person_id)
    known = Known(name.case_number, name.person_number) if name else Known()
    return Line(
        row=row,
        name=name,
        who=name.shown if name else who or kind_in_words(row.kind),
        what=what,
        act=act_on(row, known, reachable),
        far=distance(row.on, today),
        tone=tone_of(row.on, today),
    )


def tone_of(day: datetime.date, today: datetime.date) -> str:
    """Red for late, ochre for near, no colour for the rest."""
    if day < today:
        return LATE
    return NEAR if day <= today + SOON else ""
