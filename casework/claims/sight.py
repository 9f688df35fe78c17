"""Restricts cases: by hand, and while people do not agree that their file is kept. Opens the claim that this implies."""

import datetime
from collections.abc import Sequence

from django.db import transaction

from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.claims.choices import ENDS_THE_FILE, SubjectRequestKind
from casework.claims.models import SubjectRequest
from casework.claims.querysets import SubjectRequestQuerySet
from casework.claims.requests import apply_request_correction, save_request
from casework.register.actions import changed_by
from casework.register.models.case import Case, FamilyMember, NamedAccess
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.querysets.individual import case_of
from casework.register.querysets.teams import staff_of
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.passing import pass_on_unseen_work


def restrict_to(
    case: Case, people: Sequence[User], *, by: User, until: datetime.date | None = None
) -> Case:
    """Restricts the case to these people and `by`, and returns it. The caller has checked the permission and locked it."""
    readers = {user.pk: user for user in people if user.pk != by.pk}
    case.named_access.exclude(user__in=[*readers, by.pk]).in_force(by.today()).update(
        until=by.today()
    )
    for user in [by, *readers.values()]:
        NamedAccess.objects.update_or_create(
            case=case,
            user=user,
            defaults={"until": None if user == by else until, "given_by": by},
        )
    case.is_restricted = True
    case.save(update_fields=["is_restricted", *changed_by(case, by)])
    record("case.restricted", by=by, about=case, details={"people": len(readers) + 1})
    pass_on_unseen_work(by=by, day=by.today(), case=case)
    return case


def end_restriction(case: Case, *, by: User | None, verb: str = "case.unrestricted") -> Case:
    """Ends a restriction and returns the case; `by` is None for an expired one.

    The caller has checked the permission and locked the case.
    """
    today = by.today() if by else case.office.today()
    case.named_access.in_force(today).update(until=today)
    case.is_restricted = False
    case.save(update_fields=["is_restricted", *changed_by(case, by)])
    record(verb, by=by, about=case)
    return case


def open_claim_to_end_file(
    individual: Individual, *, is_withdrawn: bool, on: datetime.date, by: User
) -> SubjectRequest:
    """Opens the request that a refused or withdrawn authorisation implies (Ley 1581 de 2012, art. 15), if none is open.

    Once everybody in the case who decides for themselves has refused, the case is restricted to those who answer, its
    caseworker, and `by`. The caller has checked the permission and holds the person's lock.
    """
    current = individual.subject_requests.ending_the_file().first()
    kind = SubjectRequestKind.REVOCATION if is_withdrawn else SubjectRequestKind.ERASURE
    request = current or save_request(individual, kind=kind, received_on=on, by=by)
    update_claim_restriction_of(individual, by)
    request.refresh_from_db()
    return request


def update_claim_restriction_of(individual: Individual, by: User) -> None:
    """Runs `update_claim_restriction` for the person's current or last case."""
    if case := case_of(individual, by.today()):
        update_claim_restriction(case, by=by)


def update_claim_restriction(*cases: Case, by: User, joining: Sequence[Individual] = ()) -> None:
    """Restricts each case once nobody in it agrees that the file is kept, and ends that once somebody agrees.

    A manual restriction stays, and people who join a restricted case (`joining`) do not restrict it. A case in which nobody
    decides for themselves stays as it is. The caller has checked the permission.
    """
    for case in cases:
        _update_claim_restriction(case, by, joining)


def _update_claim_restriction(case: Case, by: User, joining: Sequence[Individual]) -> None:
    claims = _claims_in(case)
    # Few cases have such a claim: for all others this is the only query.
    if not claims.exists():
        return
    case = Case.objects.lock(case)
    restricting = claims.filter(has_closed_sight=True)
    if case.is_restricted:
        strangers = restricting.filter(individual__in=[each.pk for each in joining])
        restricting = restricting.exclude(pk__in=list(strangers.values_list("pk", flat=True)))
        strangers.update(has_closed_sight=False)
    is_by_claim = not case.is_restricted or restricting.exists()
    agrees = _somebody_agrees(case, by.today())
    if agrees is None or not is_by_claim:
        return
    if agrees and case.is_restricted:
        end_restriction(case, by=by)
    elif not agrees and not case.is_restricted:
        _restrict_to_responsible(case, by=by)
    claims.filter(has_closed_sight=agrees).update(has_closed_sight=not agrees)


