"""Due dates as lines for a reader: the name, the text, the day, and what the reader can do."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format

from accounts.models import User
from pages.dates import distance
from worklist.due.acts import LineAct, RowAccess, SubjectNumbers, act_for_row
from worklist.due.names import Name, Names
from worklist.due.rows import Due
from worklist.sources.kinds import NEVER_HIDDEN
from worklist.sources.lookups import Key, kind_in_words, words

# Dates that are no further away than this are marked.
SOON = datetime.timedelta(days=7)
LATE, NEAR = "late", "soon"


@dataclass(frozen=True)
class Line:
    """One due date in words for its reader.

    `name` is None if the date is about no case that the reader may see; `who` is then a site, a payer or the kind of the
    date. `distance` is the time until the day in words. `assignee` says who sees to the date, in lists that show it
    (`worklist.due.assignees`)."""

    row: Due
    name: Name | None
    who: str
    what: str
    act: LineAct | None
    distance: str
    tone: str
    assignee: str = ""

    @property
    def is_overdue(self) -> bool:
        return self.tone == LATE

    @property
    def may_wait(self) -> bool:
        """Whether the date can be postponed. An overdue date of the kinds in NEVER_HIDDEN cannot."""
        return not (self.is_overdue and self.row.kind in NEVER_HIDDEN)

    @property
    def weekday(self) -> str:
        """The weekday and the day of the month, such as `mon 23`, for lists of one week."""
        return f"{date_format(self.row.on, 'D').lower()} {self.row.on.day}"


def lines_of(rows: Iterable[Due], user: User) -> list[Line]:
    """One line for each row, in the same order. The number of queries depends on the kinds, not on the rows."""
    return list(FetchedLines(list(rows), user).lines)


class FetchedLines:
    """The lines of these rows, in order; with the names and permissions for their cases and for further `cases`."""

    def __init__(self, rows: list[Due], user: User, cases: Iterable[UUID | None] = ()) -> None:
        today = user.today()
        about = [*(row.case_id for row in rows), *cases]
        # Names first: the words of the sources need the keys of the same people.
        self.names = Names(user, about, today)
        texts = words((row.kind, row.about_id) for row in rows)
        self.access = RowAccess(user, about, rows)
        self.lines = [_line(row, texts, self.names, self.access, today) for row in rows]


def _line(
    row: Due,
    texts: dict[Key, tuple[str, str]],
    names: Names,
    access: RowAccess,
    today: datetime.date,
) -> Line:
    who, what = texts.get((row.kind, row.about_id), ("", kind_in_words(row.kind)))
    name = names.of(row.case_id, row.person_id)
    numbers = SubjectNumbers(name.case_number, name.person_number) if name else SubjectNumbers()
    return Line(
        row=row,
        name=name,
        who=name.shown if name else who or kind_in_words(row.kind),
        what=what,
        act=act_for_row(row, numbers, access),
        distance=distance(row.on, today),
        tone=tone_of(row.on, today),
    )


def tone_of(day: datetime.date, today: datetime.date) -> str:
    """The mark of a day: LATE for a past day, NEAR for one within SOON, else an empty text."""
    if day < today:
        return LATE
    return NEAR if day <= today + SOON else ""
