"""Who is present: counted from those who came and those who left."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Presence:
    """How many came, left and are here at the end of a day."""

    arrived: int
    left: int

    @property
    def present(self) -> int:
        return self.arrived - self.left


def presence(
    arrivals: Mapping[datetime.date, int], exits: Mapping[datetime.date, int], on: datetime.date
) -> Presence:
    """Arrivals up to and with the day, less exits up to and with it: how many people on which day, each once."""
    arrived, left = (
        sum(people for day, people in days.items() if day <= on) for days in (arrivals, exits)
    )
    return Presence(arrived, left)
