"""What comes first: the kinds of harm in their order, why, and how many lines one page has for them.

Pure. Who adds a kind of harm adds it here, where its place says how it compares with all others.
"""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise

from worklist.acts import Act
from worklist.due import Due

MOST = 7


@dataclass(frozen=True)
class Harm:
    """A kind of harm, and why it stands where it stands."""

    slug: str
    reason: str


HARMS = (
    Harm("child_alone", "A child without an adult can be taken away, and cannot ask for help."),
    Harm("loss", "A death or a forced return is said to relatives and to the law once two know it."),
    Harm("no_bed", "A family without a bed sleeps in the street tonight; a date can wait until morning."),
    Harm("term", "A term that passes ends a claim for good: without it somebody can be sent back."),
    Harm("permit", "Without a paper somebody can be held or sent back, and may not work; it can be renewed late."),
    Harm("aid", "Whoever loses lodging or food is in the street some days from now: there is time to act."),
    Harm("unattended", "What nobody looks after falls due and nobody sees it."),
    Harm("task", "Somebody promised it for a day that has passed."),
    Harm("approval", "A colleague cannot work, or a funder waits, until a second person looks."),
)  # fmt: skip
RANK = {harm.slug: place for place, harm in enumerate(HARMS)}


@dataclass(frozen=True)
class Urgent:
    """One thing that may come first. Lines about the same family become one; `about` tells others apart.

    Either `row` says what falls due, or `who`, `because` and `act` say it. `url` leads to the list of all of its kind,
    which holds `in_all`: a family may have several.
    """

    harm: str
    on: datetime.date
    case_id: uuid.UUID | None = None
    about: str = ""
    person_id: uuid.UUID | None = None
    row: Due | None = None
    who: str = ""
    because: str | Promise = ""
    act: Act | None = None
    is_tonight: bool = False
    url: str = ""
    in_all: int = 0

    @property
    def place(self) -> tuple[int, datetime.date, str]:
        """Worse before better, earlier before later."""
        return RANK[self.harm], self.on, self.about

    @property
    def subject(self) -> tuple[str, str]:
        """What makes two of them the same line."""
        return ("case", str(self.case_id)) if self.case_id else (self.harm, self.about)


@dataclass
class Group:
    """All that is urgent about one family: the worst, and how many others. Of its kind some have no line where it
    `is_cut`."""

    worst: Urgent
    others: int = 0
    is_cut: bool = False


def ranked(urgent: Iterable[Urgent], most: int = MOST) -> list[Group]:
    """At most so many lines, by harm. Every kind of harm has one line before a worse one has its second."""
    groups = _by_subject(sorted(urgent, key=lambda each: each.place))
    by_harm = [list(found) for _harm, found in groupby(groups, key=lambda group: group.worst.harm)]
    firsts = [found[0] for found in by_harm]
    rest = [group for found in by_harm for group in found[1:]]
    shown = sorted([*firsts, *rest][:most], key=lambda group: group.worst.place)
    for found in by_harm:
        of_kind = [group for group in shown if group.worst.harm == found[0].worst.harm]
        if of_kind:
            of_kind[-1].is_cut = len(found) > len(of_kind)
    return shown


def _by_subject(urgent: Iterable[Urgent]) -> list[Group]:
    """In their order, the first of each family leading."""
    groups: dict[tuple[str, str], Group] = {}
    for each in urgent:
        if each.subject in groups:
            groups[each.subject].others += 1
        else:
            groups[each.subject] = Group(each)
    return list(groups.values())
