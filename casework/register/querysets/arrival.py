"""Querysets of arrivals."""

import datetime
from typing import Self

from casework.register.choices import EndReason
from casework.register.querysets.case import OfCaseQuerySet


class ArrivalQuerySet(OfCaseQuerySet):
    def of_days(
        self, first: datetime.date | None = None, last: datetime.date | None = None
    ) -> Self:
        """Returns arrivals from `first` to `last`, both included, without those of cases that were opened by mistake."""
        rows: Self = self.exclude(case__end_reason=EndReason.DUPLICATE)
        rows = rows.filter(on__gte=first) if first else rows
        return rows.filter(on__lte=last) if last else rows
