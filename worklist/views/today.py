"""Today: what each person needs to know first."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise

from accounts.access import StaffRequest, needs
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
    tasks,
)
from worklist.blocks.base import TodayBlock

# In this order; everybody sees the blocks whose permission they hold.
BLOCKS: list[TodayBlock] = [
    first_steps.first_steps_block,
    arrivals.new_arrival,
    children.children_alone_block,
    beds.tonight,
    beds.coming_and_going,
    beds.without_a_bed,
    tasks.my_tasks,
    dates.dates,
    aid.losing_aid,
    aid.losing_aid_by_payer,
    beds.by_night,
    arrivals.recent_arrivals,
    duplicates.possible_duplicates,
    incomplete.incomplete_arrivals,
    arrivals.my_drafts,
    imports.my_imports,
    beds.paid_until,
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
    """The blocks whose permission the reader holds, in that order.

    A block whose context is None is left out.
    """
    user = request.user
    blocks = []
    for block in BLOCKS:
        if user.holds(block.permission) and (context := block.context(user)) is not None:
            blocks.append(ShownBlock(block.slug, block.title, block.template, context))
    return render(request, "worklist/today.html", {"blocks": blocks, "day": user.today()})
