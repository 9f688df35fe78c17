"""The content of a slip, stored as a hash: a slip becomes invalid if a fact on it is corrected.

The hash includes the sealed code of the slip, so nobody can guess names from it."""

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery

from casework.register.choices import CaseStatus
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slips.models import ArrivalSlip
from pages.codes import code_in, hash_of
from pages.questions import PLACEHOLDER, cached_rows
from vault.querysets import share_keys

# Annotations for people filtered by their latest membership: the case in which they are or were last.
LATEST_CASE = {
    "now_number": F("memberships__case__number"),
    "now_status": F("memberships__case__status"),
}
LATEST_MEMBERSHIPS = FamilyMember.objects.marked_latest()
IN_ANOTHER_CASE = ~Q(case=F("individual__arrival__case"))


def people_on_slip(people: Any) -> Any:
    """Returns those of the arrival's people whom its slip names, annotated with the case in which they are or were last."""
    latest = people.filter(merged_into=None, memberships__is_latest=True)
    return latest.annotate(**LATEST_CASE)


def case_number_on_slip(arrival: Arrival, people: Iterable[Any]) -> tuple[str, bool]:
    """Returns the number of the case that the slip names, and whether that case is open.

    Prefers open cases of `people`, which come from `people_on_slip`, and among these the case of the arrival.
    """
    cases = {each.now_number: each.now_status == CaseStatus.OPEN for each in people}
    arrival_number = arrival.case.number
    candidates = [number for number, is_open in sorted(cases.items()) if is_open] or sorted(cases)
    number = arrival_number if arrival_number in candidates or not candidates else candidates[0]
    return number, cases.get(number, False)


def case_on_slip(arrival: Arrival) -> Case:
    """Returns the case that a slip issued now would name."""
    number, _is_open = case_number_on_slip(arrival, people_on_slip(arrival.individuals))
    case: Case = Case.objects.get(number=number)
    return case


def content_hash(token: str, arrival: Arrival, number: str, people: Iterable[Individual]) -> str:
    """Returns the hash of case number, day and people on the slip with this code; it does not depend on the language."""
    lines = sorted("|".join((each.number, *_names_on_slip(each))) for each in people)
    text = "\n".join((token, number, arrival.on.isoformat(), *lines))
    return hashlib.sha256(text.encode()).hexdigest()


def _names_on_slip(person: Individual) -> tuple[str, ...]:
    if person.erased_on:
        return ()
    return (
        (person.alias,) if person.is_anonymous else (str(person.given_names), person.family_names)
    )


def _is_content_true(
    stored_hash: str, code: str, arrival: Arrival, people: Collection[Any]
) -> bool:
    """Whether the content of the slip with this code equals the file."""
    number, _is_open = case_number_on_slip(arrival, people)
    return stored_hash == content_hash(code, arrival, number, people)


def is_valid(token: str) -> bool:
    """Whether the slip is not revoked, its people are in an open case, and its content is true.

    Runs one query with the same SQL for every code, so that the time of the answer reveals nothing.
    """
    people = list(
        Individual.objects.filter(
            merged_into=None,
            arrival__slips__token_hash=hash_of(token),
            arrival__slips__revoked_at=None,
            memberships__is_latest=True,
        )
        .select_related("arrival__case")
        .annotate(was_stated=F("arrival__slips__stated_hash"), **LATEST_CASE)
    )
    if not people:
        return False
    arrival: Any = people[0].arrival
    _number, is_open = case_number_on_slip(arrival, people)
    if not is_open:
        return False
    # The code as it was issued; the user may have typed it with spaces or in small letters.
    code = code_in(token) or token
    return _is_content_true(people[0].was_stated, code, arrival, people)


def is_outdated(slip: ArrivalSlip) -> bool:
    """Whether a fact on the slip was corrected after it was issued."""
    people = list(people_on_slip(slip.arrival.individuals))
    return not _is_content_true(slip.stated_hash, slip.token, slip.arrival, people)


def outdated_slips(today: datetime.date, cases: Collection[UUID] | None = None) -> tuple[UUID, ...]:
    """Returns ids of slips with corrected content, of all open cases or of these.

    The content is sealed, so each slip with a relevant change since its issue is decrypted and compared.
    """
    rows = cached_rows(
        _slips_with_people, cases is not None, values={PLACEHOLDER: list(cases or ())}
    )
    people: dict[ArrivalSlip, list[Any]] = defaultdict(list)
    for slip in rows:
        if person := getattr(slip, "person", None):
            person.now_number, person.now_status = slip.now_number, slip.now_status
            people[slip].append(person)
        else:
            people[slip] += []
    share_keys(chain(people, *people.values()))
    return tuple(
        slip.pk
        for slip, people_of_slip in people.items()
        if not _is_content_true(slip.stated_hash, slip.token, slip.arrival, people_of_slip)
    )


def slips_to_compare() -> Any:
    """Returns slips that are not revoked, of open cases, with a relevant change since they were issued."""
    changed = Q(arrival__changed_at__gt=F("issued_at"))
    for path in ("changed_at__gt", "merged_from__changed_at__gt"):
        changed |= Q(**{f"arrival__individuals__{path}": F("issued_at")})
    changed |= Q(arrival__individuals__merged_into__isnull=False)
    changed |= Q(arrival__individuals__erased_on__isnull=False)
    changed |= Q(
        Exists(LATEST_MEMBERSHIPS.filter(IN_ANOTHER_CASE, individual__arrival=OuterRef("arrival")))
    )
    return ArrivalSlip.objects.standing().filter(changed).order_by()


def _slips_with_people(has_cases: bool) -> Any:
    """Returns a row for each `person` on a slip, or one row without a person if all were merged into others."""
    slips = slips_to_compare()
    if has_cases:
        slips = slips.filter(arrival__case__in=[PLACEHOLDER])
    is_not_merged = Q(arrival__individuals__merged_into=None)
    people_relation = FilteredRelation("arrival__individuals", condition=is_not_merged)
    rows = ArrivalSlip.objects.filter(pk__in=slips.values("pk")).order_by()
    memberships = LATEST_MEMBERSHIPS.filter(individual=OuterRef("person"))
    return rows.annotate(
        person=people_relation,
        now_number=Subquery(memberships.values("case__number")[:1]),
        now_status=Subquery(memberships.values("case__status")[:1]),
    ).select_related("arrival__case", "person")
