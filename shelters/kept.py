"""What a floor above keeps for the day of what takes long to work out, for the questions of this one."""

import datetime
from typing import Protocol

from pages.slots import Slot


class NightKeeper(Protocol):
    """A module that knows what is kept, and brings it up to date before it says so."""

    def are_nights_kept(self, night: datetime.date) -> bool: ...

    def children_without_adult(self, day: datetime.date) -> list[int] | None: ...


keepers: Slot[NightKeeper] = Slot("who keeps for the day what takes long to work out")


def is_kept(night: datetime.date) -> bool:
    """Whether `KeptOccupancy` and `KeptWaiting` may be read for this night."""
    return any(keeper.are_nights_kept(night) for keeper in keepers)


def lone_children(day: datetime.date) -> list[int] | None:
    """The keys of `children_alone` where somebody knows them; None where it has to be asked of everybody."""
    known = (keeper.children_without_adult(day) for keeper in keepers)
    return next((keys for keys in known if keys is not None), None)
