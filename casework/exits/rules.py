"""The number of people present, counted from arrivals and exits."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# An absence of some people: day of leaving, day of coming back or None, number of people.
Absences = Iterable[tuple[datetime.date, datetime.date | None, int]]


@dataclass(frozen=True)
class Presence:
    """How many people arrived, left and came back until the end of a day, and how many are present."""

    arrived: int
    left: int
    returned: int = 0

    @property
    def present(self) -> int:
        return self.arrived - self.left + self.returned


def presence(
    arrivals: Mapping[datetime.date, int], absences: Absences, on: datetime.date
) -> Presence:
    """Returns the numbers at the end of the day; `arrivals` holds the number of people by day."""
    arrived = sum(people for day, people in arrivals.items() if day <= on)
    absences = list(absences)
    left = sum(people for day, _back, people in absences if day <= on)
    returned = sum(people for _day, back_on, people in absences if back_on and back_on <= on)
    return Presence(arrived, left, returned)
