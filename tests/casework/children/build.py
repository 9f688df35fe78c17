"""Children who came alone, or with somebody who is no adult of their family."""

import datetime
from collections.abc import Sequence

from casework.identity.actions.individuals import PersonRow
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast


def born(cast: Cast, age: int) -> int:
    return cast.cucuta.today().year - age


def a_child(cast: Cast, age: int = 11, **facts: object) -> PersonRow:
    told = {"sex": Sex.FEMALE, "born": born(cast, age), "category": Category.RELATIVE}
    return a_row("Yulimar", "Páez", **told | facts)


def came(cast: Cast, people: Sequence[PersonRow], days_ago: int = 0) -> Case:
    on = cast.cucuta.today() - datetime.timedelta(days=days_ago)
    return an_arrival(cast, people=people, on=on)


def alone(cast: Cast, age: int = 11, days_ago: int = 0) -> Individual:
    return people_of(came(cast, [a_child(cast, age)], days_ago))[0]


def with_one(cast: Cast, age: int | None, relation: str, **facts: object) -> Case:
    """An adult, or somebody of unknown age, leads; the child is to them what `relation` says."""
    head = a_row("Deisy", "Páez", **({"born": born(cast, age)} if age else {}), **facts)
    return came(cast, [head, a_child(cast, relation=relation)])


STRANGER = Relation.UNRELATED
