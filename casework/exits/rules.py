"""Who is present: counted from those who came and those who left."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# Of those who left on a day, the day on which they came back, if they did, and how many they are.
Absences = Iterable[tuple[datetime.date, datetime.date | None, int]]


@dataclass(frozen=True)
class Presence:
    """How many came, left, came back and are here at the end of a day."""

    arrived: int
    left: int
    back: int = 0

    @property
    def present(self) -> int:
        return self.arrived - self.left + self.back


def presence(
    arrivals: Mapping[datetime.date, int], absences: Absences, on: datetime.date
) -> Presence:
    """Arrivals up to and with the day, less exits up to and with it, and with who came back by then."""
    arrived = sum(people for day, people in arrivals.items() if day <= on)
    absences = list(absences)
    left = sum(people for day, _back, people in absences if day <= on)
    back = sum(people for _day, back_on, people in absences if back_on and back_on <= on)
    return Presence(arrived, left, back)
