"""The forms of counts and blocks on Today."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.permissions import Permission
from pages.pager import counted_so_far
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem


@dataclass(frozen=True)
class Count:
    """A number with a link to the list that it counts.

    The label says what is counted, in the grammatical form for the number. With `is_title` the label is a title before the
    number, and has one form. `note` is a text after both. A count of a kind of dates is folded away, and a rare count while
    it is zero.
    """

    slug: str
    number: int
    label: str | Promise
    url: str
    is_rare: bool = False
    tone: str = ""
    is_title: bool = False
    note: str = ""

    @property
    def shown(self) -> int | str:
        """The number, or a text for more than a thousand, because the count stops there."""
        return counted_so_far(self.number)

    @property
    def is_folded(self) -> bool:
        return self.slug == "kinds" or (self.is_rare and not self.number)


# Functions that yield the candidates for the first lines, and the counts, that the user's permissions open.
UrgentLines = Callable[[TodayFacts], Iterable[UrgentItem]]
Counts = Callable[[TodayFacts], Iterable[Count]]


class TodayBlock:
    """A block of Today. `context` returns what its template needs, or None if the block is left out."""

    slug: str
    title: str | Promise
    permission: Permission
    template: str

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        raise NotImplementedError
