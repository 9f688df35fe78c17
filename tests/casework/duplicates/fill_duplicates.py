"""A family with a possible duplicate to merge and a merge that may be undone."""

from accounts.models import User
from casework.duplicates.actions import decide_pair, pair_of, sweep_duplicates
from casework.duplicates.choices import PairStatus
from casework.families.actions.family import add_member, end_membership
from casework.merges.actions import merge_individuals
from casework.register.choices import Category
from tests.build import a_row
from tests.cast import Cast


def fill(family, cast: Cast, by: User) -> None:
    """Three records of a relative who left the family: two that look alike, and one that was merged.

    They have left, so that no bed is missing in a world where nobody lacks one.
    """
    today = cast.cucuta.today()
    people = []
    for given in ("Nohemí", "Noemí", "Nohemy"):
        row = a_row(given, family.named, born=1988, category=Category.RELATIVE)
        member = add_member(family.case, row=row, joined_on=family.case.opened_on, by=by)
        people.append(end_membership(member, left_on=today, by=by).individual)
    twice, again, thrice = people
    said = f"Lo dijo: {family.sealed}"
    decide_pair(pair_of(twice, again), status=PairStatus.SAME, reason=said, by=by)
    merge_individuals(twice, merged=thrice, reason=said, by=by)
    sweep_duplicates()
