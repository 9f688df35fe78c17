"""Which children are alone, by ages, relations, and who is present."""

import datetime
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import Q

from accounts.access import cached_per_request
from accounts.models import User
from casework.children.choices import NO_CARE, OFFSPRING, PARENTS, PARTNERS
from casework.children.rules import is_surely_adult
from casework.register.choices import Category, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today, people_today
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.holdings import holds
from pages.questions import PLACEHOLDER, cached_rows


def surely_adult(person: Individual, day: datetime.date) -> bool:
    """Returns whether the birth on file proves that the person is of age that day."""
    by_year = is_surely_adult(day, born_on=None, birth_year=person.birth_year)
    if by_year or not person.is_birthday_known:
        # The birthday is decrypted only if the year does not decide.
        return by_year
    return is_surely_adult(day, born_on=person.born_on, birth_year=person.birth_year)


def children_alone_in(case: Case, user: User) -> list[FamilyMember]:
    """Returns `children_alone` for one case today, from members that are fetched already."""
    return _members_chosen(case, user, alone_among)


def ages_to_ask_in(case: Case, user: User) -> list[FamilyMember]:
    """Returns `ages_to_ask` for one case today, from members that are fetched already."""
    return _members_chosen(case, user, ages_to_ask_among)


def _members_chosen(case: Case, user: User, choose: Callable[..., Any]) -> list[FamilyMember]:
    day = user.today()
    members = [each for each in family_today(case, user) if not each.individual.erased_on]
    turning = day.year - AGE_OF_MAJORITY
    young = [each for each in members if (each.individual.birth_year or 0) >= turning]
    if not case.is_open or not young:
        return []
    away = keys_of_absent(case, user)
    present = [each for each in members if each.individual_id not in away]
    relations = {each.individual: each.relation_to_principal for each in present}
    chosen = choose(relations, day)
    return [each for each in present if each.individual in chosen]


def alone_among(relations: Mapping[Individual, str], day: datetime.date) -> list[Individual]:
    """Returns children without an adult, among people who are together that day, each with the relation to the principal."""
    accompanied = bool(_adults_among(relations, day) or _perhaps_adults_among(relations, day))
    return _young_among(relations, day, accompanied)


def ages_to_ask_among(relations: Mapping[Individual, str], day: datetime.date) -> list[Individual]:
    """Returns those of unknown age without whose age nobody knows whether a child is alone; `relations` as `alone_among`."""
    if _adults_among(relations, day):
        return []
    perhaps = _perhaps_adults_among(relations, day)
    alone_else = len(_young_among(relations, day, False))
    return perhaps if alone_else > len(_young_among(relations, day, True)) else []


def _adults_among(relations: Mapping[Individual, str], day: datetime.date) -> list[Individual]:
    turning = day.year - AGE_OF_MAJORITY
    return [
        person
        for person, relation in relations.items()
        if (person.birth_year or turning) < turning and relation not in NO_CARE
    ]


def _young_among(
    relations: Mapping[Individual, str], day: datetime.date, accompanied: bool
) -> list[Individual]:
    turning = day.year - AGE_OF_MAJORITY
    return [
        person
        for person, relation in relations.items()
        if (person.birth_year or 0) >= turning
        and (relation in NO_CARE or not accompanied)
        and not (person.birth_year == turning and surely_adult(person, day))
    ]


def _perhaps_adults_among(
    relations: Mapping[Individual, str], day: datetime.date
) -> list[Individual]:
    """Returns people of unknown age who may be adults: a parent, a principal with a child or an adult partner, or somebody who
    served in a force."""
    turning = day.year - AGE_OF_MAJORITY
    leads = any(
        relation in OFFSPRING or (relation in PARTNERS and (person.birth_year or turning) < turning)
        for person, relation in relations.items()
    )
    return [
        person
        for person, relation in relations.items()
        if person.birth_year is None
        and relation not in NO_CARE
        and (
            person.category == Category.FORMER_MEMBER
            or relation in PARENTS
            or (leads and relation == Relation.PRINCIPAL)
        )
    ]


@cached_per_request
def keys_of_absent(case: Case, user: User) -> frozenset[Any]:
    """Returns the keys of current members of the case who left, according to an exit."""
    if fetched := vars(case).get("members_ever"):
        return frozenset(member.individual_id for member in fetched if member.leaving)
    if not holds(case, Exit):
        return frozenset()
    exits = Exit.objects.away().filter(individual__in=people_today(case, user))
    return frozenset(exits.values_list("individual", flat=True))


