"""Erasing a person: the one deletion there is, and it cannot be undone."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.duplicates import move_pair
from casework.choices.duplicates import PairStatus
from casework.choices.subject_request import (
    ErasureReason,
    SubjectRequestKind,
    SubjectRequestResult,
)
from casework.erasure import emptied_cases, erasure_blockers, keys_of, records_of
from casework.merging import hanging_on_a_person
from casework.models import DuplicatePair, Erasure, Individual, Relationship
from casework.querysets.individual import case_of
from pages.refusals import ActionRefused
from vault.erasure import erase
from vault.models import SealedRow


class ErasureRefused(ActionRefused):
    """Something stands open, or a term of the law forbids it."""


@transaction.atomic
def erase_individual(individual: Individual, *, reason: str, by: User) -> Erasure:
    """Destroys the keys of the person and of the records merged into them; numbers, days and counted facts stay.

    A case goes with its last person. An open request for erasure is answered by it. Raises
    ErasureRefused with the sentences of everything that forbids it.
    """
    individual = Individual.objects.lock(individual)
    require(by, Permission.INDIVIDUAL_ERASE, about=individual)
    today = by.today()
    if blockers := erasure_blockers(individual, today):
        raise ErasureRefused(*blockers)
    asked = individual.subject_requests.open().filter(kind=SubjectRequestKind.ERASURE)
    if reason == ErasureReason.ASKED and not asked.exists():
        raise ErasureRefused(_("Record first that the person asked for it."), field="reason")
    _answer(asked, by=by)
    people = records_of(individual)
    cases = emptied_cases(people)
    erasure = Erasure.objects.create(
        individual=individual, on=today, reason=ErasureReason(reason), by=by
    )
    destroy(people, by=by)
    record(
        "individual.erased",
        by=by,
        about=individual,
        case=case_of(individual, today),
        details={
            "individual": individual.number,
            "records": [person.number for person in people],
            "cases": [case.number for case in cases],
            "reason": erasure.reason,
        },
    )
    return erasure


def _answer(requests: Any, *, by: User) -> None:
    for request in requests:
        request.answered_on, request.result = by.today(), SubjectRequestResult.GRANTED
        request.save(update_fields=["answered_on", "result"])
        record("subject_request.answered", by=by, about=request, details={"kind": request.kind})


def destroy(people: list[Individual], *, by: User) -> None:
    """Makes whatever names these people unreadable for good, and unfindable. The caller has asked and locked."""
    for pair in DuplicatePair.objects.filter(first__in=people) | DuplicatePair.objects.filter(
        second__in=people
    ):
        if pair.status == PairStatus.OPEN:
            move_pair(pair, PairStatus.DIFFERENT, by=by)
    # Why two may not share a room tells of both, whoever's key seals it.
    Relationship.objects.filter(individual_b__in=people).update(reason=None)
    _seal_with_own_key(people)
    for key_id in keys_of(people):
        erase(key_id)
    Individual.objects.filter(pk__in=[person.pk for person in people]).update(
        erased_on=by.today(), is_anonymous=False
    )


def _seal_with_own_key(people: list[Individual]) -> None:
    """Rows about one of them that the family's key sealed go along with theirs."""
    keys = {person.pk: person.key_id for person in people}
    for field in hanging_on_a_person():
        model: Any = field.model
        if not issubclass(model, SealedRow) or field.name != "individual":
            continue
        rows = model._base_manager.filter(individual__in=people)
        for row in rows.exclude(key_id__in=keys.values()):
            row.key_id = keys[row.individual_id]
            row.save(update_fields=["key_id", *(each.name for each in row.sealed_fields())])
