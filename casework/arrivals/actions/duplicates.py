"""Logging an arrival with answers about possible duplicates. Nothing here merges."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.again import file_for, log_into_file
from casework.arrivals.actions.arrivals import log_arrival, log_group_arrival
from casework.arrivals.actions.drafts import forget_drafts_of_rows
from casework.duplicates.actions import decide_pair, pair_of
from casework.duplicates.choices import Grounds, PairStatus
from casework.identity.actions.individuals import PersonRow
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.questions import ANY_KEY, kept_rows


@dataclass(frozen=True)
class Choice:
    """The answer about the row at index `place` (the head is 0) and a person on file.

    "Same person" uses the existing file, unless the two records are to be merged later (`is_apart`).
    """

    place: int
    number: str
    is_same: bool
    is_apart: bool = False


class Logged(NamedTuple):
    """The case of an arrival, and whether it existed before."""

    case: Case
    was_on_file: bool = False


@transaction.atomic
def log_arrival_with_choices(
    *,
    choices: Sequence[Choice],
    rows: Sequence[PersonRow],
    on: datetime.date,
    by: User,
    **facts: Any,
) -> Logged:
    """Logs an arrival and stores the answers about possible duplicates.

    If the head is on file in a case that the user may write into, the arrival is added to it, together with the others
    who are in that case. Otherwise "same person" is stored as a decision, for a user who merges."""
    named = _named(choices, by=by)
    known = {
        choice.place: named[choice.number]
        for choice in reversed(choices)
        if choice.is_same and not choice.is_apart and choice.number in named
    }
    case = file_for(known[0], on=on, by=by) if 0 in known else None
    if case is None:
        case = log_arrival(rows=rows, on=on, by=by, **facts)
        forget_drafts_of_rows(rows, by=by)
        _keep(choices, _people_of([case]), named, by=by)
        return Logged(case)
    members = set(case.members.on(by.today()).values_list("individual", flat=True))
    here = {place: person for place, person in known.items() if person.pk in members}
    event = {name: fact for name, fact in facts.items() if name not in ("team", "office")}
    people = log_into_file(case, rows=rows, known=here, on=on, by=by, **event)
    forget_drafts_of_rows(rows, by=by)
    _keep(choices, people, named, by=by)
    return Logged(case, was_on_file=True)


@transaction.atomic
def log_group_with_choices(
    *,
    choices: Sequence[Choice],
    families: Sequence[Sequence[PersonRow]],
    by: User,
    **facts: Any,
) -> list[Case]:
    """The same for a group, each family in a case of its own; a choice's index counts through the families.

    "Same person" is stored as a decision, for a user who merges: no record changes here."""
    named = _named(choices, by=by)
    cases = log_group_arrival(by=by, families=families, **facts)
    forget_drafts_of_rows([row for family in families for row in family], by=by)
    _keep(choices, _people_of(cases), named, by=by)
    return cases


def _named(choices: Sequence[Choice], *, by: User) -> dict[str, Individual]:
    """By number the people in the answers, as far as the user may decide about them."""
    if not choices:
        return {}
    people = Individual.objects.visible_to(by, Permission.DUPLICATE_DECIDE)
    numbers = {choice.number for choice in choices}
    return {person.number: person for person in people.filter(number__in=numbers)}


def _people_of(cases: Sequence[Case]) -> dict[int, Individual]:
    return dict(enumerate(kept_rows(_arrived, values={ANY_KEY: [case.pk for case in cases]})))


def _arrived() -> Any:
    """Only the keys: what was just written need not be decrypted."""
    arrived = Individual.objects.filter(arrival__case__in=[ANY_KEY])
    return arrived.order_by("arrival__case__number", "number").only("pk")


def _keep(
    choices: Sequence[Choice],
    people: Mapping[int, Individual],
    named: Mapping[str, Individual],
    *,
    by: User,
) -> None:
    """People without an answer are compared with everybody on file by the tick."""
    here = {person.pk for person in people.values()}
    for choice in choices:
        other = named.get(choice.number)
        if other and other.pk not in here and choice.place in people:
            status = PairStatus.SAME if choice.is_same else PairStatus.DIFFERENT
            pair = pair_of(people[choice.place], other)
            if pair.status != status:
                decide_pair(pair, status=status, grounds=Grounds.AT_THE_DESK, by=by)