def children_alone(
    day: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Returns memberships of children in open cases, or in these of them, without an adult of their family there that day.

    A person of unknown age counts as an adult only while their age is being asked (`ages_to_ask`). A stranger, the partner
    of a child, and people who left do not count. A possible child counts as a child. `grown` is the result of
    `grown_this_year`, if known.
    """
    grown_keys = grown_this_year(day, cases) if grown is None else grown
    return _without_adult(day, cases).exclude(pk__in=grown_keys)


def grown_this_year(
    day: datetime.date, cases: Collection[uuid.UUID] | None = None
) -> tuple[int, ...]:
    """Returns the keys of memberships that count as alone by year of birth, of people certainly of age by their birthday."""
    turning = (
        cached_rows(_turning_of, day, values={PLACEHOLDER: cases})
        if cases
        else _turning(day, cases)
    )
    return tuple(member.pk for member in turning if surely_adult(member.individual, day))


def _turning_of(day: datetime.date) -> Any:
    return _turning(day, [PLACEHOLDER])


def _turning(day: datetime.date, cases: Collection[uuid.UUID] | None) -> Any:
    """Returns memberships of `_without_sure_adult` of people who turn eighteen this year, whose birthdays are decrypted."""
    alone = _without_sure_adult(day, cases)
    turning = alone.filter(individual__birth_year=day.year - AGE_OF_MAJORITY)
    return turning.select_related("individual").order_by("pk")


def ages_to_ask(
    day: datetime.date,
    cases: Collection[uuid.UUID] | None = None,
    grown: Collection[int] | None = None,
) -> Any:
    """Returns memberships of people of unknown age without whose age nobody knows whether a child of their family is alone."""
    grown_keys = grown_this_year(day, cases) if grown is None else grown
    children = _without_sure_adult(day, cases).exclude(pk__in=grown_keys)
    children = children.exclude(relation_to_principal__in=NO_CARE)
    return _perhaps_adults(day, cases).filter(case__in=children.order_by().values("case"))


def _without_adult(day: datetime.date, cases: Collection[uuid.UUID] | None = None) -> Any:
    """Returns `children_alone` by year of birth only: includes people who turn eighteen this year."""
    cases_to_ask = _perhaps_adults(day, cases).order_by().values("case")
    alone = Q(relation_to_principal__in=NO_CARE) | ~Q(case__in=cases_to_ask)
    return _without_sure_adult(day, cases).filter(alone)


def _without_sure_adult(day: datetime.date, cases: Collection[uuid.UUID] | None = None) -> Any:
    """Returns rows like `_without_adult`, but people of unknown age do not count as adults."""
    young, adults = _possible_children(day), _adults(day)
    if cases is not None:
        young, adults = young.filter(case__in=cases), adults.filter(case__in=cases)
    with_adult = Q(case__in=adults.order_by().values("case"))
    return young.filter(Q(relation_to_principal__in=NO_CARE) | ~with_adult)


def _perhaps_adults(day: datetime.date, cases: Collection[uuid.UUID] | None) -> Any:
    """Returns the query for `_perhaps_adults_among`, for all cases or for these."""
    present = FamilyMember.objects.here_on(day).order_by()
    if cases is not None:
        present = present.filter(case__in=cases)
    of_age = Q(individual__birth_year__lt=day.year - AGE_OF_MAJORITY)
    makes_lead = Q(relation_to_principal__in=OFFSPRING) | of_age & Q(
        relation_to_principal__in=PARTNERS
    )
    return present.filter(
        Q(individual__category=Category.FORMER_MEMBER)
        | Q(relation_to_principal__in=PARENTS)
        | Q(
            relation_to_principal=Relation.PRINCIPAL,
            case__in=present.filter(makes_lead).values("case"),
        ),
        individual__birth_year=None,
    ).exclude(relation_to_principal__in=NO_CARE)


def _possible_children(day: datetime.date) -> Any:
    """Returns people in open cases who may be under age by year of birth."""
    turning = day.year - AGE_OF_MAJORITY
    return FamilyMember.objects.here_on(day).filter(
        case__closed_on=None, individual__birth_year__gte=turning
    )


def _adults(day: datetime.date) -> Any:
    """Returns adults by year of birth who look after the children of their family."""
    adults = FamilyMember.objects.here_on(day).filter(
        individual__birth_year__lt=day.year - AGE_OF_MAJORITY
    )
    return adults.exclude(relation_to_principal__in=NO_CARE)
