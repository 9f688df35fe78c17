"""Which rule counts on a day, and on which days offices are closed."""

import datetime
from typing import Any

from django.db.models import QuerySet

from reference.rules import in_force


class DeadlineRuleQuerySet(QuerySet[Any]):
    def in_force(self, code: str, *, on: datetime.date, country: str) -> Any | None:
        """The newest version of a rule in force that day, or None."""
        return in_force(self.filter(code=code, country=country), on)


class PublicHolidayQuerySet(QuerySet[Any]):
    def closed_days(self, country: str, *, since: datetime.date) -> frozenset[datetime.date]:
        """The public holidays of a country from a day on, as far as they are known."""
        return frozenset(
            self.filter(country=country, on__gte=since, is_worked=False).values_list(
                "on", flat=True
            )
        )


class TermSuspensionQuerySet(QuerySet[Any]):
    def in_use(self) -> "TermSuspensionQuerySet":
        return self.filter(withdrawn_on=None)

    def suspended_days(self, country: str, *, since: datetime.date) -> frozenset[datetime.date]:
        """Each day from `since` on, on which terms stood still in a country."""
        ranges = self.in_use().filter(country=country, through_on__gte=since)
        return frozenset(
            starts_on + datetime.timedelta(days=n)
            for starts_on, through_on in ranges.values_list("starts_on", "through_on")
            for n in range((through_on - starts_on).days + 1)
        )
