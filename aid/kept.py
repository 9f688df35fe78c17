"""What a floor above keeps of the days ahead, for the forecast of this one."""

import datetime
from typing import Any, Protocol

from accounts.models import User
from pages.slots import Slot

# A question in SQL, and its values by name.
Named = tuple[str, dict[str, Any]]


class ForecastKeeper(Protocol):
    """A module that knows what is kept, and brings it up to date before it says so."""

    def ahead_in_sight(self, user: User, on: datetime.date) -> Named | None:
        """`families` and `alike`, as `aid.forecast_page.DERIVED` works them out; None where they are not kept."""
        ...


ahead_keepers: Slot[ForecastKeeper] = Slot("who keeps what families lose in the days ahead")


def kept_ahead(user: User, on: datetime.date) -> Named | None:
    found = (keeper.ahead_in_sight(user, on) for keeper in ahead_keepers)
    return next((words for words in found if words), None)
