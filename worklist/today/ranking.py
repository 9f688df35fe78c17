"""The rank of urgent lines: the kinds of harm, the worst first, with the reason for each place. Pure, without a database.

A new kind of harm is added to HARMS; its place there ranks it against the others.
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

MOST_LINES = 7


@dataclass(frozen=True)
class RankedHarm:
    """A kind of harm, and the reason for its place in HARMS."""

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
class UrgentItem:
    """A candidate for the first lines. Candidates about the same family share a line, others if they have the same `about`.

    Either `row` is a due date, or `who`, `because` and `act` say the same. `url` leads to the list of the same kind, which has
    `in_all` entries. `is_own` marks overdue dates of the user. `people` are the members of the family whom it concerns.
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
    def sort_key(self) -> tuple[int, bool, bool, datetime.date, str]:
        """The sort key: by harm, then the user's own first, then the worse ones of a kind, then by day."""
        return RANK[self.harm], not self.is_own, not self.is_worse, self.on, self.about

    @property
    def subject(self) -> tuple[str, str]:
        """Candidates with the same subject share a line."""
        return ("case", str(self.case_id)) if self.case_id else (self.harm, self.about)


@dataclass
class Group:
    """One line: its leading candidate, and how many others are about the same subject.

    `is_cut` says that other subjects of the same kind of harm have no line.
    """

    leading: UrgentItem
    others: int = 0
    is_cut: bool = False


Lines = dict[tuple[str, str], UrgentItem]


def ranked(urgent: Iterable[UrgentItem], most: int = MOST_LINES) -> list[Group]:
    """At most `most` lines, the worst harm first, one for each subject.

    Every kind of harm gets one line before a worse kind gets its second one. This line is about the first subject of its kind
    that has no line yet, even if something worse about the same subject has no room.
    """
    in_order = sorted(urgent, key=lambda each: each.sort_key)
    by_harm = {harm: list(same) for harm, same in groupby(in_order, key=lambda each: each.harm)}
    lines: Lines = {}
    for candidates in by_harm.values():
        _add_first(candidates, lines)
    lines = dict(islice(lines.items(), most))
    for each in in_order:
        if len(lines) >= most:
            break
        shown_before = lines.get(each.subject)
        if shown_before is None:
            lines[each.subject] = each
        elif each.sort_key < shown_before.sort_key:
            # The line of this subject now shows a worse harm. The milder harm gets a line about another subject.
            lines[each.subject] = each
            _add_first(by_harm[shown_before.harm], lines)
    others = Counter(each.subject for each in in_order)
    shown = [
        Group(each, others[each.subject] - 1)
        for each in sorted(lines.values(), key=lambda each: each.sort_key)
    ]
    for harm, candidates in by_harm.items():
        of_kind = [group for group in shown if group.leading.harm == harm]
        if of_kind:
            of_kind[-1].is_cut = any(each.subject not in lines for each in candidates)
    return shown


def _add_first(candidates: Iterable[UrgentItem], lines: Lines) -> None:
    """Adds a line for the first of these candidates whose subject has none."""
    for each in candidates:
        if each.subject not in lines:
            lines[each.subject] = each
            return
