"""A relative at home, detained, with an incident: what a file holds of those who stayed."""

import datetime

from accounts.models import User
from casework.home.actions import record_detention, record_incident, record_relative
from casework.home.choices import Actor, IncidentType, Risk
from casework.register.choices import Relation
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    person = family.people[0]
    today = cast.cucuta.today()
    relative = record_relative(
        person,
        name=f"Madre {family.named}",
        relation=Relation.MOTHER,
        risk=Risk.HIGH,
        is_dependant=True,
        note=f"Se esconde. {family.sealed}",
        by=by,
    )
    record_relative(person, relation=Relation.BROTHER, by=by)
    record_incident(
        person,
        relative=relative,
        type=IncidentType.HOUSE_MARKED,
        source="client",
        happened_on=today - datetime.timedelta(days=4),
        actor=Actor.COLECTIVOS,
        account=f"Marcaron la puerta. {family.sealed}",
        by=by,
    )
    record_detention(
        relative,
        since=today - datetime.timedelta(days=3),
        authority=Actor.INTELLIGENCE,
        review_on=today + datetime.timedelta(days=2),
        note=f"Se la llevaron. {family.sealed}",
        by=by,
    )
