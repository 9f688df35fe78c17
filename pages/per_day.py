"""Counts, for each day, the periods that include it, such as stays or commitments."""

import datetime
from collections import defaultdict

ONE_DAY = datetime.timedelta(days=1)


class PerDay:
    """A number for every day from `first` to `last`, added up from periods in one pass."""

    def __init__(self, first: datetime.date, last: datetime.date) -> None:
        self.first = first
        self.end = last + ONE_DAY
        self.changes: dict[datetime.date, int] = defaultdict(int)

    def add(self, starts_on: datetime.date, *ends: datetime.date | None, times: int = 1) -> None:
        """Adds `times` to every day from `starts_on` until before the earliest of these ends; None is no end."""
        start = max(starts_on, self.first)
        end = min([self.end, *(each for each in ends if each)])
        if start < end:
            self.changes[start] += times
            self.changes[end] -= times

    @property
    def days(self) -> list[datetime.date]:
        return [self.first + n * ONE_DAY for n in range((self.end - self.first).days)]

    def numbers(self) -> list[int]:
        """One number for each day; zero where no period includes it."""
        of_days, number = [], 0
        for day in self.days:
            number += self.changes[day]
            of_days.append(number)
        return of_days
