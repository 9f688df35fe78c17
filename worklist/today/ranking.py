"""What comes first: the kinds of harm in order, their reasons, and how many lines one page shows. Pure.

A new kind of harm is added here; its place ranks it against the others.
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, islice

from django.utils.functional import Promise

from worklist.due.acts import LineAct
from worklist.due.rows import Due

MOST = 7


@dataclass(frozen=True)
class RankedHarm:
    """A kind of harm, and the reason for its place."""

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
    """A candidate for the first lines. Those about the same family become one; `about` separates the others.

    Either `row` says what falls due, or `who`, `because` and `act` do. `url` leads to the list of its kind, with `in_all`
    entries. `is_own` marks what was given to the user and is overdue. `people` limits it to these members of the family.
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
    is_worse: bool = False

    @property
    def place(self) -> tuple[int, bool, bool, datetime.date, str]:
        """Sorts by harm, then the user's own before others', then what is worse of its kind, then by day."""
        return RANK[self.harm], not self.is_own, not self.is_worse, self.on, self.about

    @property
    def subject(self) -> tuple[str, str]:
        """Two with the same subject become one line."""
        return ("case", str(self.case_id)) if self.case_id else (self.harm, self.about)


@dataclass
class Group:
    """The line of one family: its worst item, or the first one that found room, and how many others there are.

    `is_cut` says that some of its kind have no line.
    """

    leading: Urgent
    others: int = 0
    is_cut: bool = False


Lines = dict[tuple[str, str], Urgent]


def ranked(urgent: Iterable[Urgent], most: int = MOST) -> list[Group]:
    """At most `most` lines, by harm, one for each family.

    Every kind of harm gets one line before a worse kind gets its second. That line is the kind's earliest item about a
    family without a line, even if something worse about that family found no room.
    """
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
            # The worst item of this family has a line: its other kinds of harm go to another family.
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
    """Adds the first of these whose family has no line yet."""
    for each in found:
        if each.subject not in lines:
            lines[each.subject] = each
            return