def open_cases_of_people_of_age() -> int:
    """Ends restrictions by claims in cases in which a child without a refusal has come of age; for a daily job.

    Uses the rule of `update_claim_restriction`. Safe to run twice. Returns the number of these cases.
    """
    restricting = SubjectRequest.objects.filter(has_closed_sight=True).order_by()
    members = FamilyMember.objects.marked_latest().filter(
        individual__in=restricting.values("individual"), case__is_restricted=True
    )
    return sum(map(_end_restriction_of_age, Case.objects.filter(pk__in=members.values("case"))))


@transaction.atomic
def _end_restriction_of_age(case: Case) -> bool:
    case = Case.objects.lock(case)
    restricting = _claims_in(case).filter(has_closed_sight=True)
    is_by_claim = case.is_restricted and restricting.exists()
    if not (is_by_claim and _somebody_agrees(case, case.office.today())):
        return False
    end_restriction(case, by=None, verb="case.opened_of_age")
    restricting.update(has_closed_sight=False)
    return True


def _claims_in(case: Case) -> SubjectRequestQuerySet:
    """Returns claims to end the file, of current or last members: unanswered, granted and not done yet, or still restricting."""
    members = FamilyMember.objects.marked_latest().filter(case=case)
    claims: SubjectRequestQuerySet = SubjectRequest.objects.filter(
        individual__in=members.values("individual")
    )
    return claims.about_the_end() | claims.filter(has_closed_sight=True)


def _somebody_agrees(case: Case, today: datetime.date) -> bool | None:
    """Returns whether somebody who decides for themselves has not refused; None if nobody in the case decides for themselves.

    A refusal made for a child still counts when the child comes of age.
    """
    people = [
        member.individual
        for member in members_today(case, today).filter(individual__erased_on=None)
    ]
    claims = SubjectRequest.objects.about_the_end().filter(individual__in=people)
    against = set(claims.values_list("individual", flat=True))
    ages = {each.pk: each.age_on(today) for each in people}
    # A person of unknown age counts as an adult.
    adults = {key for key, age in ages.items() if age is None or age >= AGE_OF_MAJORITY}
    deciding = adults | against
    return bool(deciding - against) if deciding else None


def _restrict_to_responsible(case: Case, *, by: User) -> None:
    today = by.today()
    looking_after = case.assignments.on(today).select_related("caseworker")
    people = [*staff_of(case, Permission.EXTRACT_MAKE, today)]
    restrict_to(case, [*people, *(each.caseworker for each in looking_after)], by=by)


# One action records an answer about keeping the file and its claim, so their times differ by at most this.
LONGEST_ACTION = datetime.timedelta(minutes=1)


def correct_claim_to_end_file(
    individual: Individual,
    *,
    at: datetime.datetime,
    old_day: datetime.date,
    on: datetime.date | None,
    reason: str,
    by: User,
) -> None:
    """Moves the claim that the answer recorded at `at` opened from `old_day` to `on`; without `on`, marks it as a
    mistake.

    A claim that ran before stays: it was requested separately.
    """
    claims = individual.subject_requests.standing().filter(
        kind__in=ENDS_THE_FILE,
        received_on=old_day,
        recorded_at__range=(at - LONGEST_ACTION, at + LONGEST_ACTION),
    )
    claim = claims.order_by("-recorded_at").first()
    if claim is None or claim.received_on == on:
        return
    facts = {"is_mistake": True} if on is None else {"received_on": on}
    apply_request_correction(claim, facts, reason=reason, by=by)
    if claim.is_mistake:
        update_claim_restriction_of(individual, by)
