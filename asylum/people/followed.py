"""The people whose procedure a case follows: its members, and former members who are in no other case."""

from typing import Any

from accounts.access import cached_per_request
from accounts.models import User
from casework.register.choices import ExitType
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from casework.slots.holdings import rows_on_file


@cached_per_request
def people_followed(case: Case, user: User) -> list[Individual]:
    """Returns current members of the case, then living former members who are in no other case.

    The procedure of former members continues (`asylum.people.querysets.with_case_followed`).
    """
    return people_today(case, user) + [
        each.individual for each in former_members_followed(case, user)
    ]


@cached_per_request
def former_members_followed(case: Case, user: User) -> list[FamilyMember]:
    """Returns the last memberships of living former members who are in no other case."""
    members = vars(case).get("members_ever")
    if members is None:
        ended = case.members.marked_latest().exclude(left_on=None)
        members = ended.select_related("individual")
    current = {person.pk for person in people_today(case, user)}
    former = [
        each
        for each in members
        if each.is_latest and each.individual_id not in current and not each.individual.erased_on
    ]
    return [each for each in former if each.individual_id not in deaths_in(case)]


@cached_per_request
def deaths_in(case: Case) -> dict[Any, Exit]:
    """Returns deaths of members and former members of the case by person."""
    deaths = Exit.objects.standing().filter(case=case, type=ExitType.DIED)
    return {
        death.individual_id: death
        for death in rows_on_file(case, deaths.select_related("individual"))
    }
