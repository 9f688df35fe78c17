"""What the slip of an arrival states, kept as a hash: a slip that states what was put right since is valid no more.

The hash tells nobody a name without the code of the slip, which is sealed. Who was erased stands on the paper alone.
"""

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from casework.register.choices import CaseStatus
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slips.models import ArrivalSlip
from pages.codes import code_in, hash_of
from pages.questions import ANY_KEY, kept_rows


def stated(token: str, arrival: Arrival, case: Case, people: Iterable[Individual]) -> str:
    """The hash of the number, the day and the people as the slip with this code states them, in no language."""
    lines = sorted("|".join((each.number, *_names_of(each))) for each in people)
    text = "\n".join((token, case.number, arrival.on.isoformat(), *lines))
    return hashlib.sha256(text.encode()).hexdigest()


def _names_of(person: Individual) -> tuple[str, ...]:
    if person.erased_on:
        return ()
    return (
        (person.alias,) if person.is_anonymous else (str(person.given_names), person.family_names)
    )


def _still_so(was: str, code: str, arrival: Arrival, people: Iterable[Individual]) -> bool:
    """Whether what a slip with this code stated is so."""
    return was == stated(code, arrival, arrival.case, people)


def is_valid(token: str) -> bool:
    """Not revoked, the case is open, and what it states is so; one query whose words are the same for every code."""
    people = list(
        Individual.objects.filter(
            merged_into=None,
            arrival__slips__token_hash=hash_of(token),
            arrival__slips__revoked_at=None,
            arrival__case__status=CaseStatus.OPEN,
        )
        .select_related("arrival__case")
        .annotate(was_stated=F("arrival__slips__stated_hash"))
    )
    if not people:
        return False
    arrival: Any = people[0].arrival
    # As it was given out, however it was typed.
    code = code_in(token) or token
    return _still_so(people[0].was_stated, code, arrival, people)


def has_fallen(slip: ArrivalSlip) -> bool:
    """Whether something that the slip states was put right since."""
    people = slip.arrival.individuals.filter(merged_into=None)
    return not _still_so(slip.stated_hash, slip.token, slip.arrival, people)


def fallen_slips(today: datetime.date, cases: Collection[UUID] | None = None) -> tuple[UUID, ...]:
    """Slips that state what was put right since, of all open cases or of these. What they state is sealed: each of which
    anything was written since it was given out is read."""
    slips: list[ArrivalSlip] = (
        list(slips_to_read())
        if cases is None
        else kept_rows(_to_read_near, values={ANY_KEY: list(cases)})
    )
    people: dict[Any, list[Individual]] = defaultdict(list)
    named = Individual.objects.filter(arrival__in=[slip.arrival_id for slip in slips])
    for person in named.filter(merged_into=None) if slips else ():
        people[person.arrival_id].append(person)
    return tuple(
        slip.pk
        for slip in slips
        if not _still_so(slip.stated_hash, slip.token, slip.arrival, people[slip.arrival_id])
    )


def slips_to_read() -> Any:
    """Standing slips since which something was written of what they state."""
    since = Q(arrival__changed_at__gt=F("issued_at"))
    for path in ("changed_at__gt", "merged_from__changed_at__gt"):
        since |= Q(**{f"arrival__individuals__{path}": F("issued_at")})
    since |= Q(arrival__individuals__merged_into__isnull=False)
    since |= Q(arrival__individuals__erased_on__isnull=False)
    return ArrivalSlip.objects.standing().filter(since).select_related("arrival__case").distinct()


def _to_read_near() -> Any:
    return slips_to_read().filter(arrival__case__in=[ANY_KEY])
