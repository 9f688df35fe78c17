"""Counting people by population, sex and age band."""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, Q, QuerySet, Value

from casework.identity.models import FactChange
from casework.register.choices import BirthPrecision, Category, Population, Sex
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import AGE_OF_MAJORITY, MAX_AGE, age_on, unhcr_band
from casework.slots.arrival_people import without_mistaken
from pages.questions import PLACEHOLDER, cached_rows
from reporting.choices import SexAge
from vault.fields import open_values

FIELDS = ("category", "sex", "birth_year", "birth_precision")
# Precisions for which a day is sealed: that of birth, or the first of its month.
WITH_SEALED_DAY = (BirthPrecision.DAY, BirthPrecision.MONTH)


def present_on(people: IndividualQuerySet, day: datetime.date) -> IndividualQuerySet:
    """People who had arrived by the end of that day and had not left: the divisor of rates.

    People without a logged arrival came when they joined a case.
    """
    joined = FamilyMember.objects.filter(joined_on__lte=day).values("individual")
    came = Q(arrival__on__lte=day) | Q(arrival=None, pk__in=joined)
    away = Exit.objects.away_on(day).values("individual")
    return without_mistaken(people, day).filter(came).exclude(pk__in=away)


def sex_age(sex: str, age: int | None) -> str:
    """The SexAge column of a person: sex and UNHCR age band."""
    if sex not in {Sex.FEMALE, Sex.MALE}:
        return SexAge.OTHER
    return f"{sex}_{unhcr_band(age)}"


def population(category: str, age: int | None) -> str:
    """The Population of a person; a relative of unknown age counts as adult."""
    if category == Category.FORMER_MEMBER:
        return Population.FORMER_MEMBER
    if age is not None and age < AGE_OF_MAJORITY:
        return Population.CHILD
    return Population.ADULT_RELATIVE


def count_people(
    individuals: QuerySet[Individual], *, on: datetime.date, by: str | None = None
) -> Counter[tuple[str, str, str]]:
    """People by (value of the column `by` or "", population, sex and age band) on a day; `individuals` holds each once.

    Counts in SQL by year of birth. Exact dates are decrypted only where this year's birthday decides the band, so that the
    result is exact and 100,000 people take one query and a few dates.
    """
    counted = counts_of_rows(counted_by_birth(individuals, on=on, by=by), on=on)
    return with_earlier_sexes(counted, individuals, on=on, by=by)


def with_earlier_sexes(
    counted: Counter[tuple[str, str, str]],
    individuals: QuerySet[Individual],
    *,
    on: datetime.date,
    by: str | None = None,
) -> Counter[tuple[str, str, str]]:
    """Corrects counts: people whose recorded sex changed after that day count with their sex on that day."""
    former = FactChange.objects.sexes_on(on)
    if not former:
        return counted
    changed = (
        individuals.filter(pk__in=former).order_by().annotate(place=F(by) if by else Value(""))
    )
    for each in changed:
        age = each.age_on(on)
        group = (str(each.place or ""), population(each.category, age))
        counted[*group, sex_age(each.sex, age)] -= 1
        counted[*group, sex_age(former[each.pk], age)] += 1
    return +counted


def counted_by_birth(
    individuals: QuerySet[Individual], *, on: datetime.date, by: str | None = None
) -> Any:
    """The queryset behind `count_people`, for callers that cache it; `counts_of_rows` adds up its rows."""
    is_undecided = Q(birth_precision__in=WITH_SEALED_DAY, birth_year__in=_undecided_years(on))
    place = by or Value("")
    rows = individuals.order_by().values_list(place, *FIELDS)
    return rows.annotate(people=Count("pk"), to_decrypt=ArrayAgg("pk", filter=is_undecided))


def counts_of_rows(rows: Iterable[Any], *, on: datetime.date) -> Counter[tuple[str, str, str]]:
    """The result of `count_people` from the rows of `counted_by_birth`."""
    counted: Counter[tuple[str, str, str]] = Counter()
    undecided: dict[uuid.UUID, str] = {}
    for place, *key, people, to_decrypt in rows:
        place = str(place or "")
        if to_decrypt:
            undecided |= dict.fromkeys(to_decrypt, place)
            continue
        category, sex, birth_year, _precision = key
        age = max(0, on.year - birth_year) if birth_year else None
        counted[place, population(category, age), sex_age(sex, age)] += people
    counted.update(_count_decrypted(undecided, on=on))
    return counted


def _undecided_years(on: datetime.date) -> list[int]:
    """Years of birth for which this year's birthday decides the band, so that the exact date must be decrypted."""
    ages = (age for age in range(1, MAX_AGE + 1) if unhcr_band(age) != unhcr_band(age - 1))
    return [on.year - age for age in ages]


def _count_decrypted(
    people: dict[uuid.UUID, str], *, on: datetime.date
) -> Counter[tuple[str, str, str]]:
    counted: Counter[tuple[str, str, str]] = Counter()
    rows = cached_rows(_with_births, values={PLACEHOLDER: list(people)}) if people else []
    births = open_values(Individual, "born_on", (row[:3] for row in rows))
    for pk, _key, _sealed, category, sex, birth_year in rows:
        age = age_on(on, born_on=births[pk], birth_year=birth_year)
        counted[people[pk], population(category, age), sex_age(sex, age)] += 1
    return counted


def _with_births() -> Any:
    rows = Individual.objects.filter(pk__in=[PLACEHOLDER]).order_by()
    return rows.values_list("pk", "key_id", "born_on", "category", "sex", "birth_year")
