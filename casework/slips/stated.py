"""What the slip of an arrival states, stored as a hash: a slip becomes invalid if its content is corrected.

Without the code of the slip, which is sealed, the hash reveals no name."""

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
from pages.questions import ANY_KEY, kept_rows
from vault.querysets import share_keys

# Of people filtered by their latest membership: the case in which they are or were last.
WHERE = {"now_number": F("memberships__case__number"), "now_status": F("memberships__case__status")}
LATEST = FamilyMember.objects.marked_latest()
IN_ANOTHER_CASE = ~Q(case=F("individual__arrival__case"))


def named_on(people: Any) -> Any:
    """Those of the people of an arrival whom its slip names, each with the case in which they are or were last."""
    latest = people.filter(merged_into=None, memberships__is_latest=True)
    return latest.annotate(**WHERE)


def number_on(arrival: Arrival, people: Iterable[Any]) -> tuple[str, bool]:
    """The number of the case that the slip states, and whether the case is open.

    An open one in which somebody of `named_on` is, if possible the arrival's own."""
    cases = {each.now_number: each.now_status == CaseStatus.OPEN for each in people}
    own = arrival.case.number
    found = [number for number, is_open in sorted(cases.items()) if is_open] or sorted(cases)
    number = own if own in found or not found else found[0]
    return number, cases.get(number, False)


def case_on(arrival: Arrival) -> Case:
    """The case that a slip issued now would state."""
    number, _is_open = number_on(arrival, named_on(arrival.individuals))
    case: Case = Case.objects.get(number=number)
    return case


def stated(token: str, arrival: Arrival, number: str, people: Iterable[Individual]) -> str:
    """The hash of the number, the day and the people on the slip with this code, independent of language."""
    lines = sorted("|".join((each.number, *_names_of(each))) for each in people)
    text = "\n".join((token, number, arrival.on.isoformat(), *lines))
    return hashlib.sha256(text.encode()).hexdigest()


def _names_of(person: Individual) -> tuple[str, ...]:
    if person.erased_on:
        return ()
    return (
        (person.alias,) if person.is_anonymous else (str(person.given_names), person.family_names)
    )


def _still_so(was: str, code: str, arrival: Arrival, people: Collection[Any]) -> bool:
    """Whether the content of the slip with this code is still true."""
    number, _is_open = number_on(arrival, people)
    return was == stated(code, arrival, number, people)


def is_valid(token: str) -> bool:
    """Not revoked, of people in an open case, and with true content. One query with the same SQL for every code."""
    people = list(
        Individual.objects.filter(
            merged_into=None,
            arrival__slips__token_hash=hash_of(token),
            arrival__slips__revoked_at=None,
            memberships__is_latest=True,
        )
        .select_related("arrival__case")
        .annotate(was_stated=F("arrival__slips__stated_hash"), **WHERE)
    )
    if not people:
        return False
    arrival: Any = people[0].arrival
    _number, is_open = number_on(arrival, people)
    if not is_open:
        return False
    # As issued, however it was typed.
    code = code_in(token) or token
    return _still_so(people[0].was_stated, code, arrival, people)


def has_fallen(slip: ArrivalSlip) -> bool:
    """Whether something on the slip was corrected since."""
    people = list(named_on(slip.arrival.individuals))
    return not _still_so(slip.stated_hash, slip.token, slip.arrival, people)


def fallen_slips(today: datetime.date, cases: Collection[UUID] | None = None) -> tuple[UUID, ...]:
    """Slips with corrected content, of all open cases or of these.

    The content is sealed: decrypts each slip with a relevant change since it was issued."""
    rows = kept_rows(_with_people, cases is not None, values={ANY_KEY: list(cases or ())})
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
        for slip, of_slip in people.items()
        if not _still_so(slip.stated_hash, slip.token, slip.arrival, of_slip)
    )


def slips_to_read() -> Any:
    """Valid slips with a relevant change since they were issued."""
    since = Q(arrival__changed_at__gt=F("issued_at"))
    for path in ("changed_at__gt", "merged_from__changed_at__gt"):
        since |= Q(**{f"arrival__individuals__{path}": F("issued_at")})
    since |= Q(arrival__individuals__merged_into__isnull=False)
    since |= Q(arrival__individuals__erased_on__isnull=False)
    since |= Q(Exists(LATEST.filter(IN_ANOTHER_CASE, individual__arrival=OuterRef("arrival"))))
    return ArrivalSlip.objects.standing().filter(since).order_by()


def _with_people(of_some: bool) -> Any:
    """One row for each `person` on a slip; without a person if all were merged into others."""
    written = slips_to_read()
    if of_some:
        written = written.filter(arrival__case__in=[ANY_KEY])
    stated = Q(arrival__individuals__merged_into=None)
    named = FilteredRelation("arrival__individuals", condition=stated)
    rows = ArrivalSlip.objects.filter(pk__in=written.values("pk")).order_by()
    here = LATEST.filter(individual=OuterRef("person"))
    return rows.annotate(
        person=named,
        now_number=Subquery(here.values("case__number")[:1]),
        now_status=Subquery(here.values("case__status")[:1]),
    ).select_related("arrival__case", "person")
