"""Households: how many, how large, former members against relatives."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from casework.register.choices import Category, Relation
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import CaseQuerySet


@dataclass(frozen=True)
class Households:
    """Households: the open cases of a day. `sizes` has the number of households by their number of people."""

    former_members: int
    relatives: int
    sizes: Counter[int]
    relations: list[tuple[str, int]]

    @property
    def number(self) -> int:
        return sum(self.sizes.values())

    @property
    def people(self) -> int:
        return self.former_members + self.relatives

    @property
    def mean_size(self) -> float | None:
        """People per household with one decimal; None without any household."""
        return round(self.people / self.number, 1) if self.number else None

    @property
    def relatives_per_former_member(self) -> float | None:
        return round(self.relatives / self.former_members, 1) if self.former_members else None


def households_of(cases: CaseQuerySet, on: datetime.date) -> Households:
    """All members on that day of cases that are open then."""
    open_cases = cases.filter(opened_on__lte=on).exclude(closed_on__lte=on)
    members = FamilyMember.objects.on(on).filter(case__in=open_cases).order_by()
    categories = dict(
        members.values_list("individual__category").annotate(number=Count("individual"))
    )
    sizes = Counter(
        members.values("case").annotate(size=Count("individual")).values_list("size", flat=True)
    )
    relations = members.values_list("relation_to_principal").annotate(number=Count("pk"))
    return Households(
        former_members=categories.get(Category.FORMER_MEMBER, 0),
        relatives=categories.get(Category.RELATIVE, 0),
        sizes=sizes,
        relations=sorted(
            ((str(Relation(code).label), number) for code, number in relations),
            key=lambda pair: (-pair[1], pair[0]),
        ),
    )
