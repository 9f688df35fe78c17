"""What follows when somebody says that their file may not be kept: a claim with its clock, and less sight."""

import datetime

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import leave_to, open_again
from casework.consents.rules import cannot_authorise
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.querysets.individual import case_of
from casework.register.querysets.teams import staff_of
from casework.rights.choices import ENDS_THE_FILE, SubjectRequestKind, SubjectRequestResult
from casework.rights.models import SubjectRequest
from casework.rights.requests import begin_request, put_request_right


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


# A word about keeping the file and its claim are written by one act: so far apart at the most.
AT_ONCE = datetime.timedelta(minutes=1)


def put_claim_right(
    individual: Individual,
    *,
    at: datetime.datetime,
    was: datetime.date,
    on: datetime.date | None,
    reason: str,
    by: User,
) -> None:
    """The claim that began with the word recorded at `at` came on the day `on`; without one nobody claimed anything.

    A claim that ran before stays: that one was asked for by itself.
    """
    claims = individual.subject_requests.standing().filter(
        kind__in=ENDS_THE_FILE,
        received_on=was,
        recorded_at__range=(at - AT_ONCE, at + AT_ONCE),
    )
    begun = claims.order_by("-recorded_at").first()
    if begun is None or begun.received_on == on:
        return
    facts = {"is_mistake": True} if on is None else {"received_on": on}
    put_request_right(begun, facts, reason=reason, by=by)
    if begun.is_mistake:
        see_again(individual, by=by)


def see_again(individual: Individual, *, by: User) -> None:
    """A case that was closed to most because nobody agreed is open to them once somebody does after all."""
    case = case_of(individual, by.today())
    if case is None or not case.is_restricted or _nobody_agrees(case, by.today()):
        return
    claims = SubjectRequest.objects.filter(individual__in=case.members.values("individual"))
    unsettled = Q(answered_on=None) | Q(result=SubjectRequestResult.GRANTED)
    closing = claims.filter(unsettled, has_closed_sight=True)
    if closing.exists():
        open_again(Case.objects.lock(case), by=by)
        closing.update(has_closed_sight=False)
