"""Arrivals by day and by regional directorate."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from casework.choices import Category
from casework.models import Individual
from casework.querysets.individual import IndividualQuerySet


@dataclass(frozen=True)
class DirectorateRow:
    """Arrivals through one regional directorate; relatives come on top of former members."""

    name: str
    former_members: int
    relatives: int

    @property
    def total(self) -> int:
        return self.former_members + self.relatives


def arrived_between(
    people: IndividualQuerySet, first: datetime.date, end: datetime.date
) -> IndividualQuerySet:
    """People whose arrival lies in [first, end)."""
    return people.filter(arrival__on__gte=first, arrival__on__lt=end)


def by_directorate(people: IndividualQuerySet) -> list[DirectorateRow]:
    """One row per directorate that has arrivals, most former members first; people without one last."""
    counts: Counter[tuple[str, str]] = Counter()
    for name, category, number in (
        people.order_by()
        .values_list("arrival__directorate__name", "category")
        .annotate(number=Count("pk"))
    ):
        counts[name or "", category] = number
    rows = [
        DirectorateRow(name, counts[name, Category.FORMER_MEMBER], counts[name, Category.RELATIVE])
        for name in {name for name, _ in counts}
    ]
    return sorted(rows, key=lambda row: (not row.name, -row.former_members, row.name))


def by_day(people: IndividualQuerySet) -> list[tuple[datetime.date, int]]:
    """Days with arrivals and how many people arrived, oldest first."""
    return list(
        people.filter(arrival__isnull=False)
        .order_by("arrival__on")
        .values_list("arrival__on")
        .annotate(number=Count("pk"))
    )


def of_office(office_ids: set) -> IndividualQuerySet:
    """Everybody whom these offices registered, including people of restricted cases: they count, unnamed.

    Somebody who was registered twice counts once.
    """
    return Individual.objects.filter(office__in=office_ids, merged_into=None)
