"""Presence, counted from arrivals and exits."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

# Of people who left on a day: the day on which they came back, if any, and how many they are.
Absences = Iterable[tuple[datetime.date, datetime.date | None, int]]


@dataclass(frozen=True)
class Presence:
    """How many came, left, came back and are present at the end of a day."""

    arrived: int
    left: int
    back: int = 0

    @property
    def present(self) -> int:
        return self.arrived - self.left + self.back


def presence(
    arrivals: Mapping[datetime.date, int], absences: Absences, on: datetime.date
) -> Presence:
    """Arrivals until the end of the day, minus exits, plus returns."""
    arrived = sum(people for day, people in arrivals.items() if day <= on)
    absences = list(absences)
    left = sum(people for day, _back, people in absences if day <= on)
    back = sum(people for _day, back_on, people in absences if back_on and back_on <= on)
    return Presence(arrived, left, back)
