"""Logs an arrival with the answers about possible duplicates. Records are not merged here."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import log_arrival, log_group_arrival
from casework.arrivals.actions.drafts import delete_drafts_of_rows
from casework.arrivals.actions.existing_case import add_to_case, case_of_returning_head
from casework.duplicates.actions import decide_pair, pair_of
from casework.duplicates.choices import Grounds, PairStatus
from casework.identity.actions.individuals import PersonRow
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows


@dataclass(frozen=True)
class Choice:
    """An answer: whether the row at index `place` (0 is the head) is the person on file with this number.

    "Same person" uses the existing file, unless the two records are to be merged later (`is_merged_later`).
    """

    place: int
    number: str
    is_same: bool
    is_merged_later: bool = False


class LoggedArrival(NamedTuple):
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
) -> LoggedArrival:
    """Logs an arrival and stores the answers about possible duplicates.

    If the head is on file in a case that the user may change, the arrival is added to that case; others who are members
    of that case keep their files. Otherwise "same person" is stored as a decision, for a user who merges.
    """
    candidates = _people_by_number(choices, by=by)
    people_on_file = {
        choice.place: candidates[choice.number]
        for choice in reversed(choices)
        if choice.is_same and not choice.is_merged_later and choice.number in candidates
    }
    case = case_of_returning_head(people_on_file[0], on=on, by=by) if 0 in people_on_file else None
    if case is None:
        case = log_arrival(rows=rows, on=on, by=by, **facts)
        delete_drafts_of_rows(rows, by=by)
        _record_choices(choices, _people_by_index([case]), candidates, by=by)
        return LoggedArrival(case)
    members = set(case.members.on(by.today()).values_list("individual", flat=True))
    members_on_file = {
        place: person for place, person in people_on_file.items() if person.pk in members
    }
    event = {name: fact for name, fact in facts.items() if name not in ("team", "office")}
    people = add_to_case(case, rows=rows, people_on_file=members_on_file, on=on, by=by, **event)
    delete_drafts_of_rows(rows, by=by)
    _record_choices(choices, people, candidates, by=by)
    return LoggedArrival(case, was_on_file=True)


@transaction.atomic
def log_group_with_choices(
    *,
    choices: Sequence[Choice],
    families: Sequence[Sequence[PersonRow]],
    by: User,
    **facts: Any,
) -> list[Case]:
    """Logs a group, each family in its own case; the index of a choice counts the rows of all families.

    "Same person" is stored as a decision, for a user who merges: no record changes here.
    """
    candidates = _people_by_number(choices, by=by)
    cases = log_group_arrival(by=by, families=families, **facts)
    delete_drafts_of_rows([row for family in families for row in family], by=by)
    _record_choices(choices, _people_by_index(cases), candidates, by=by)
    return cases


def _people_by_number(choices: Sequence[Choice], *, by: User) -> dict[str, Individual]:
    """Returns people in the answers about whom the user may decide, by number."""
    if not choices:
        return {}
    people = Individual.objects.visible_to(by, Permission.DUPLICATE_DECIDE)
    numbers = {choice.number for choice in choices}
    return {person.number: person for person in people.filter(number__in=numbers)}


def _people_by_index(cases: Sequence[Case]) -> dict[int, Individual]:
    return dict(
        enumerate(cached_rows(_people_of_cases, values={PLACEHOLDER: [case.pk for case in cases]}))
    )


def _people_of_cases() -> Any:
    """Returns a queryset of people who arrived in these cases, with their keys only."""
    arrived = Individual.objects.filter(arrival__case__in=[PLACEHOLDER])
    return arrived.order_by("arrival__case__number", "number").only("pk")


def _record_choices(
    choices: Sequence[Choice],
    people: Mapping[int, Individual],
    candidates: Mapping[str, Individual],
    *,
    by: User,
) -> None:
    """Records each answer about a pair. A background task compares people without an answer with everybody on file."""
    arrived_keys = {person.pk for person in people.values()}
    for choice in choices:
        other = candidates.get(choice.number)
        if other and other.pk not in arrived_keys and choice.place in people:
            status = PairStatus.SAME if choice.is_same else PairStatus.DIFFERENT
            pair = pair_of(people[choice.place], other)
            if pair.status != status:
                decide_pair(pair, status=status, grounds=Grounds.AT_THE_DESK, by=by)
