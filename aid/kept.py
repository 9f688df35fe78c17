"""The interface through which a higher floor provides the projection of the forecast."""

import datetime
from typing import Any, Protocol

from accounts.models import User
from pages.slots import Slot

# SQL, and its named values.
Named = tuple[str, dict[str, Any]]


class ForecastKeeper(Protocol):
    """A module that knows what is kept, and updates it before it answers."""

    def ahead_in_sight(self, user: User, on: datetime.date) -> Named | None:
        """`families` and `alike`, as `aid.forecast_page.DERIVED` computes them; None where they are not kept."""
        ...


ahead_keepers: Slot[ForecastKeeper] = Slot("who keeps what families lose in the days ahead")


def kept_ahead(user: User, on: datetime.date) -> Named | None:
    found = (keeper.ahead_in_sight(user, on) for keeper in ahead_keepers)
    return next((words for words in found if words), None)
