"""The family of the north told something in confidence; Luis reads it, and nobody else."""

from accounts.models import User
from tests.casework.compartments.build import a_reader, confide
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    # Readers read for the whole office: another world's word would be lawful, and spoil the search for leaks.
    if by != cast.ana:
        return
    a_reader(cast, cast.luis)
    confide(family.people[0], by, text=f"Lo golpearon. {family.named}")
