"""Arrivals by day, regional directorate, crossing point and department."""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from casework.register.choices import Category
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from casework.slots.arrival_people import without_mistaken


@dataclass(frozen=True)
class PlaceRow:
    """Arrivals through one place. `code` and `name` are empty if the place is unknown."""

    code: str
    name: str
    former_members: int
    relatives: int

    @property
    def total(self) -> int:
        return self.former_members + self.relatives


def arrived_between(
    people: IndividualQuerySet, first: datetime.date, end: datetime.date
) -> IndividualQuerySet:
    """People who arrived in [first, end)."""
    return without_mistaken(people).filter(arrival__on__gte=first, arrival__on__lt=end)


@dataclass(frozen=True)
class Places:
    """Arrivals by each kind of place, sorted by former members; people without a place come last."""

    directorates: list[PlaceRow]
    crossings: list[PlaceRow]
    # Departments of the municipalities of the crossing points.
    departments: list[PlaceRow]
    # Days with arrivals and how many people arrived, oldest first.
    days: list[tuple[datetime.date, int]]


PLACES = (
    "arrival__directorate",
    "arrival__crossing",
    "arrival__crossing__municipality__department",
)


def counted_by_place(people: IndividualQuerySet) -> Any:
    """The queryset behind `by_place`, for callers that cache it; `places_of_rows` adds up its rows."""
    columns = [f"{place}__{name}" for place in PLACES for name in ("code", "name")]
    rows = people.order_by().values_list("arrival__on", *columns, "category")
    return rows.annotate(number=Count("pk"))


def by_place(people: IndividualQuerySet) -> Places:
    """Arrivals by the three kinds of place and by day, in one query."""
    return places_of_rows(counted_by_place(people))


def places_of_rows(counted: Iterable[Any]) -> Places:
    """The result of `by_place` from the rows of `counted_by_place`."""
    counts: list[Counter[tuple[str, str, str]]] = [Counter() for _place in PLACES]
    days: Counter[datetime.date] = Counter()
    for day, *places, category, number in counted:
        if day:
            days[day] += number
        for position, counter in enumerate(counts):
            code, name = places[2 * position : 2 * position + 2]
            counter[code or "", name or "", category] += number
    directorates, crossings, departments = map(_rows, counts)
    return Places(directorates, crossings, departments, sorted(days.items()))


def _rows(counts: Counter[tuple[str, str, str]]) -> list[PlaceRow]:
    rows = [
        PlaceRow(
            code,
            name,
            counts[code, name, Category.FORMER_MEMBER],
            counts[code, name, Category.RELATIVE],
        )
        for code, name in {(code, name) for code, name, _ in counts}
    ]
    return sorted(rows, key=lambda row: (not row.name, -row.former_members, row.name))


def by_day(people: IndividualQuerySet) -> list[tuple[datetime.date, int]]:
    """Days with arrivals and how many people arrived, oldest first."""
    return list(
        without_mistaken(people)
        .filter(arrival__isnull=False)
        .order_by("arrival__on")
        .values_list("arrival__on")
        .annotate(number=Count("pk"))
    )


def people_of_offices(office_ids: Set[uuid.UUID | None]) -> IndividualQuerySet:
    """Everybody whom these offices registered, also people of restricted cases: figures count them without naming them.

    A person registered twice counts once.
    """
    return Individual.objects.filter(office__in=office_ids, merged_into=None)
