"""The family of the north told two things in confidence: Luis reads the one, who screens for exclusion the other."""

from accounts.models import User
from tests.asylum.exclusion.build import a_screener
from tests.casework.compartments.build import a_reader, confide
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    # Readers read for the whole office: another world's word would be lawful, and spoil the search for leaks.
    if by != cast.ana:
        return
    a_reader(cast, cast.luis)
    a_screener(cast)
    confide(family.people[0], by, text=f"Lo golpearon. {family.named}")
    confide(family.people[0], cast.carla, "concern", text=f"Estuvo allí. {family.named}")
