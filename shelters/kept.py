"""The interface through which a higher app tells this one whether the projection of tonight is current."""

import datetime
from typing import Protocol

from pages.slots import Slot


class NightKeeper(Protocol):
    """A module that writes the projection, and updates it before it answers."""

    def are_nights_kept(self, night: datetime.date) -> bool: ...

    def children_without_adult(self, day: datetime.date) -> list[int] | None: ...


keepers: Slot[NightKeeper] = Slot("who keeps for the day what takes long to work out")


def is_kept(night: datetime.date) -> bool:
    """Whether `KeptOccupancy` and `KeptWaiting` may be read for this night."""
    return any(keeper.are_nights_kept(night) for keeper in keepers)


def lone_children(day: datetime.date) -> list[int] | None:
    """The keys of `children_alone` from the projection; None if they must be computed."""
    answers = (keeper.children_without_adult(day) for keeper in keepers)
    return next((keys for keys in answers if keys is not None), None)
