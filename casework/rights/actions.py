"""Records and answers requests about own data, makes extracts, and erases people, which cannot be undone."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.bonds.models import Relationship
from casework.claims.choices import RULES, SubjectRequestResult
from casework.claims.models import SubjectRequest
from casework.claims.requests import apply_request_correction, recompute_terms, save_request
from casework.claims.sight import update_claim_restriction_of
from casework.corrections.actions import refuse_mistake
from casework.corrections.models import Correction
from casework.duplicates.actions import move_pair
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.merges.rules import foreign_keys_to_person
from casework.register.actions import lock_row, record_about_person
from casework.register.models.individual import Individual, records_of
from casework.register.querysets.individual import case_of
from casework.rights.choices import ErasureReason, ExtractReason
from casework.rights.extract import Extract, extract_of
from casework.rights.models import Erasure
from casework.rights.querysets import emptied_cases, keys_of
from casework.slots.obstacles import erasure_blockers
from pages.refusals import ActionRefused
from reference.calendar import computed_day
from vault.erasure import erase
from vault.models import SealedRow


class ErasureRefused(ActionRefused):
    """The person cannot be erased, because something is open or the reason is missing."""


@transaction.atomic
def erase_individual(individual: Individual, *, reason: str, by: User) -> Erasure:
    """Destroys the keys of the person and of merged records, and returns the erasure. Numbers, days and codes stay.

    A case is erased with its last person. An open request for erasure is answered. Raises ErasureRefused with a sentence
    for every obstacle.
    """
    individual = lock_for(individual, Permission.INDIVIDUAL_ERASE, by=by)
    today = by.today()
    if blockers := erasure_blockers(individual, today):
        raise ErasureRefused(*blockers)
    claims = individual.subject_requests.ending_the_file()
    claims_and_grants = individual.subject_requests.about_the_end()
    if reason == ErasureReason.ASKED and not claims_and_grants.exists():
        raise ErasureRefused(_("Record first that the person asked for it."), field="reason")
    _grant(claims, by=by)
    people = records_of(individual)
    cases = emptied_cases(people)
    erasure = Erasure.objects.create(
        individual=individual, on=today, reason=ErasureReason(reason), by=by
    )
    destroy_identities(people, by=by)
    update_claim_restriction_of(individual, by)
    record_about_person(
        "individual.erased",
        individual,
        by=by,
        records=[person.number for person in people],
        cases=[case.number for case in cases],
        reason=erasure.reason,
    )
    return erasure


def _grant(requests: Any, *, by: User) -> None:
    for request in requests:
        request.answered_on, request.result = by.today(), SubjectRequestResult.GRANTED
        request.save(update_fields=["answered_on", "result"])
        record("subject_request.answered", by=by, about=request, details={"kind": request.kind})


def destroy_identities(people: list[Individual], *, by: User) -> None:
    """Destroys the keys of these people, so that nobody can read or find their names. The caller has checked and locked."""
    for pair in DuplicatePair.objects.filter(first__in=people) | DuplicatePair.objects.filter(
        second__in=people
    ):
        if pair.status == PairStatus.OPEN:
            move_pair(pair, PairStatus.DIFFERENT, by=by)
    # The reason why two people may not share a room is about both, whichever key seals it.
    relationships = Relationship.objects.filter(individual_b__in=people)
    Correction.objects.filter(about_id__in=relationships.values("pk")).update(because=None)
    relationships.update(reason=None)
    _seal_with_own_key(people)
    for key_id in keys_of(people):
        erase(key_id)
    Individual.objects.filter(pk__in=[person.pk for person in people]).update(
        erased_on=by.today(), is_anonymous=False
    )


def _seal_with_own_key(people: list[Individual]) -> None:
    """Seals rows about these people with their own keys instead of the family's, so that they are destroyed too."""
    keys = {person.pk: person.key_id for person in people}
    for field in foreign_keys_to_person():
        model: Any = field.model
        if not issubclass(model, SealedRow) or field.name != "individual":
            continue
        rows = model._base_manager.filter(individual__in=people)
        for row in rows.exclude(key_id__in=keys.values()):
            row.key_id = keys[row.individual_id]
            row.save(update_fields=["key_id", *(each.name for each in row.sealed_fields())])


