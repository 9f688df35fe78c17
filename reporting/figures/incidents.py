"""Incidents to relatives at home by month and type: exact for staff, protected for exports."""

import datetime
import uuid
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q
from django.db.models.functions import TruncMonth
from django.utils.formats import date_format

from aid.rules.gaps import month_after
from casework.home.choices import IncidentType
from casework.home.models import HomeIncident
from casework.home.querysets import HomeIncidentQuerySet
from reporting.choices import SMALLEST_COUNT, Audience
from reporting.rules.suppression import TOTAL, ProtectedTable, Shown, protect

# A date known to the month spans at most this many days; a year spans more.
KNOWN_BY_MONTH = Q(happened_on__days__lte=31)
MONTHS_SHOWN = 12


@dataclass(frozen=True)
class IncidentRow:
    """One month, or the total: a count for each type and their sum, or the mark of a withheld number."""

    month: datetime.date | None
    counts: list[Shown]

    @property
    def label(self) -> str:
        """Empty for the total."""
        return date_format(self.month, "F Y") if self.month else ""


def months_before(day: datetime.date, number: int = MONTHS_SHOWN) -> list[datetime.date]:
    """The first days of the complete months before the month of `day`, newest first."""
    return [month_after(day, -count) for count in range(1, number + 1)]


def by_month(
    incidents: HomeIncidentQuerySet, months: list[datetime.date]
) -> Counter[tuple[str, str]]:
    """Counts by (first day of the month, type). Incidents of which only the year is known are in no month."""
    counted: Counter[tuple[str, str]] = Counter()
    rows = (
        incidents.standing()
        .of_relatives()
        .filter(KNOWN_BY_MONTH)
        .order_by()
        .annotate(month=TruncMonth("happened_on__first"))
        .filter(month__in=months)
        .values_list("month", "type")
        .annotate(number=Count("pk"))
    )
    for month, type_, number in rows:
        counted[month.isoformat(), type_] = number
    return counted


def without_month(incidents: HomeIncidentQuerySet) -> int:
    """How many incidents have no known month."""
    return incidents.standing().of_relatives().exclude(KNOWN_BY_MONTH).count()


def public_table(office_ids: set[uuid.UUID], today: datetime.date) -> ProtectedTable:
    """The public table of an office: the last complete months, incidents with consent only.

    The reader cannot choose the months, because one chosen period could be subtracted from another.
    """
    months = months_before(today)
    incidents = HomeIncident.objects.agreed_for_public().filter(individual__office__in=office_ids)
    return protect(
        by_month(incidents, months),
        rows=[month.isoformat() for month in months],
        columns=list(IncidentType.values),
        k=SMALLEST_COUNT[Audience.PUBLIC],
    )


def exact_table(incidents: HomeIncidentQuerySet, today: datetime.date) -> ProtectedTable:
    """The exact table of these incidents, which begins with the current month."""
    months = [today.replace(day=1), *months_before(today)]
    return protect(
        by_month(incidents, months),
        rows=[month.isoformat() for month in months],
        columns=list(IncidentType.values),
        k=1,
    )


def table_rows(table: ProtectedTable) -> list[IncidentRow]:
    """The table as rows for a page, its totals last."""
    return [
        IncidentRow(
            None if row == TOTAL else datetime.date.fromisoformat(row),
            [table.shown(row, column) for column in (*table.columns, TOTAL)],
        )
        for row in (*table.rows, TOTAL)
    ]
