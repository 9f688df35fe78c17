"""Turns people into `Sleeper`, for the protection rules. Decrypts a date of birth only where it decides the age."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from shelters.rules.protection import Sleeper, least_age_by_year, reaches_a_band_limit

# Case, person, sex, year of birth, and how precisely the birth is known.
Known = tuple[uuid.UUID, uuid.UUID, str, int | None, str]
KNOWN = ("individual__sex", "individual__birth_year", "individual__birth_precision")
# Columns that `sleeper` needs of a person.
OF_PERSON = ("key_id", "sex", "born_on", "birth_year", "birth_precision")


def sleeper(individual: Individual, family: uuid.UUID, day: datetime.date) -> Sleeper:
    """The person with the lowest possible age on that day."""
    age = individual.age_on(day)
    if age and not individual.is_birthday_known:
        # The birthday of that year may be still to come.
        age -= 1
    return Sleeper(individual.pk, family, individual.sex, age)


def sleepers(rows: Collection[Known], day: datetime.date) -> dict[uuid.UUID, Sleeper]:
    """These people with their ages on that day, by key.

    An age may be a year too low, but only where both ages are the same to every rule and age band.
    """
    case_by_person = {
        person: case
        for case, person, _sex, year, precision in rows
        if reaches_a_band_limit(day, year, precision)
    }
    individuals = (
        cached_rows(_people, values={PLACEHOLDER: case_by_person}) if case_by_person else ()
    )
    by_key = {each.pk: sleeper(each, case_by_person[each.pk], day) for each in individuals}
    for case, person, sex, year, _precision in rows:
        if person not in by_key:
            by_key[person] = Sleeper(person, case, sex, least_age_by_year(day, year))
    return by_key


def _people() -> Any:
    return Individual.objects.filter(pk__in=[PLACEHOLDER]).only(*OF_PERSON)
