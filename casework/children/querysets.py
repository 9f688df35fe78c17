"""Which children stand alone, from what is on file: ages, relations, who is still here."""

import datetime
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q

from accounts.access import once
from accounts.models import User
from casework.children.choices import NO_CARE
from casework.children.rules import is_surely_adult
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today, people_today
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.holdings import holds
from pages.questions import ANY_KEY, kept_rows


def surely_adult(person: Individual, day: datetime.date) -> bool:
    """Whether the birth on file leaves no doubt that the person is of age that day."""
    by_year = is_surely_adult(day, born_on=None, birth_year=person.birth_year)
    if by_year or not person.is_birthday_known:
        # The birthday is opened only where it decides.
        return by_year
    return is_surely_adult(day, born_on=person.born_on, birth_year=person.birth_year)


def alone_in(case: Case, user: User) -> list[FamilyMember]:
    """`children_alone` of one file today, from its members as the page fetched them."""
    day = user.today()
    members = [each for each in family_today(case, user) if not each.individual.erased_on]
    turning = day.year - AGE_OF_MAJORITY
    young = [each for each in members if (each.individual.birth_year or 0) >= turning]
    if not case.is_open or not young:
        return []
    gone = gone_of(case, user)
    there = [each for each in members if each.individual_id not in gone]
    relations = {each.individual: each.relation_to_principal for each in there}
    alone = alone_among(relations, day)
    return [each for each in there if each.individual in alone]


def alone_among(relations: Mapping[Individual, str], day: datetime.date) -> list[Individual]:
    """Of people who are together that day, each with the relation to the principal, the children without an adult."""
    turning = day.year - AGE_OF_MAJORITY
    adults = [
        person
        for person, relation in relations.items()
        if (person.birth_year or turning) < turning and relation not in NO_CARE
    ]
    return [
        person
        for person, relation in relations.items()
        if (person.birth_year or 0) >= turning
        and (relation in NO_CARE or not adults)
        and not (person.birth_year == turning and surely_adult(person, day))
    ]


@once
def gone_of(case: Case, user: User) -> frozenset[Any]:
    """Of the people of the file today those of whom an exit says that they left."""
    if fetched := vars(case).get("members_ever"):
        return frozenset(member.individual_id for member in fetched if member.gone_on)
    if not holds(case, Exit):
        return frozenset()
    exits = Exit.objects.standing().filter(individual__in=people_today(case, user))
    return frozenset(exits.values_list("individual", flat=True))


def children_alone(
    day: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Memberships of children in open cases, or in these of them, without an adult of their family there that day.

    Somebody whose age nobody wrote down accompanies no child, nor does a stranger or the partner of one;
    whoever left is not there. Who may be a child is one: doubt about the age protects. `grown` are those of
    `grown_this_year`, where they are known.
    """
    known = grown_this_year(day, cases) if grown is None else grown
    return _without_adult(day, cases).exclude(pk__in=known)


def grown_this_year(
    day: datetime.date, cases: Collection[uuid.UUID] | None = None
) -> tuple[int, ...]:
    """Those who stand alone by the year of birth, and whose birthday leaves no doubt that they are of age."""
    turning = (
        kept_rows(_turning_of, day, values={ANY_KEY: cases}) if cases else _turning(day, cases)
    )
    return tuple(member.pk for member in turning if surely_adult(member.individual, day))


def _turning_of(day: datetime.date) -> Any:
    return _turning(day, [ANY_KEY])


def _turning(day: datetime.date, cases: Collection[uuid.UUID] | None) -> Any:
    """Birthdays are sealed: of those who turn eighteen this year each is read."""
    alone = _without_adult(day, cases)
    turning = alone.filter(individual__birth_year=day.year - AGE_OF_MAJORITY)
    return turning.select_related("individual").order_by("pk")


def _without_adult(day: datetime.date, cases: Collection[uuid.UUID] | None = None) -> Any:
    """By the year of birth alone: who turns eighteen this year is among them."""
    young, adults = _young(day), _adults(day)
    if cases is not None:
        young, adults = young.filter(case__in=cases), adults.filter(case__in=cases)
    with_adult = Q(case__in=adults.order_by().values("case"))
    return young.filter(Q(relation_to_principal__in=NO_CARE) | ~with_adult)


def _young(day: datetime.date) -> Any:
    """Who may be under age by the year of birth, in open cases."""
    turning = day.year - AGE_OF_MAJORITY
    return FamilyMember.objects.here_on(day).filter(
        case__closed_on=None, individual__birth_year__gte=turning
    )


def _adults(day: datetime.date) -> Any:
    """Adults by the year of birth who look after the children of their family."""
    adults = FamilyMember.objects.here_on(day).filter(
        individual__birth_year__lt=day.year - AGE_OF_MAJORITY
    )
    return adults.exclude(relation_to_principal__in=NO_CARE)
