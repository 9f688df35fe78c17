"""Logs people twice, or people who seem to be the same, for the list of possible duplicates."""

import datetime

from casework.arrivals.actions.duplicates import Choice, log_arrival_with_choices
from casework.identity.actions.individuals import PersonRow
from casework.register.choices import BirthPrecision, Category
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from seeds.staff import Staff
from seeds.this_month import Family


def log_possible_duplicates(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Logs one clear pair, one pair of two teams, and one pair that was marked as two people."""
    plain, across, namesake = (families[place].principal for place in (10, 11, 14))
    yesterday = today - datetime.timedelta(days=1)
    log_arrival_with_choices(
        choices=[],
        team=staff.puente,
        on=today,
        rows=[_same_person_again(plain, today)],
        by=staff.ana,
    )
    log_arrival_with_choices(
        choices=[],
        team=staff.puente,
        on=yesterday,
        rows=[_same_person_again(across, yesterday)],
        by=staff.ana,
    )
    log_arrival_with_choices(
        choices=[Choice(place=0, number=namesake.number, is_same=False)],
        team=staff.puente,
        on=yesterday,
        rows=[_namesake(namesake)],
        by=staff.ana,
    )


def _same_person_again(person: Individual, on: datetime.date) -> PersonRow:
    """The person logged again, with the same document, one surname less, and an age instead of a date."""
    paper = person.identity_documents.first()
    return PersonRow(
        is_service_asked=True,
        given_names=person.given_names.split()[0],
        family_names=person.family_names.split()[0],
        sex=person.sex,
        birth=Birth(BirthPrecision.AGE, None, person.birth_year),
        document=paper.number if paper else "",
        category=Category.FORMER_MEMBER,
    )


def _namesake(person: Individual) -> PersonRow:
    """Another person of the same name, with another document and year of birth."""
    return PersonRow(
        is_service_asked=True,
        given_names=person.given_names,
        family_names=person.family_names,
        sex=person.sex,
        birth=Birth(BirthPrecision.YEAR, None, (person.birth_year or 1990) - 2),
        document="V-8765432",
        category=Category.FORMER_MEMBER,
    )
