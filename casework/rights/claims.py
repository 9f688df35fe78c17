"""What follows when somebody says that their file may not be kept: a claim with its clock, and less sight."""

import datetime

from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import leave_to, open_again
from casework.consents.rules import cannot_authorise
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.querysets.individual import case_of
from casework.register.querysets.teams import staff_of
from casework.rights.choices import SubjectRequestKind
from casework.rights.models import SubjectRequest
from casework.rights.requests import begin_request


def claim_that_the_file_ends(
    individual: Individual, *, is_withdrawn: bool, on: datetime.date, by: User
) -> SubjectRequest:
    """The request that a refused or withdrawn authorisation is (Ley 1581 de 2012, art. 15); one that runs stays.

    Once everybody in the case who decides for themselves has said so, the case is restricted to those who answer,
    whoever looks after it, and `by`. Whoever recorded the word has asked for permission and holds the person's lock.
    """
    running = individual.subject_requests.ending_the_file().first()
    kind = SubjectRequestKind.REVOCATION if is_withdrawn else SubjectRequestKind.ERASURE
    request = running or begin_request(individual, kind=kind, received_on=on, by=by)
    case = case_of(individual, by.today())
    if case and not case.is_restricted and _nobody_agrees(case, by.today()):
        _close_sight(Case.objects.lock(case), by=by)
        request.has_closed_sight = True
        request.save(update_fields=["has_closed_sight"])
    return request


def _nobody_agrees(case: Case, today: datetime.date) -> bool:
    people = [member.individual for member in members_today(case, today)]
    deciding = [each for each in people if not cannot_authorise(each.age_on(today))]
    asked = SubjectRequest.objects.ending_the_file().filter(individual__in=deciding)
    return bool(deciding) and asked.values("individual").distinct().count() == len(deciding)


def _close_sight(case: Case, *, by: User) -> None:
    today = by.today()
    looking_after = case.assignments.on(today).select_related("caseworker")
    people = [*staff_of(case, Permission.EXTRACT_MAKE, today)]
    leave_to(case, [*people, *(each.caseworker for each in looking_after)], by=by)


def open_sight_again(request: SubjectRequest, *, by: User) -> None:
    """A file that is kept after all is seen again by whoever works on it, unless another claim closed it, too."""
    case = case_of(request.individual, by.today())
    if not (request.has_closed_sight and case and case.is_restricted):
        return
    people = case.members.values("individual")
    others = SubjectRequest.objects.ending_the_file().filter(individual__in=people)
    if not others.filter(has_closed_sight=True).exclude(pk=request.pk).exists():
        open_again(Case.objects.lock(case), by=by)
