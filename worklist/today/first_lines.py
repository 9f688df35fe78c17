"""The first lines of Today: the most urgent things for the reader, each with a name, the reason and an act."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pages.dates import distance
from pages.pager import counted_so_far
from worklist.due.acts import (
    GIVE_A_BED,
    OPEN_THE_FILE,
    LineAct,
    RowAccess,
    SubjectNumbers,
    first_usable_act,
)
from worklist.due.lines import LATE, FetchedLines, Line, tone_of
from worklist.due.names import Name, Names
from worklist.today.blocks.beds import small_children
from worklist.today.facts import TodayFacts
from worklist.today.ranking import Group, UrgentItem, ranked


@dataclass(frozen=True)
class FirstLine:
    """One line in words for its reader.

    `others` is how many other candidates are about the same family, whose file is at `others_url`. `in_all` is the length of
    the list at `all_url`, and zero if all subjects of this kind of harm have a line. `small` is the number after the name.
    """

    harm: str
    on: datetime.date
    distance: str
    tone: str
    who: str
    small: str
    because: str | Promise
    act: LineAct | None
    others: int
    others_url: str
    in_all: int
    all_url: str

    @property
    def in_all_shown(self) -> int | str:
        return counted_so_far(self.in_all)


def first_lines(facts: TodayFacts, urgent: Iterable[UrgentItem]) -> list[FirstLine]:
    """The first lines for this reader, in a fixed number of queries.

    The same queries fetch the lines of the week, which are left in `facts.lines`.
    """
    groups = ranked(urgent)
    leading = [group.leading for group in groups]
    rows = [each.row for each in leading if each.row] + facts.dates.week
    others = [each.case_id for each in leading if not each.row]
    fetched = FetchedLines(rows, facts.user, others)
    lines = facts.lines = dict(zip(map(id, rows), fetched.lines, strict=True))
    names, access = fetched.names, fetched.access
    return [
        _of_row(group, lines[id(group.leading.row)], access)
        if group.leading.row
        else _of_family(group, names, access, facts)
        for group in groups
    ]


def _others_url(group: Group, name: Name | None, access: RowAccess) -> str:
    """The URL of the file or the card of the family; empty if there are no others, or if the user may open neither."""
    if not group.others or name is None:
        return ""
    numbers = SubjectNumbers(name.case_number)
    file = first_usable_act(OPEN_THE_FILE, group.leading.case_id, None, numbers, access)
    return file.url if file else ""


def _of_row(group: Group, line: Line, access: RowAccess) -> FirstLine:
    return FirstLine(
        harm=group.leading.harm,
        on=group.leading.on,
        distance=line.distance,
        tone=line.tone,
        who=line.who,
        small=line.name.small if line.name else "",
        because=line.what,
        act=line.act,
        others=group.others,
        others_url=_others_url(group, line.name, access),
        in_all=group.leading.in_all if group.is_cut else 0,
        all_url=group.leading.url,
    )


def _of_family(group: Group, names: Names, access: RowAccess, facts: TodayFacts) -> FirstLine:
    each = group.leading
    name = names.of(each.case_id, only=each.people)
    because = str(each.because)
    if each.is_tonight and (
        child := small_children(names.people(each.case_id, each.people), facts.today)
    ):
        because = f"{because} · {child}"
    return FirstLine(
        harm=each.harm,
        on=each.on,
        distance=_("tonight") if each.is_tonight else distance(each.on, facts.today),
        tone=LATE if each.is_tonight else tone_of(each.on, facts.today),
        who=name.shown if name else each.who,
        small=name.small if name else "",
        because=because,
        act=each.act or _act_for(each, name, access),
        others=group.others,
        others_url=_others_url(group, name, access),
        in_all=each.in_all if group.is_cut else 0,
        all_url=each.url,
    )


def _act_for(each: UrgentItem, name: Name | None, access: RowAccess) -> LineAct | None:
    numbers = SubjectNumbers(name.case_number) if name else SubjectNumbers()
    return first_usable_act((*GIVE_A_BED, *OPEN_THE_FILE), each.case_id, None, numbers, access)
