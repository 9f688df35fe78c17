"""Which children stand alone, from what is on file: ages, relations, who is still here."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q

from casework.children.choices import NO_CARE
from casework.children.rules import is_surely_adult
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY


def surely_adult(person: Individual, day: datetime.date) -> bool:
    """Whether the birth on file leaves no doubt that the person is of age that day."""
    exact = person.born_on if person.is_birthday_known else None
    return is_surely_adult(day, born_on=exact, birth_year=person.birth_year)


def children_alone(day: datetime.date, cases: Collection[uuid.UUID] | None = None) -> Any:
    """Memberships of children in open cases, or in these of them, without an adult of their family there that day.

    Somebody whose age nobody wrote down accompanies no child, nor does a stranger or the partner of one;
    whoever left is not there. Who may be a child is one: doubt about the age protects.
    """
    gone = Exit.objects.standing().values("individual")
    here: Any = FamilyMember.objects.on(day).filter(individual__erased_on=None)
    here = here.exclude(individual__in=gone)
    turning = day.year - AGE_OF_MAJORITY
    adults = here.filter(case=OuterRef("case"), individual__birth_year__lt=turning)
    with_them = adults.exclude(individual=OuterRef("individual")).exclude(
        relation_to_principal__in=NO_CARE
    )
    alone = here.filter(case__closed_on=None, individual__birth_year__gte=turning).filter(
        Q(relation_to_principal__in=NO_CARE) | ~Exists(with_them)
    )
    if cases is not None:
        alone = alone.filter(case__in=cases)
    # Birthdays are sealed: of those who turn eighteen this year each is read.
    grown = [
        member.pk
        for member in alone.filter(individual__birth_year=turning).select_related("individual")
        if surely_adult(member.individual, day)
    ]
    return alone.exclude(pk__in=grown)
