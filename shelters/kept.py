"""The interface through which a higher floor provides the projection of tonight to queries of this one."""

import datetime
from typing import Protocol

from pages.slots import Slot


class NightKeeper(Protocol):
    """A module that knows what is kept, and updates it before it answers."""

    def are_nights_kept(self, night: datetime.date) -> bool: ...

    def children_without_adult(self, day: datetime.date) -> list[int] | None: ...


keepers: Slot[NightKeeper] = Slot("who keeps for the day what takes long to work out")


def is_kept(night: datetime.date) -> bool:
    """Whether `KeptOccupancy` and `KeptWaiting` may be read for this night."""
    return any(keeper.are_nights_kept(night) for keeper in keepers)


def lone_children(day: datetime.date) -> list[int] | None:
    """The keys of `children_alone` if they are kept; None if they must be computed for everybody."""
    known = (keeper.children_without_adult(day) for keeper in keepers)
    return next((keys for keys in known if keys is not None), None)
