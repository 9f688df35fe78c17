"""The first lines of Today: ranked by harm, the name first, with the reason and what to do."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pages.dates import distance
from pages.pager import counted_so_far
from worklist.due.acts import GIVE_A_BED, OPEN_THE_FILE, Known, LineAct, Reachable, first_of
from worklist.due.lines import LATE, FetchedLines, Line, tone_of
from worklist.due.names import Name, Names
from worklist.today.blocks.beds import small_children
from worklist.today.facts import Desk
from worklist.today.ranking import Group, Urgent, ranked


@dataclass(frozen=True)
class FirstLine:
    """One line, ready to be read.

    `others` more are urgent about the same family; its page is at `others_url`. If some of its kind have no
    line, `in_all` is the length of the list behind `all_url`.
    """

    harm: str
    on: datetime.date
    far: str
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


def first_lines(desk: Desk, urgent: Iterable[Urgent]) -> list[FirstLine]:
    """The first lines for this reader, in a fixed number of queries.

    The lines of the week are made in the same go (`Desk.lines`).
    """
    groups = ranked(urgent)
    leading = [group.leading for group in groups]
    rows = [each.row for each in leading if each.row] + desk.dates.week
    others = [each.case_id for each in leading if not each.row]
    fetched = FetchedLines(rows, desk.user, others)
    lines = desk.lines = dict(zip(map(id, rows), fetched.lines, strict=True))
    names, reachable = fetched.names, fetched.reachable
    return [
        _of_row(group, lines[id(group.leading.row)], reachable)
        if group.leading.row
        else _of_family(group, names, reachable, desk)
        for group in groups
    ]


def _others_url(group: Group, name: Name | None, reachable: Reachable) -> str:
    """The file that lists the other dates of the family, or its card; empty without any."""
    if not group.others or name is None:
        return ""
    known = Known(name.case_number)
    file = first_of(OPEN_THE_FILE, group.leading.case_id, None, known, reachable)
    return file.url if file else ""


def _of_row(group: Group, line: Line, reachable: Reachable) -> FirstLine:
    return FirstLine(
        harm=group.leading.harm,
        on=group.leading.on,
        far=line.far,
        tone=line.tone,
        who=line.who,
        small=line.name.small if line.name else "",
        because=line.what,
        act=line.act,
        others=group.others,
        others_url=_others_url(group, line.name, reachable),
        in_all=group.leading.in_all if group.is_cut else 0,
        all_url=group.leading.url,
    )


def _of_family(group: Group, names: Names, reachable: Reachable, desk: Desk) -> FirstLine:
    each = group.leading
    name = names.of(each.case_id, only=each.people)
    because = str(each.because)
    if each.is_tonight and (
        child := small_children(names.people(each.case_id, each.people), desk.today)
    ):
        because = f"{because} · {child}"
    return FirstLine(
        harm=each.harm,
        on=each.on,
        far=_("tonight") if each.is_tonight else distance(each.on, desk.today),
        tone=LATE if each.is_tonight else tone_of(each.on, desk.today),
        who=name.shown if name else each.who,
        small=name.small if name else "",
        because=because,
        act=each.act or _act_for(each, name, reachable),
        others=group.others,
        others_url=_others_url(group, name, reachable),
        in_all=each.in_all if group.is_cut else 0,
        all_url=each.url,
    )


def _act_for(each: Urgent, name: Name | None, reachable: Reachable) -> LineAct | None:
    known = Known(name.case_number) if name else Known()
    return first_of((*GIVE_A_BED, *OPEN_THE_FILE), each.case_id, None, known, reachable)
