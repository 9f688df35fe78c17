"""Extension points: a lower app declares a slot, and config fills it with objects of apps that the lower one may not import."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from pages.remembered import forget_everything

T = TypeVar("T")


class Slot(Generic[T]):
    """Entries of one type, in the order in which users see their results.

    The app that uses the entries declares it. `config.house` fills it once, when the program starts.
    """

    def __init__(self, holds: str) -> None:
        """`holds` says in words what the entries are."""
        self.holds = holds
        self._entries: tuple[T, ...] = ()

    def __repr__(self) -> str:
        return f"<Slot: {self.holds}>"

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> tuple[T, ...]:
        """The current entries, to compare and to use as a cache key."""
        return self._entries

    def fill(self, *entries: T) -> None:
        """Replaces the entries."""
        self._entries = entries

    @contextmanager
    def filled_with(self, *entries: T) -> Iterator[None]:
        """Replaces the entries until the end of the block."""
        before = self._entries
        self._entries = entries
        forget_everything()
        try:
            yield
        finally:
            self._entries = before
            forget_everything()
