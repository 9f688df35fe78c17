"""The page Today, and the index of all lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.context import address
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
from worklist.today.empty_text import text_if_nothing_is_urgent
from worklist.today.facts import TodayFacts
from worklist.today.first_lines import first_lines

T = TypeVar("T")
# The functions that yield candidates for the first lines; `worklist.today.ranking` ranks these.
URGENT: list[UrgentLines] = [
    children.urgent_items,
    beds.urgent_items,
    dates.urgent_items,
    aid.urgent_items,
    tasks.urgent_items,
    office.urgent_items,
    waiting.urgent_items,
]
# The functions that yield the counts, in the order of the page.
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
# The blocks in the order of the page. A reader sees those that their permissions allow.
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
    """A block of the page with the context of its template."""

    slug: str
    title: str | Promise
    template: str
    context: dict[str, Any]


@permission_required(Permission.INBOX_READ)
@names_failed_parts()
def today(request: StaffRequest) -> HttpResponse:
    """The page Today: the first lines, the counts, and the blocks that the user's permissions allow."""
    user = request.user
    facts = TodayFacts(user)
    record_read("today.read", by=user)
    counts = _offers_of(COUNTS, facts, _("What is counted"))
    first, blocks = (
        first_lines(facts, _offers_of(URGENT, facts, _("What comes first"))),
        _shown(facts),
    )
    sets_up = any(block.slug == first_steps.first_steps_block.slug for block in blocks)
    return render(
        request,
        "worklist/today.html",
        {
            "day": facts.today,
            "no_reminders_since": facts.no_reminders_since,
            "first": first,
            "empty_text": ""
            if first or failed_parts()
            else text_if_nothing_is_urgent(facts, sets_up=sets_up),
            "counts": counts,
            "blocks": blocks,
            "board": f"{address('board')}?open=all"
            if user.holds(Permission.PLACEMENT_CHANGE)
            else "",
        },
    )


def _offers_of(
    rooms: Iterable[Callable[[TodayFacts], Iterable[T]]], facts: TodayFacts, title: str
) -> list[T]:
    """Everything that these functions yield. If one of them fails, the page names the failed part, `title`."""
    return [
        each
        for room in rooms
        for each in part_or(
            partial(_all_of, room, facts), list[T], kind=room.__module__, above=title
        )
    ]


def _all_of(room: Callable[[TodayFacts], Iterable[T]], facts: TodayFacts) -> list[T]:
    return list(room(facts))


def _shown(facts: TodayFacts) -> list[ShownBlock]:
    """The blocks for this reader. A block that fails is shown with a sentence that says so."""
    blocks = []
    for block in BLOCKS:
        if not facts.user.holds(block.permission):
            continue
        made = partial(_block, block, facts)
        failed = partial(ShownBlock, block.slug, block.title, FAILED_PART, {})
        if shown := part_or(made, failed, kind=block.slug):
            blocks.append(shown)
    return blocks


def _block(block: TodayBlock, facts: TodayFacts) -> ShownBlock | None:
    """The block with its context; None if the block has nothing to show."""
    if (context := block.context(facts)) is None:
        return None
    return ShownBlock(block.slug, block.title, block.template, context)


@permission_required(Permission.INBOX_READ)
def list_index(request: StaffRequest) -> HttpResponse:
    """Every page of settings.ROOMS that the user's permissions allow, by room."""
    user_rooms = rooms_of_menu(request.user.permissions_today(), request.path)
    return render(request, "worklist/list_index.html", {"rooms": user_rooms})
