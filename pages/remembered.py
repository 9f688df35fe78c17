"""In-process caches for values that are slow to compute. A key contains everything that its value depends on."""

from collections.abc import Callable, Hashable
from typing import Any

_NOTHING = object()


_memories: list["Remembered"] = []


def forget_everything() -> None:
    """Empties all caches. Call it after a change that the keys do not contain, such as other entries of a slot."""
    for each in _memories:
        each.clear()


class Remembered(dict[Any, Any]):
    """A cache of at most `most` entries. A full one is emptied, which is rare."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        _memories.append(self)

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The cached value for the key, else the result of `make()`, which is cached."""
        cached = self.get(key, _NOTHING)
        return self.keep(key, make()) if cached is _NOTHING else cached

    def keep(self, key: Hashable, value: Any) -> Any:
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value
