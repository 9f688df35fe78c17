"""Names of the people of an arrival, and a filter that leaves out people whose case was opened by mistake."""

import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from accounts.models import User
from casework.register.choices import EndReason
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet


def with_people(rows: Any, case: Case, user: User, *, arrival: str = "pk") -> Any:
    """Annotates arrivals of the case, or rows with an arrival in the field `arrival`, for `arrived_names`.

    `is_part_of_family`: whether other people belonged to the family. `people_numbers`: the numbers of all who arrived.
    `visible_numbers`: the numbers of those whom the user sees.
    """
    key = OuterRef(arrival)
    members = FamilyMember.objects.not_undone().filter(case=case)
    other_members = members.filter(Q(individual__arrival=None) | ~Q(individual__arrival=key))
    arrived = Individual.objects.filter(arrival=key).order_by("number")
    people = arrived.annotate(current_number=Coalesce("merged_into__number", "number"))
    visible = Individual.objects.visible_to(user)
    visible = visible.filter(Q(arrival=key) | Q(merged_from__arrival=key))
    return rows.annotate(
        is_part_of_family=Exists(other_members),
        people_numbers=ArraySubquery(people.values("current_number")),
        visible_numbers=ArraySubquery(visible.order_by().values("number")),
    )


def arrived_names(arrival: Any) -> list[str]:
    """Returns the people of an arrival annotated by `with_people`: names of visible people, numbers of all others.

    Empty if everybody who ever belonged to the family came with it.
    """
    if not arrival.is_part_of_family:
        return []
    people = Individual.objects.filter(number__in=arrival.visible_numbers)
    names = {person.number: person.display_name for person in people}
    return list(dict.fromkeys(names.get(number, number) for number in arrival.people_numbers))


def without_mistaken(people: Any, day: datetime.date | None = None) -> IndividualQuerySet:
    """Leaves out people whose latest case (on `day`, if given) was opened by mistake, so that they did not come."""
    members = FamilyMember.objects
    latest = members.latest_on(day) if day else members.marked_latest()
    mistaken = latest.filter(case__end_reason=EndReason.DUPLICATE)
    rows: IndividualQuerySet = people.exclude(pk__in=mistaken.values("individual"))
    return rows
