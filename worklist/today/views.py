"""Today: what each person needs to know first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.context import rooms as rooms_of_menu
from pages.failing import FAILED_PART, failed_parts, names_failed_parts, part_or
from worklist.today.blocks import (
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
from worklist.today.blocks.base import Counts, TodayBlock, UrgentLines
from worklist.today.empty_text import nothing_first
from worklist.today.facts import Desk
from worklist.today.first_lines import first_lines

T = TypeVar("T")
# Offers of each room for the first lines; worklist/today/ranking.py ranks them.
URGENT: list[UrgentLines] = [
    children.urgent,
    beds.urgent,
    dates.urgent,
    aid.urgent,
    tasks.urgent,
    office.urgent,
    waiting.urgent,
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
# The blocks below, in this order; readers see those that their permissions allow.
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
@names_failed_parts()
def today(request: StaffRequest) -> HttpResponse:
    """The first lines, the counts, and the blocks that the user's permissions allow.

    A block whose context is None is left out."""
    user = request.user
    desk = Desk(user)
    record_read("today.read", by=user)
    counts = _offers_of(COUNTS, desk, _("What is counted"))
    first, blocks = first_lines(desk, _offers_of(URGENT, desk, _("What comes first"))), _shown(desk)
    sets_up = any(block.slug == first_steps.first_steps_block.slug for block in blocks)
    return render(
        request,
        "worklist/today.html",
        {
            "day": desk.today,
            "first": first,
            "nothing_first": ""
            if first or failed_parts()
            else nothing_first(desk, sets_up=sets_up),
            "counts": counts,
            "blocks": blocks,
        },
    )


def _offers_of(rooms: Iterable[Callable[[Desk], Iterable[T]]], desk: Desk, title: str) -> list[T]:
    """What these rooms offer; a room that fails is named above."""
    return [
        each
        for room in rooms
        for each in part_or(
            partial(_all_of, room, desk), list[T], kind=room.__module__, above=title
        )
    ]


def _all_of(room: Callable[[Desk], Iterable[T]], desk: Desk) -> list[T]:
    return list(room(desk))


def _shown(desk: Desk) -> list[ShownBlock]:
    blocks = []
    for block in BLOCKS:
        if not desk.user.holds(block.permission):
            continue
        made = partial(_block, block, desk)
        failed = partial(ShownBlock, block.slug, block.title, FAILED_PART, {})
        if shown := part_or(made, failed, kind=block.slug):
            blocks.append(shown)
    return blocks


def _block(block: TodayBlock, desk: Desk) -> ShownBlock | None:
    if (context := block.context(desk)) is None:
        return None
    return ShownBlock(block.slug, block.title, block.template, context)


@needs(Permission.INBOX_READ)
def list_index(request: StaffRequest) -> HttpResponse:
    """Every page of settings.ROOMS whose permission the user holds; a room without any is left out."""
    found = rooms_of_menu(request.user.permissions_today(), request.path)
    return render(request, "worklist/list_index.html", {"rooms": found})