@transaction.atomic
def record_subject_request(
    individual: Individual, *, kind: str, received_on: datetime.date, by: User, asked: str = ""
) -> SubjectRequest:
    """Records the request and returns it; the law of the office's country gives its term."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_future(received_on, by=by, field="received_on")
    return save_request(individual, kind=kind, received_on=received_on, asked=asked, by=by)


@transaction.atomic
def correct_subject_request(
    request: SubjectRequest, *, by: User, reason: str = "", **facts: Any
) -> SubjectRequest:
    """Corrects the day or the kind of a request, and recomputes its term.

    `is_mistake` says that the person did not ask this: the term stops without an answer, and colleagues from whom the
    request hid the case see it again.
    """
    row = lock_row(request, Permission.INDIVIDUAL_CHANGE, by=by)
    apply_request_correction(row, facts, reason=reason, by=by)
    if row.is_mistake or not row.ends_the_file:
        update_claim_restriction_of(row.individual, by)
    return row


@transaction.atomic
def extend_subject_request(request: SubjectRequest, *, by: User) -> SubjectRequest:
    """Extends the term as the law allows once. The user tells the person why. Raises ActionRefused."""
    request = lock_for(request, Permission.EXTRACT_MAKE, by=by)
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
    request: SubjectRequest,
    *,
    answered_on: datetime.date,
    result: str,
    by: User,
    kept_because: str = "",
    answer: str = "",
) -> SubjectRequest:
    """Records the answer to a request. A request to delete the file may be refused only for a duty to keep it.

    `kept_because` is that duty. Raises ActionRefused, also for a refusal without a reason in `answer`.
    """
    request = lock_for(request, Permission.EXTRACT_MAKE, by=by)
    _refuse_answered(request)
    if result == SubjectRequestResult.GIVEN_UP:
        raise ActionRefused(_("Giving up is no answer."), field="result")
    refuse_future(answered_on, by=by, field="answered_on")
    if answered_on < request.received_on:
        raise ActionRefused(_("The request came after this day."), field="answered_on")
    if result != SubjectRequestResult.GRANTED and not answer.strip():
        raise ActionRefused(_("Say why it is not granted in full."), field="answer")
    _refuse_wrong_ground(request, result, kept_because)
    request.answered_on, request.result = answered_on, SubjectRequestResult(result)
    request.answer, request.kept_because = answer.strip(), kept_because
    request.save(update_fields=["answered_on", "result", "answer", "kept_because"])
    if result != SubjectRequestResult.GRANTED:
        update_claim_restriction_of(request.individual, by)
    _record("subject_request.answered", request, by=by)
    return request


@transaction.atomic
def ask_to_complete(
    request: SubjectRequest, *, on: datetime.date, missing: str, by: User
) -> SubjectRequest:
    """Records that the person was asked to complete a complaint, and what is missing (Ley 1581 de 2012, art. 15, 1).

    No answer is due until the complaint is complete; after two months it counts as given up. Raises ActionRefused if the
    person was asked before, or if the request is no complaint.
    """
    request = lock_for(request, Permission.EXTRACT_MAKE, by=by)
    _refuse_answered(request)
    if not request.may_be_incomplete:
        raise ActionRefused(_("The person is asked to complete a complaint once."))
    refuse_future(on, by=by)
    if on < request.received_on:
        raise ActionRefused(_("The request came after this day."), field="on")
    if not missing.strip():
        raise ActionRefused(_("Say what is missing."), field="missing")
    request.completion_asked_on, request.missing = on, missing.strip()
    recompute_terms(request)
    if request.completion_due_on is None:
        raise ActionRefused(_("No rule is on file for a complaint that is not complete."))
    request.save(update_fields=["completion_asked_on", "missing", *_TERM_FIELDS])
    _record("subject_request.completion_asked", request, by=by)
    return request


@transaction.atomic
def complete_request(request: SubjectRequest, *, on: datetime.date, by: User) -> SubjectRequest:
    """Records when the person completed the complaint: the term of the answer runs from that day. Raises ActionRefused."""
    request = lock_for(request, Permission.EXTRACT_MAKE, by=by)
    _refuse_complete(request)
    refuse_future(on, by=by)
    if request.completion_asked_on and on < request.completion_asked_on:
        raise ActionRefused(_("The person was asked to complete it after this day."), field="on")
    request.completed_on = on
    recompute_terms(request)
    request.save(update_fields=["completed_on", *_TERM_FIELDS])
    _record("subject_request.completed", request, by=by)
    return request


@transaction.atomic
def give_request_up(request: SubjectRequest, *, by: User) -> SubjectRequest:
    """Closes a complaint that was not completed in two months; colleagues from whom it hid the case see it again.

    Raises ActionRefused before that time is over.
    """
    request = lock_for(request, Permission.EXTRACT_MAKE, by=by)
    _refuse_complete(request)
    if request.completion_due_on is None or request.completion_due_on >= by.today():
        raise ActionRefused(_("The person may still complete it."))
    request.answered_on, request.result = by.today(), SubjectRequestResult.GIVEN_UP
    request.save(update_fields=["answered_on", "result"])
    update_claim_restriction_of(request.individual, by)
    _record("subject_request.given_up", request, by=by)
    return request


_TERM_FIELDS = ("rule", "due_on", "completion_due_on")


def _refuse_complete(request: SubjectRequest) -> None:
    _refuse_answered(request)
    if not request.is_incomplete:
        raise ActionRefused(_("Nobody was asked to complete this request."))


def make_extract(individual: Individual, *, reason: str, by: User) -> Extract:
    """Returns everything that `by` may read about the person. Records the extract before anything is read."""
    require(by, Permission.EXTRACT_MAKE, about=individual)
    record_about_person("extract.made", individual, by=by, reason=ExtractReason(reason).value)
    return extract_of(individual, by=by)


def _refuse_wrong_ground(request: SubjectRequest, result: str, kept_because: str) -> None:
    """Raises ActionRefused unless a refusal to delete the file names a duty to keep it (Decreto 1377 de 2013, art. 9)."""
    is_kept = request.ends_the_file and result != SubjectRequestResult.GRANTED
    if is_kept and not kept_because:
        raise ActionRefused(_("Say what obliges to keep the file."), field="kept_because")
    if kept_because and not is_kept:
        raise ActionRefused(
            _("This is said only where a file is kept against the person's wish."),
            field="kept_because",
        )


def _refuse_answered(request: SubjectRequest) -> None:
    refuse_mistake(request)
    if not request.is_open:
        raise ActionRefused(_("This request was answered already."))


def _record(verb: str, request: SubjectRequest, *, by: User) -> None:
    case = case_of(request.individual, by.today())
    record(verb, by=by, about=request, case=case, details={"kind": request.kind})
