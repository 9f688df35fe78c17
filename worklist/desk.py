"""What one reader's Today is made from, asked once however many parts of the page want it."""

import datetime
from functools import cached_property

from accounts.due import waiting_counts
from accounts.models import User
from accounts.permissions import Permission
from aid.forecasts import FamilyForecast, forecast
from worklist.due import Due, DueRows, due

# What is as near as this may come first; what is further off waits in the lists.
AHEAD = datetime.timedelta(days=7)
AID_DAYS = 14
DATE_DAYS = 14
ENOUGH = 1000


class Desk:
    """The reader, the day, and what several parts of the page ask for."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.today = user.today()

    @cached_property
    def dates(self) -> DueRows:
        """What is overdue or falls due within fourteen days."""
        last = self.today + datetime.timedelta(days=DATE_DAYS)
        return due(self.user, today=self.today, until=last)

    @cached_property
    def rows(self) -> list[Due]:
        """The dates of the next days and those that have passed, the earliest first."""
        return due(self.user, today=self.today, until=self.today + AHEAD)[:ENOUGH]

    def rows_of(self, *kinds: str) -> list[Due]:
        return [row for row in self.rows if row.kind in kinds]

    @cached_property
    def losing_aid(self) -> list[FamilyForecast]:
        """Families that lose aid within fourteen days, or have none."""
        if not self.user.holds(Permission.FORECAST_READ):
            return []
        return forecast(self.user, within_days=AID_DAYS, on=self.today)

    @cached_property
    def waiting(self) -> dict[str, int]:
        """How much waits of each kind without a day, by slug; of those kinds that are the reader's."""
        return {
            each.slug: each.count(self.user)
            for each in waiting_counts
            if self.user.holds(each.permission)
        }
