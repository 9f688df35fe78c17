"""Things without a date that wait for somebody; each room counts its own in the slot `waiting_counts`."""

from collections.abc import Iterator

from accounts.due import waiting_counts
from pages.context import address
from worklist.due.acts import LineAct
from worklist.today.blocks.base import Count
from worklist.today.facts import Desk
from worklist.today.ranking import Urgent


def urgent(desk: Desk) -> Iterator[Urgent]:
    """What somebody has to act on, one line for each kind."""
    for each in waiting_counts:
        if each.asks and (number := desk.waiting.get(each.slug, 0)):
            act = LineAct(each.asks, address(each.page))
            who = f"{number} {each.words(number)}"
            yield Urgent("approval", desk.today, about=each.slug, who=who, act=act)


def counts(desk: Desk) -> Iterator[Count]:
    """Counts of everything else that waits; mostly zero."""
    for each in waiting_counts:
        if each.slug in desk.waiting and not each.is_act:
            number, tone = desk.waiting[each.slug], "late" if each.is_trouble else ""
            yield Count("waiting", number, each.words(number), address(each.page), True, tone)
