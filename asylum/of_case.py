"""What asylum holds of the people of one file, fetched once for a page."""

from typing import Any

from accounts.access import once
from accounts.models import User
from asylum.due import without_application
from asylum.models import AsylumApplication
from casework.children.querysets import alone_in
from casework.register.models.case import Case
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.holdings import holds


@once
def claims_in(case: Case, user: User) -> list[AsylumApplication]:
    """The claims of the people of the file today."""
    if not holds(case, AsylumApplication):
        return []
    people = people_today(case, user)
    return with_people_of(AsylumApplication.objects.filter(individual__in=people), people)


@once
def to_lodge_in(case: Case, user: User) -> list[Any]:
    """Whom `to_lodge` and `to_lodge_for_children` find in the file with a last day, the soonest first.

    Each carries `is_child_alone`: for a child somebody else applies.
    """
    today = user.today()
    made = {claim.individual_id for claim in claims_in(case, user) if claim.is_made}
    alone = {member.pk for member in alone_in(case, user)}
    waiting = [
        member.pk
        for member in family_today(case, user)
        if member.individual_id not in made
        and (
            member.pk in alone
            or (member.individual.birth_year or 0) <= today.year - AGE_OF_MAJORITY
        )
    ]
    if not case.is_open or not waiting:
        return []
    rows = without_application(today).filter(pk__in=waiting).exclude(last_day=None)
    found = with_people_of(rows, people_today(case, user))
    for member in found:
        member.is_child_alone = member.pk in alone
    return sorted(found, key=lambda member: (member.last_day, member.is_child_alone))
