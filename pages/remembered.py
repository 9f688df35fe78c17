"""What took long to work out, kept in the process by all that it depends on."""

from collections.abc import Callable, Hashable
from typing import Any

_NOTHING = object()


_memories: list["Remembered"] = []


def forget_everything() -> None:
    """Where something changes on which answers stand and which their keys do not name: an entry of a slot."""
    for each in _memories:
        each.clear()


class Remembered(dict[Any, Any]):
    """Forgets everything where it would hold more than `most`: it happens seldom, and needs no order."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        _memories.append(self)

    def of(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept under the key, else what `make` gives. Another thread may forget it meanwhile."""
        found = self.get(key, _NOTHING)
        return self.keep(key, make()) if found is _NOTHING else found

    def keep(self, key: Hashable, value: Any) -> Any:
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value
