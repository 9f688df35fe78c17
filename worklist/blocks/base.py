"""What every block of the Today page is made of."""

from dataclasses import dataclass
from typing import Any, Self

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

    @classmethod
    def alarm(cls, number: int, label: str, url: str, tone: str = "trouble") -> Self:
        """A count that should be zero: only then it has no tone."""
        return cls(number, label, url, tone=tone if number else "")


class TodayBlock:
    """One block; `context` returns what its template needs, or None to leave it out."""

    slug: str
    title: str | Promise
    permission: Permission
    template = "worklist/blocks/tiles.html"

    def context(self, user: User) -> dict[str, Any] | None:
        raise NotImplementedError
