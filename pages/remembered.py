"""An in-process cache for results that are slow to compute, keyed by everything that they depend on."""

from collections.abc import Callable, Hashable
from typing import Any

_NOTHING = object()


_memories: list["Remembered"] = []


def forget_everything() -> None:
    """Empties the caches when something changes that the keys do not include, such as an entry of a slot."""
    for each in _memories:
        each.clear()


class Remembered(dict[Any, Any]):
    """A cache that drops all entries when it would hold more than `most`, which is rare."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        _memories.append(self)

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The cached value for the key, else the result of `make`. Another thread may drop it meanwhile."""
        cached = self.get(key, _NOTHING)
        return self.keep(key, make()) if cached is _NOTHING else cached

    def keep(self, key: Hashable, value: Any) -> Any:
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value
