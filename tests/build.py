"""Invented people on file, made the way staff would make them: through actions."""

import datetime
from collections.abc import Sequence
from typing import Any

from accounts.models import Team, User
from casework.arrivals.actions.arrivals import log_arrival
from casework.identity.actions.individuals import PersonRow
from casework.register.choices import BirthPrecision, Category, Relation, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from reference.models import CrossingPoint, Force, Rank, RegionalDirectorate
from tests.cast import Cast

ARRIVED_ON = datetime.date(2019, 2, 23)


def a_row(
    given_names: str = "Yorman José", family_names: str = "Rodríguez Peña", **facts: Any
) -> PersonRow:
    """One person of the grid; `born` gives a birth year."""
    if year := facts.pop("born", None):
        facts["birth"] = Birth(BirthPrecision.YEAR, None, year)
    asked = {"is_service_asked": True} | facts
    return PersonRow(given_names=given_names, family_names=family_names, **asked)


def a_family() -> list[PersonRow]:
    """A former member of a force, his wife, their small son and her brother."""
    return [
        a_row(
            sex=Sex.MALE,
            born=1991,
            document="V-19.345.678",
            category=Category.FORMER_MEMBER,
            unit="Batallón de apoyo",
        ),
        a_row("Marleny", "Suárez Contreras", sex=Sex.FEMALE, born=1994, relation=Relation.SPOUSE),
        a_row("Ángel David", "Rodríguez Suárez", sex=Sex.MALE, born=2018, relation=Relation.SON),
        a_row("Wilmer", "Suárez Contreras", sex=Sex.MALE, born=1997, relation=Relation.IN_LAW),
    ]


def a_directorate() -> RegionalDirectorate:
    directorate, _ = RegionalDirectorate.objects.get_or_create(
        code="oriente", defaults={"name": "Oriente"}
    )
    return directorate


def reference() -> dict[str, Any]:
    """A few rows of the reference tables, by the codes that the real tables use."""
    crossing, _ = CrossingPoint.objects.get_or_create(
        code="simon-bolivar", defaults={"name": "Puente Internacional Simón Bolívar"}
    )
    force, _ = Force.objects.get_or_create(
        code="gnb",
        defaults={"name": "Guardia Nacional", "short_name": "GNB", "kind": "armed_force"},
    )
    rank, _ = Rank.objects.get_or_create(
        code="sargento-2",
        defaults={"name": "Sargento segundo", "band": "professional", "order": 50},
    )
    return {"directorate": a_directorate(), "crossing": crossing, "force": force, "rank": rank}


def team_of(user: User) -> Team:
    """The caseworker's team, or the first one of an office role's office."""
    for grant in user.grants_today:
        if grant.team_id:
            return grant.team
    return Team.objects.filter(office=user.office).order_by("name").first()


def an_arrival(
    cast: Cast,
    *,
    by: User | None = None,
    people: Sequence[PersonRow] | None = None,
    on: datetime.date = ARRIVED_ON,
    directorate: RegionalDirectorate | None = None,
    team: Team | None = None,
    **facts: Any,
) -> Case:
    """A family of four reaches the bridge; Ana of the team norte logs it unless somebody else is named."""
    by = by or cast.ana
    return log_arrival(
        team=team or team_of(by),
        rows=a_family() if people is None else list(people),
        on=on,
        directorate=directorate or a_directorate(),
        by=by,
        **facts,
    )


def a_case(
    cast: Cast,
    *,
    by: User | None = None,
    name: str = "Yorman José",
    on: datetime.date = ARRIVED_ON,
    **facts: Any,
) -> Case:
    """The case of one former member of a force who came alone."""
    person = a_row(name, category=Category.FORMER_MEMBER, sex=Sex.MALE, born=1991)
    return an_arrival(cast, by=by, people=[person], on=on, **facts)


def an_individual(
    cast: Cast, *, by: User | None = None, on: datetime.date = ARRIVED_ON, **facts: Any
) -> Individual:
    """A former member of a force who came alone; `facts` are those of a PersonRow."""
    facts = {"category": Category.FORMER_MEMBER, "sex": Sex.MALE, "born": 1991} | facts
    return people_of(an_arrival(cast, by=by, people=[a_row(**facts)], on=on))[0]


def people_of(case: Case) -> list[Individual]:
    """Everybody who ever belonged to the case, the principal first."""
    members = FamilyMember.objects.filter(case=case).select_related("individual").order_by("pk")
    return [member.individual for member in members]
