"""Today: what each person needs to know first."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from worklist.blocks import (
    aid,
    arrivals,
    beds,
    children,
    dates,
    duplicates,
    first_steps,
    imports,
    incomplete,
    office,
    tasks,
    waiting,
    watch,
)
from worklist.blocks.base import Counts, Firsts, TodayBlock
from worklist.calm import nothing_first
from worklist.desk import Desk
from worklist.first import first_lines

# What each room says may come first; worklist/ranking.py says in which order.
FIRSTS: list[Firsts] = [
    children.firsts,
    beds.firsts,
    dates.firsts,
    aid.firsts,
    tasks.firsts,
    office.firsts,
    waiting.firsts,
]
# The small counts, in this order.
COUNTS: list[Counts] = [
    arrivals.counts,
    tasks.counts,
    beds.counts,
    office.counts,
    waiting.counts,
    duplicates.counts,
    children.counts,
    aid.counts,
    imports.counts,
    dates.counts,
]
# Below them, in this order; everybody sees the blocks whose permission they hold.
BLOCKS: list[TodayBlock] = [
    first_steps.first_steps_block,
    dates.week,
    beds.tonight,
    beds.by_night,
    beds.paid_until,
    office.load,
    aid.losing_aid_by_payer,
    watch.watch,
    incomplete.incomplete_arrivals,
    arrivals.my_drafts,
]


@dataclass(frozen=True)
class ShownBlock:
    """A block with what its template needs."""

    slug: str
    title: str | Promise
    template: str
    context: dict[str, Any]


@needs(Permission.INBOX_READ)
def today(request: StaffRequest) -> HttpResponse:
    """What comes first, the counts, and the blocks whose permission the reader holds.

    A block whose context is None is left out.
    """
    user = request.user
    desk = Desk(user)
    record_read("today.read", by=user)
    counts = [count for room in COUNTS for count in room(desk)]
    first, blocks = first_lines(desk, FIRSTS), _shown(desk)
    sets_up = any(block.slug == first_steps.first_steps_block.slug for block in blocks)
    return render(
        request,
        "worklist/today.html",
        {
            "day": desk.today,
            "first": first,
            "nothing_first": "" if first else nothing_first(desk, sets_up=sets_up),
            "counts": counts,
            "blocks": blocks,
        },
    )


def _shown(desk: Desk) -> list[ShownBlock]:
    blocks = []
    for block in BLOCKS:
        if desk.user.holds(block.permission) and (context := block.context(desk)) is not None:
            blocks.append(ShownBlock(block.slug, block.title, block.template, context))
    return blocks
