"""Refusals of shelters."""

from collections.abc import Sequence

from pages.refusals import ActionRefused
from shelters.models import Placement


class BedTaken(ActionRefused):
    """Somebody has the bed on one of these nights."""


class PersonHasPlace(ActionRefused):
    """The person has a place on one of these nights."""


class BedNotInService(ActionRefused):
    """The bed or its site is closed on one of these nights, or the bed was moved elsewhere."""


class NoCaseOpen(ActionRefused):
    """The person is in no open case, and only people in one can be placed."""


class NotEnoughBeds(ActionRefused):
    """The site has fewer free beds than the family has people."""


class StayNotOpen(ActionRefused):
    """The stay has ended, was cancelled, or has not reached that state."""


class StillInUse(ActionRefused):
    """Somebody sleeps here on one of the nights. A page shows `stays` to readers who see them."""

    def __init__(
        self, *sentences: str, stays: Sequence[Placement] = (), field: str | None = None
    ) -> None:
        super().__init__(*sentences, field=field)
        self.stays = stays


class InTheWay(ActionRefused):
    """Somebody sleeps in a room or at a site that is to become one for others. A page shows `stays` to readers who see them."""

    def __init__(self, *sentences: str, stays: Sequence[Placement], field: str) -> None:
        super().__init__(*sentences, field=field)
        self.stays = stays


class Endangers(ActionRefused):
    """The place would be unsafe for the person or for others."""


class ReasonNeeded(ActionRefused):
    """The place is possible, but needs a reason."""


class NothingToUndo(ActionRefused):
    """The act is too old, or something else happened since."""
