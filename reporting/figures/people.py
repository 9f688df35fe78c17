"""Counting people by population, sex and age band."""

import datetime
from collections import Counter
from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from casework.register.choices import BirthPrecision, Category, EndReason, Population, Sex
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import AGE_OF_MAJORITY, unhcr_band
from reporting.choices import SexAge

FIELDS = ("category", "sex", "birth_year", "birth_precision")
# Births of which a day, or the first day of a month, is kept sealed.
DATED = (BirthPrecision.DAY, BirthPrecision.MONTH)


def present_on(people: IndividualQuerySet, day: datetime.date) -> IndividualQuerySet:
    """Who of them had come by the end of that day and had not left: what a rate of people divides by.

    Who arrived unlogged came when they joined a case. Of cases that were opened by mistake nobody came.
    """
    joined = FamilyMember.objects.filter(joined_on__lte=day).values("individual")
    came = Q(arrival__on__lte=day) | Q(arrival=None, pk__in=joined)
    gone = Exit.objects.standing().filter(on__lte=day).values("individual")
    latest = FamilyMember.objects.latest_on(day)
    mistaken = latest.filter(case__end_reason=EndReason.DUPLICATE).values("individual")
    return people.filter(came).exclude(pk__in=gone).exclude(pk__in=mistaken)


def sex_age(sex: str, age: int | None) -> str:
    """The column of somebody: sex and UNHCR age band."""
    if sex not in {Sex.FEMALE, Sex.MALE}:
        return SexAge.OTHER
    return f"{sex}_{unhcr_band(age)}"


def population(category: str, age: int | None) -> str:
    """Former member, adult relative or child; a relative of unknown age counts as adult."""
    if category == Category.FORMER_MEMBER:
        return Population.FORMER_MEMBER
    if age is not None and age < AGE_OF_MAJORITY:
        return Population.CHILD
    return Population.ADULT_RELATIVE


def _turns_into_another_band(birth_year: int, on: datetime.date) -> bool:
    """Whether the birthday of this year decides the band, so that the exact date must be opened."""
    age = on.year - birth_year
    return age > 0 and unhcr_band(age) != unhcr_band(age - 1)


def count_people(
    individuals: QuerySet[Individual], *, on: datetime.date, by: str | None = None
) -> Counter[tuple[str, str, str]]:
    """People by (value of the column `by` or "", population, sex and age band) on a day.

    Counts in SQL by year of birth; only where this year's birthday decides the band are the exact
    dates opened, so that the result is exact and 100,000 people take one query and a few dates.
    """
    group = (by, *FIELDS) if by else FIELDS
    counted: Counter[tuple[str, str, str]] = Counter()
    undecided: set[int] = set()
    rows = individuals.order_by().values_list(*group).annotate(people=Count("pk", distinct=True))
    for *key, people in rows:
        place = str(key.pop(0) or "") if by else ""
        category, sex, birth_year, precision = key
        if precision in DATED and birth_year and _turns_into_another_band(birth_year, on):
            undecided.add(birth_year)
            continue
        age = max(0, on.year - birth_year) if birth_year else None
        counted[place, population(category, age), sex_age(sex, age)] += people
    counted.update(_opened(individuals, undecided, on=on, by=by))
    return counted


def _opened(
    individuals: QuerySet[Individual], years: Iterable[int], *, on: datetime.date, by: str | None
) -> Counter[tuple[str, str, str]]:
    counted: Counter[tuple[str, str, str]] = Counter()
    people = individuals.filter(birth_year__in=years, birth_precision__in=DATED).distinct()
    places = dict(people.order_by().values_list("pk", by)) if by else {}
    for person in people.only("id", "key_id", "born_on", *FIELDS):
        age = person.age_on(on)
        place = str(places.get(person.pk) or "")
        counted[place, population(person.category, age), sex_age(person.sex, age)] += 1
    return counted
