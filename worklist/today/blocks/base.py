"""What the parts of the Today page are made of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.permissions import Permission
from pages.pager import counted_so_far
from worklist.today.facts import Desk
from worklist.today.ranking import Urgent


@dataclass(frozen=True)
class Count:
    """A number that links to the list that it counts.

    Kinds of dates are folded, and so is a rare kind while it is zero. Large numbers are counted to a thousand, as in the
    list; `shown` says so. The label is what is counted, in the form for the number; or, with `is_title`, a title that
    reads the same for any number, which comes after it. `note` comes last.
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
        return counted_so_far(self.number)

    @property
    def is_folded(self) -> bool:
        return self.slug == "kinds" or (self.is_rare and not self.number)


# What a room offers for the first lines and for the counts, to readers with the permission.
UrgentLines = Callable[[Desk], Iterable[Urgent]]
Counts = Callable[[Desk], Iterable[Count]]


class TodayBlock:
    """One block; `context` returns what its template needs, or None to leave it out."""

    slug: str
    title: str | Promise
    permission: Permission
    template: str

    def context(self, desk: Desk) -> dict[str, Any] | None:
        raise NotImplementedError
