"""The last day to apply, and children who apply with an adult."""

import datetime

from accounts.models import User
from asylum.pathways.rules import FILING_RULE
from asylum.procedure.models.application import AsylumApplication
from casework.children.querysets import children_alone_in
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
from reference.calendar import computed_day


def filing_day(entered_on: datetime.date | None, *, country: str) -> datetime.date | None:
    """Returns the last day to apply without explaining a delay, for an entry on that day; None without a term."""
    if entered_on is None:
        return None
    return computed_day(FILING_RULE, entered_on, country=country)[1]


def is_late_without_reason(application: AsylumApplication) -> bool:
    """Returns whether the claim was lodged late without a reason, by the days on file now."""
    if application.is_of_national:
        return False
    last_day = filing_day(application.entered_on, country=application.country)
    lodged_on = application.lodged_on
    return bool(last_day and lodged_on and lodged_on > last_day and not application.late_reason)


def goes_with_adult(person: Individual, user: User) -> bool:
    """Returns whether this is a child in an open case with adults of the family: their time to apply counts."""
    if not is_child(person, user):
        return False
    member = FamilyMember.objects.on(user.today()).filter(individual=person).first()
    if member is None or not member.case.is_open:
        return False
    return person.pk not in {each.individual_id for each in children_alone_in(member.case, user)}


def is_child(person: Individual, user: User) -> bool:
    """Returns whether this is a child by year of birth: `to_lodge` lists everybody else."""
    return (person.birth_year or 0) > user.today().year - AGE_OF_MAJORITY
