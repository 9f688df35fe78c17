"""Relatives who stayed at home."""

import datetime

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.home.actions import record_detention, record_incident, record_relative
from casework.home.choices import Actor, Certainty, IncidentSource, IncidentType, Risk
from casework.home.models import RelativeAbroad
from casework.register.choices import Relation, YesNo
from casework.register.models.individual import Individual
from reference.models import State
from seeds.staff import Staff
from seeds.this_month import Family

APART_REASON = "Estuvieron en la misma unidad y uno denunció al otro."
KIN = [Relation.MOTHER, Relation.FATHER, Relation.SPOUSE, Relation.BROTHER, Relation.MOTHER_IN_LAW]
STATES = ["VE-S", "VE-C", "VE-V", "VE-L", "VE-A"]
INCIDENTS = [
    (IncidentType.HOUSE_MARKED, Actor.COLECTIVOS, "Pintaron un círculo tachado en la puerta."),
    (IncidentType.QUESTIONED, Actor.MILITARY, "Le preguntaron durante horas dónde está."),
    (IncidentType.THREATENED, Actor.UNKNOWN, "Llamaron de un número desconocido."),
    (IncidentType.DISMISSED, Actor.OTHER, "Perdió el puesto sin que le dieran un motivo."),
]


def record_relatives_at_home(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records a relative at home for every third family, with incidents; some relatives are detained."""
    for number, family in enumerate(families[::3]):
        by = staff.ana if family.case.team == staff.puente else staff.bruno
        relative = record_relative(
            family.principal,
            relation=KIN[number % len(KIN)],
            state=State.objects.get(code=STATES[number % len(STATES)]),
            risk=[Risk.HIGH, Risk.MEDIUM, Risk.UNKNOWN][number % 3],
            is_dependant=number % 2 == 0,
            is_ailing=number % 4 == 0,
            by=by,
        )
        _incidents(family.principal, relative, number, staff, today)
        if number % 5 == 0:
            record_detention(
                relative,
                since=today - datetime.timedelta(days=9 + number),
                authority=Actor.INTELLIGENCE,
                state=relative.state,
                review_on=today + datetime.timedelta(days=3 + number),
                by=by,
            )


def record_people_kept_apart(families: list[Family], staff: Staff) -> None:
    """Records that two people must not share a room, and that a head of family is the guardian of a child."""
    one, two = families[0].principal, families[1].principal
    relate(one, other=two, kind=Bond.APART, reason=APART_REASON, by=staff.sonia)
    if len(families[2].people) > 2:
        head, _partner, child, *_others = families[2].people
        relate(head, other=child, kind=Bond.GUARDIAN, by=staff.sonia)


def _incidents(
    person: Individual, relative: RelativeAbroad, number: int, staff: Staff, today: datetime.date
) -> None:
    for place in range(number % 3 + 1):
        type, actor, account = INCIDENTS[(number + place) % len(INCIDENTS)]
        day = today - datetime.timedelta(days=6 + 9 * place)
        record_incident(
            person,
            relative=relative,
            type=type,
            actor=actor,
            happened_on=day,
            state=relative.state,
            source=IncidentSource.RELATIVE if place else IncidentSource.CLIENT,
            certainty=Certainty.PLAUSIBLE if place else Certainty.UNCHECKED,
            paper_signed=YesNo.YES if place == 2 else YesNo.UNKNOWN,
            account=account,
            consent_given_on=today if number % 2 else None,
            by=staff.sonia,
        )
