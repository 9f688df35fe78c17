"""What people ask about their own data: recorded, extended, answered; and everything held, on paper."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.refusals import refuse_future
from casework.actions.terms import computed_day
from casework.choices.subject_request import (
    RULES,
    ExtractReason,
    SubjectRequestKind,
    SubjectRequestResult,
)
from casework.extract import Extract, extract_of
from casework.models import Individual, SubjectRequest
from casework.querysets.individual import case_of
from pages.refusals import ActionRefused


@transaction.atomic
def record_subject_request(
    individual: Individual, *, kind: str, received_on: datetime.date, by: User, asked: str = ""
) -> SubjectRequest:
    """Keeps the request and starts the clock of the law of the office's country."""
    individual = Individual.objects.lock(individual)
    require(by, Permission.INDIVIDUAL_CHANGE, about=individual)
    refuse_future(received_on, by=by, field="received_on")
    country = individual.office.country
    rule, due_on = computed_day(RULES[SubjectRequestKind(kind)][0], received_on, country=country)
    request = SubjectRequest.objects.create(
        key_id=individual.key_id,
        individual=individual,
        kind=kind,
        received_on=received_on,
        asked=asked.strip(),
        rule=rule,
        due_on=due_on,
        recorded_by=by,
    )
    _record("subject_request.recorded", request, by=by)
    return request


@transaction.atomic
def extend_subject_request(request: SubjectRequest, *, by: User) -> SubjectRequest:
    """Adds the days that the law allows once, counted from the first term's end; the person is told why."""
    request = SubjectRequest.objects.lock(request)
    require(by, Permission.EXTRACT_MAKE, about=request)
    _refuse_answered(request)
    if request.is_extended or request.due_on is None:
        raise ActionRefused(_("The term can be extended once."))
    code = RULES[request.kind][1]
    country = request.individual.office.country
    due_on = computed_day(code, request.due_on, country=country)[1]
    if due_on is None:
        raise ActionRefused(_("No rule is on file for an extension."))
    request.due_on, request.is_extended = due_on, True
    request.save(update_fields=["due_on", "is_extended"])
    _record("subject_request.extended", request, by=by)
    return request


@transaction.atomic
def answer_subject_request(
    request: SubjectRequest, *, answered_on: datetime.date, result: str, by: User, answer: str = ""
) -> SubjectRequest:
    """Keeps when and how it was answered. Refusals carry their reasons."""
    request = SubjectRequest.objects.lock(request)
    require(by, Permission.EXTRACT_MAKE, about=request)
    _refuse_answered(request)
    refuse_future(answered_on, by=by, field="answered_on")
    if answered_on < request.received_on:
        raise ActionRefused(_("The request came after this day."), field="answered_on")
    if result != SubjectRequestResult.GRANTED and not answer.strip():
        raise ActionRefused(_("Say why it is not granted in full."), field="answer")
    request.answered_on, request.result = answered_on, SubjectRequestResult(result)
    request.answer = answer.strip()
    request.save(update_fields=["answered_on", "result", "answer"])
    _record("subject_request.answered", request, by=by)
    return request


def make_extract(individual: Individual, *, reason: str, by: User) -> Extract:
    """Everything that `by` may read about the person. The taking out is recorded before anything is read."""
    require(by, Permission.EXTRACT_MAKE, about=individual)
    record(
        "extract.made",
        by=by,
        about=individual,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, "reason": ExtractReason(reason).value},
    )
    return extract_of(individual, by=by)


def _refuse_answered(request: SubjectRequest) -> None:
    if not request.is_open:
        raise ActionRefused(_("This request was answered already."))


def _record(verb: str, request: SubjectRequest, *, by: User) -> None:
    case = case_of(request.individual, by.today())
    record(verb, by=by, about=request, case=case, details={"kind": request.kind})
