"""What every block of the Today page is made of."""

from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise

from accounts.models import User
from accounts.permissions import Permission


@dataclass(frozen=True)
class Tile:
    """A count that links to the list behind it."""

    number: Any
    label: str | Promise
    url: str = ""
    note: str = ""
    tone: str = ""


class TodayBlock:
    """One block; `context` returns what its template needs, or None to leave it out."""

    slug: str
    title: str | Promise
    permission: Permission
    template = "worklist/blocks/tiles.html"

    def context(self, user: User) -> dict[str, Any] | None:
        raise NotImplementedError


def address(name: str, query: str = "", *keys: object) -> str:
    """The page of that name with a query string; nothing where this installation lacks it."""
    try:
        return reverse(name, args=keys) + (f"?{query}" if query else "")
    except NoReverseMatch:
        return ""
