"""Which rule counts on a day, and on which days offices are closed."""

import datetime
from typing import Any

from django.db.models import F, Q, QuerySet


class DeadlineRuleQuerySet(QuerySet[Any]):
    def valid_on(self, on: datetime.date) -> "DeadlineRuleQuerySet":
        """Versions in force that day; `valid_to` is the first day without."""
        return self.filter(
            Q(valid_from=None) | Q(valid_from__lte=on), Q(valid_to=None) | Q(valid_to__gt=on)
        )

    def in_force(self, code: str, *, on: datetime.date, country: str = "CO") -> Any | None:
        """The newest version of a rule in force that day, or None."""
        return (
            self.valid_on(on)
            .filter(code=code, country=country)
            .order_by(F("valid_from").desc(nulls_last=True))
            .first()
        )


class PublicHolidayQuerySet(QuerySet[Any]):
    def closed_days(self, country: str, years: range | list[int]) -> frozenset[datetime.date]:
        """The public holidays of a country in these years."""
        return frozenset(
            self.filter(country=country, on__year__in=list(years)).values_list("on", flat=True)
        )
