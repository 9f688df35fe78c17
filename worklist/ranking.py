"""What comes first: the kinds of harm in their order, why, and how many lines one page has for them.

Pure. Who adds a kind of harm adds it here, where its place says how it compares with all others.
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, islice

from django.utils.functional import Promise

from worklist.acts import LineAct
from worklist.due import Due

MOST = 7


@dataclass(frozen=True)
class RankedHarm:
    """A kind of harm, and why it stands where it stands."""

    slug: str
    reason: str


HARMS = (
    RankedHarm("child_missing", "A child of whom nobody knows where they are is found in the first hours or in harm."),
    RankedHarm("child_alone", "A child without an adult can be taken away, and cannot ask for help."),
    RankedHarm("loss", "A death or a forced return is said to relatives and to the law once two know it."),
    RankedHarm("no_bed", "A family without a bed sleeps in the street tonight; a date can wait until morning."),
    RankedHarm("term", "A term that passes ends a claim for good: without it somebody can be sent back."),
    RankedHarm("permit", "Without a paper somebody can be held or sent back, and may not work; it can be renewed late."),
    RankedHarm("aid", "Whoever loses lodging or food is in the street some days from now: there is time to act."),
    RankedHarm("unattended", "What nobody looks after falls due and nobody sees it."),
    RankedHarm("task", "Somebody promised it for a day that has passed."),
    RankedHarm("approval", "A colleague cannot work, or a funder waits, until a second person looks."),
)  # fmt: skip
RANK = {harm.slug: place for place, harm in enumerate(HARMS)}


@dataclass(frozen=True)
class Urgent:
    """One thing that may come first. Lines about the same family become one; `about` tells others apart.

    Either `row` says what falls due, or `who`, `because` and `act` say it. `url` leads to the list of all of its kind,
    which holds `in_all`: a family may have several. What `is_own` was given to the reader by name and is overdue.
    Of a family it may be about these `people` alone.
    """

    harm: str
    on: datetime.date
    case_id: uuid.UUID | None = None
    about: str = ""
    person_id: uuid.UUID | None = None
    row: Due | None = None
    who: str = ""
    because: str | Promise = ""
    act: LineAct | None = None
    is_tonight: bool = False
    url: str = ""
    in_all: int = 0
    is_own: bool = False
    people: frozenset[uuid.UUID] = frozenset()

    @property
    def place(self) -> tuple[int, bool, datetime.date, str]:
        """Worse before better, the reader's before what others may see to, earlier before later."""
        return RANK[self.harm], not self.is_own, self.on, self.about

    @property
    def subject(self) -> tuple[str, str]:
        """What makes two of them the same line."""
        return ("case", str(self.case_id)) if self.case_id else (self.harm, self.about)


@dataclass
class Group:
    """The line of one family: the worst about it, or what leads where its worst has no room; and how many others. Of its
    kind some have no line where it `is_cut`."""

    leading: Urgent
    others: int = 0
    is_cut: bool = False


Lines = dict[tuple[str, str], Urgent]


def ranked(urgent: Iterable[Urgent], most: int = MOST) -> list[Group]:
    """At most `most` lines, by harm, one for each family. Every kind of harm has one before a worse one has its second: its
    earliest about a family that has no line, even where something worse about that family found no room."""
    in_order = sorted(urgent, key=lambda each: each.place)
    by_harm = {harm: list(found) for harm, found in groupby(in_order, key=lambda each: each.harm)}
    lines: Lines = {}
    for found in by_harm.values():
        _add_first(found, lines)
    lines = dict(islice(lines.items(), most))
    for each in in_order:
        if len(lines) >= most:
            break
        known = lines.get(each.subject)
        if known is None:
            lines[each.subject] = each
        elif each.place < known.place:
            # There is room for the worst about this family: its kind of harm gets another family instead.
            lines[each.subject] = each
            _add_first(by_harm[known.harm], lines)
    others = Counter(each.subject for each in in_order)
    shown = [
        Group(each, others[each.subject] - 1)
        for each in sorted(lines.values(), key=lambda each: each.place)
    ]
    for harm, found in by_harm.items():
        of_kind = [group for group in shown if group.leading.harm == harm]
        if of_kind:
            of_kind[-1].is_cut = any(each.subject not in lines for each in found)
    return shown


def _add_first(found: Iterable[Urgent], lines: Lines) -> None:
    """Gives a line to the first of these whose family has none."""
    for each in found:
        if each.subject not in lines:
            lines[each.subject] = each
            return
