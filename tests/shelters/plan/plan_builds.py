"""Families of given sexes and ages, and sites with rooms, for the tests of plans."""

import datetime
from collections.abc import Sequence
from typing import Any

from accounts.models import Team, User
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from shelters.models import MovePlan, Site
from shelters.plan import actions
from shelters.plan.solving import solve_plan
from tests.shelters.build import a_family, a_stay, an_individual, beds_of

DAY = datetime.timedelta(days=1)
WOMAN, MAN = (Sex.FEMALE, 32), (Sex.MALE, 34)
BOY, GIRL, BABY = (Sex.MALE, 14), (Sex.FEMALE, 8), (Sex.FEMALE, 1)
Member = tuple[str, int]


def family_with(
    team: Team, *members: Member, day: datetime.date, soldiers: int = 0
) -> list[Individual]:
    """The people of a new case, each of a sex and an age on that day; the first `soldiers` served."""
    case = a_family(team, 0)
    people = []
    for place, (sex, age) in enumerate(members):
        served = Category.FORMER_MEMBER if place < soldiers else Category.RELATIVE
        person = an_individual(team.office, sex=sex, birth_year=day.year - age - 1, category=served)
        relation = Relation.OTHER if place else Relation.PRINCIPAL
        FamilyMember.objects.create(
            case=case, individual=person, relation_to_principal=relation, joined_on=case.opened_on
        )
        people.append(person)
    return people


def sleeping_at(
    site: Site, families: Sequence[Sequence[Individual]], *, by: User, **fields: object
) -> None:
    """Everybody gets the next bed of the site."""
    beds = iter(beds_of(site))
    for people in families:
        for person in people:
            a_stay(person, site, next(beds), by=by, **fields)


def plan_of(site: Site, *, by: User, **facts: Any) -> MovePlan:
    """A draft with its places, as the worker leaves it."""
    return worked_out(actions.make_plan(site, by=by, **facts))


def solved_again(plan: MovePlan, *, by: User) -> MovePlan:
    return worked_out(actions.ask_again(plan, by=by))


def worked_out(plan: MovePlan) -> MovePlan:
    """The plan after the worker's turn."""
    solve_plan(plan.pk)
    plan.refresh_from_db()
    return plan


def case_of(person: Individual) -> Case:
    return person.memberships.get(left_on=None).case
