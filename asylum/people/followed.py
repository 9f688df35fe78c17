"""The people of a file, and those who left it and are in no other case."""

from typing import Any

from accounts.access import once
from accounts.models import User
from casework.register.choices import ExitType
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from casework.slots.holdings import rows_on_file


@once
def people_followed(case: Case, user: User) -> list[Individual]:
    """Current members of the case, then living former ones who are in no other case.

    They left the shelter, but their procedure continues (`with_case_followed`)."""
    return people_today(case, user) + [each.individual for each in who_left(case, user)]


@once
def who_left(case: Case, user: User) -> list[FamilyMember]:
    """The last memberships of living former members who are in no other case."""
    members = vars(case).get("members_ever")
    if members is None:
        left = case.members.marked_latest().exclude(left_on=None)
        members = left.select_related("individual")
    known = {person.pk for person in people_today(case, user)}
    gone = [
        each
        for each in members
        if each.is_latest and each.individual_id not in known and not each.individual.erased_on
    ]
    return [each for each in gone if each.individual_id not in deaths_in(case)]


@once
def deaths_in(case: Case) -> dict[Any, Exit]:
    """Deaths by person, including former members of the case."""
    deaths = Exit.objects.standing().filter(case=case, type=ExitType.DIED)
    return {
        death.individual_id: death
        for death in rows_on_file(case, deaths.select_related("individual"))
    }
