"""How many stretches of days hold each day: who sleeps, what stands, who is covered."""

import datetime
from collections import defaultdict

ONE_DAY = datetime.timedelta(days=1)


class PerDay:
    """A number for every day from `first` to `last`, put together from stretches: one pass, however many they are."""

    def __init__(self, first: datetime.date, last: datetime.date) -> None:
        self.first = first
        self.end = last + ONE_DAY
        self.changes: dict[datetime.date, int] = defaultdict(int)

    def add(self, starts_on: datetime.date, *ends: datetime.date | None, times: int = 1) -> None:
        """One more on every day from `starts_on` until the first of these ends, which is a day without."""
        start = max(starts_on, self.first)
        end = min([self.end, *(each for each in ends if each)])
        if start < end:
            self.changes[start] += times
            self.changes[end] -= times

    @property
    def days(self) -> list[datetime.date]:
        return [self.first + n * ONE_DAY for n in range((self.end - self.first).days)]

    def numbers(self) -> list[int]:
        """One for each of the days, zero where nothing reaches."""
        found, number = [], 0
        for day in self.days:
            number += self.changes[day]
            found.append(number)
        return found
