"""Things without a date that wait for the user; each app counts its own in the slot `waiting_counts`."""

from collections.abc import Iterator

from accounts.due import waiting_counts
from pages.context import address
from worklist.due.acts import LineAct
from worklist.today.blocks.base import Count
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """One candidate for each kind on which the user has to act."""
    for each in waiting_counts:
        if each.asks and (number := facts.waiting.get(each.slug, 0)):
            act = LineAct(each.asks, address(each.page))
            who = f"{number} {each.words(number)}"
            yield UrgentItem("approval", facts.today, about=each.slug, who=who, act=act)


def counts(facts: TodayFacts) -> Iterator[Count]:
    """The counts of the kinds that have a list."""
    for each in waiting_counts:
        if each.slug in facts.waiting and not each.is_act:
            number, tone = facts.waiting[each.slug], "late" if each.is_trouble else ""
            yield Count("waiting", number, each.words(number), address(each.page), True, tone)
