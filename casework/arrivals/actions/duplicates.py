"""Finding pairs that may be one person, and deciding about them. Nothing here merges."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import log_arrival, log_group_arrival
from casework.duplicates.actions import decide_pair, find_duplicates, pair_of
from casework.duplicates.choices import Grounds, PairStatus
from casework.register.models.case import Case
from casework.register.models.individual import Individual


@dataclass(frozen=True)
class Choice:
    """What was said at the desk about the row at `place` (the head is 0) and somebody on file."""

    place: int
    number: str
    is_same: bool


@transaction.atomic
def log_arrival_with_choices(*, choices: Sequence[Choice], by: User, **facts: Any) -> Case:
    """Logs an arrival, keeps what was said about possible duplicates, and looks for others.

    "Same person" is kept as a decision for whoever merges: no record changes here.
    """
    case = log_arrival(by=by, **facts)
    _keep(choices, [case], by=by)
    return case


@transaction.atomic
def log_group_with_choices(*, choices: Sequence[Choice], by: User, **facts: Any) -> list[Case]:
    """The same for a group; a choice's place counts through the families, one after the other."""
    cases = log_group_arrival(by=by, **facts)
    _keep(choices, cases, by=by)
    return cases


def _keep(choices: Sequence[Choice], cases: Sequence[Case], *, by: User) -> None:
    arrived = Individual.objects.filter(arrival__case__in=cases)
    people = list(arrived.order_by("arrival__case__number", "number"))
    others = Individual.objects.visible_to(by, Permission.DUPLICATE_DECIDE).exclude(pk__in=arrived)
    named = {
        other.number: other
        for other in others.filter(number__in={choice.number for choice in choices})
    }
    for choice in choices:
        other = named.get(choice.number)
        if other and 0 <= choice.place < len(people):
            status = PairStatus.SAME if choice.is_same else PairStatus.DIFFERENT
            pair = pair_of(people[choice.place], other)
            if pair.status != status:
                decide_pair(pair, status=status, grounds=Grounds.AT_THE_DESK, by=by)
    find_duplicates([person.pk for person in people])
