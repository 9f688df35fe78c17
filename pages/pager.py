"""Pagination that counts long lists only up to a limit, so that its cost does not grow with the list."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from pages.money import amount_in_words
from pages.questions import Make, cached_rows, kept_count

# Beyond this the exact number of rows is not shown.
COUNTED_AT_MOST = 1000
# The highest page number that a URL may request. It is also used for "last".
FARTHEST = 1_000_000
LAST = "last"


def page_asked(query: Mapping[str, str]) -> int:
    """The page number in a query string, from 1 to FARTHEST: FARTHEST for "last", 1 for anything else."""
    typed = query.get("page", "1")
    if typed == LAST:
        return FARTHEST
    return min(max(int(typed), 1), FARTHEST) if typed.isdecimal() and len(typed) < 20 else 1


class ShownPage(Page[Any]):
    """A page that counts the rows that it shows; some lists fold the others away."""

    def end_index(self) -> int:
        return max(self.start_index() + len(self.object_list) - 1, 0)


class Pager(Paginator):  # type: ignore[type-arg]
    """Counts as far as the requested page, and at least to a thousand: on the last page, `count` is exact."""

    def __init__(self, rows: Any, per_page: int, asked: int = 1) -> None:
        super().__init__(rows, per_page)
        self.every_row = rows
        self.asked = asked

    @property
    def count_limit(self) -> int:
        """The number up to which rows are counted."""
        return max(COUNTED_AT_MOST, self.asked * self.per_page)

    @cached_property
    def count(self) -> int:
        return self.counted_to(self.count_limit + 1)

    def counted_to(self, most: int) -> int:
        """How many rows there are, up to the limit."""
        counted: int = self.every_row.order_by().values("pk")[:most].count()
        return counted

    @property
    def is_long(self) -> bool:
        """Whether there are too many rows for an exact number."""
        return self.count > COUNTED_AT_MOST

    @property
    def total(self) -> int | str:
        """How many rows there are, or "more than a thousand"."""
        return counted_so_far(self.count)

    @property
    def last_page(self) -> int | str:
        """The value of `?page=` for the last page: its number if it is known, else "last"."""
        return self.num_pages if self.count <= self.count_limit else LAST

    def asked_page(self) -> Page[Any]:
        """The requested page, or the last one. The later half of a list is fetched from its end."""
        number = min(self.asked, self.num_pages)
        first, end = self.per_page * (number - 1), self.per_page * number
        if self.count <= self.count_limit and 2 * first > self.count:
            rows = self.part(max(self.count - end, 0), self.count - first, from_end=True)[::-1]
        else:
            rows = self.part(first, min(end, self.count))
        return ShownPage(rows, number, self)

    def part(self, first: int, end: int, *, from_end: bool = False) -> list[Any]:
        """The rows from `first` until before `end`, in the list's order or in reverse."""
        rows = self.every_row.reverse() if from_end else self.every_row
        return list(rows[first:end])


class CompiledPager(Pager):
    """A pager of a compiled query; `make(reader)` returns the queryset for a user, as in `pages.questions`."""

    def __init__(self, make: Make, reader: Any, per_page: int, asked: int = 1) -> None:
        super().__init__((), per_page, asked)
        self.make = make
        self.reader = reader

    def counted_to(self, most: int) -> int:
        """As in Pager."""
        return kept_count(_keys_up_to, self.make, self.reader, most)

    def part(self, first: int, end: int, *, from_end: bool = False) -> list[Any]:
        """As in Pager."""
        return cached_rows(_part, self.make, self.reader, first, end, from_end)


def _keys_up_to(make: Make, reader: Any, most: int) -> QuerySet[Any]:
    return make(reader).order_by().values("pk")[:most]


def _part(make: Make, reader: Any, first: int, end: int, from_end: bool) -> QuerySet[Any]:
    rows = make(reader)
    return (rows.reverse() if from_end else rows)[first:end]


def counted_so_far(number: int) -> int | str:
    """The number, or "more than a thousand", for a count that stopped at COUNTED_AT_MOST + 1."""
    if number <= COUNTED_AT_MOST:
        return number
    return _("more than %(number)s") % {"number": amount_in_words(Decimal(COUNTED_AT_MOST))}


def counted_in_words(rows: Any) -> int | str:
    """How many `rows` there are, or "more than a thousand": for a tab beside a list."""
    return Pager(rows, 1).total
