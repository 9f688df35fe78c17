"""Groups that arrived together, and the cases in which their people are today, after families joined or were split."""

import datetime
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import EndReason
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet


def people_of_group(group: uuid.UUID | str) -> Any:
    """Returns the people of the group's arrivals; for a merged record, the record into which it was merged."""
    came_with_group = Q(arrival__group=group) | Q(merged_from__arrival__group=group)
    return Individual.objects.filter(came_with_group, merged_into=None)


def cases_of_group(cases: CaseQuerySet, group: uuid.UUID | str, day: datetime.date) -> CaseQuerySet:
    """Returns those of `cases` to which an arrival of the group or, on that day, a person of the group belongs."""
    opened_cases = Arrival.objects.filter(group=group).values("case")
    memberships = FamilyMember.objects.on(day).filter(individual__in=people_of_group(group))
    rows: CaseQuerySet = cases.filter(Q(pk__in=opened_cases) | Q(pk__in=memberships.values("case")))
    return rows


@dataclass
class FamilyOfGroup:
    """One case: its people of the group and their arrivals, and whether the family joined another or was split off.

    `joined_case` and `split_from` are the number of the other case: empty if the user does not see it, None if there is
    none. `names` holds the names that the user may read.
    """

    case: Case
    people: list[Individual]
    arrivals: list[Arrival]
    joined_case: str | None = None
    split_from: str | None = None
    names: list[str] = field(default_factory=list)
    # Each arrival of these people, with the names on its slip; empty if they are the names of the row.
    slips: list[tuple[Arrival, list[str]]] = field(default_factory=list)


def families_of_group(
    cases: Sequence[Case], group: uuid.UUID | str, user: User
) -> list[FamilyOfGroup]:
    """Returns one FamilyOfGroup for each case, without people of other groups. The cases come from `with_people`."""
    arrivals = Arrival.objects.filter(group=group).select_related("crossing", "case")
    arrivals_by_key = {each.pk: each for each in arrivals.order_by("on", "case__number")}
    everybody = list(people_of_group(group).distinct().order_by("number"))
    group_keys = {each.pk for each in everybody}
    readable = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    readable_keys = set(readable.filter(pk__in=group_keys).values_list("pk", flat=True))
    people_by_key: dict[Any, list[Individual]] = {
        key: [each for each in everybody if each.arrival_id == key] for key in arrivals_by_key
    }
    joined, split = (
        _numbers_of_joined_cases(cases, user),
        _numbers_of_cases_split(cases, arrivals_by_key.values(), user),
    )
    families = []
    for case in cases:
        people = [each.individual for each in case.people_today if each.individual_id in group_keys]
        keys = {each.pk for each in people}
        slip_keys = [
            key
            for key in dict.fromkeys(each.arrival_id for each in people)
            if key in arrivals_by_key
        ]
        slips: list[tuple[Arrival, list[str]]] = []
        for key in slip_keys:
            on_slip = people_by_key[key]
            is_same = {each.pk for each in on_slip} == keys
            names = [each.display_name for each in on_slip if each.pk in readable_keys]
            slips.append((arrivals_by_key[key], [] if is_same else names))
        families.append(
            FamilyOfGroup(
                case,
                people,
                [arrivals_by_key[key] for key in slip_keys]
                or [each for each in arrivals_by_key.values() if each.case_id == case.pk],
                joined_case=joined.get(case.pk),
                split_from=split.get(case.pk),
                names=[each.display_name for each in people if each.pk in readable_keys],
                slips=slips,
            )
        )
    return families


def _numbers_of_joined_cases(cases: Sequence[Case], user: User) -> dict[Any, str]:
    """Returns, by the key of each case without people, the number of the case that its family joined."""
    empty_cases = [case.pk for case in cases if not case.people_today]
    if not empty_cases:
        return {}
    joined_cases = Case.objects.filter(pk__in=empty_cases, status_changes__reason=EndReason.JOINED)
    keys = set(joined_cases.exclude(closed_on=None).values_list("pk", flat=True))
    memberships = FamilyMember.objects.filter(
        is_latest=True,
        case__in=Case.objects.visible_to(user),
        individual__memberships__case__in=keys,
    ).exclude(case__in=keys)
    numbers = memberships.values_list("individual__memberships__case", "case__number")
    return dict.fromkeys(keys, "") | {key: number for key, number in numbers if key in keys}


def _numbers_of_cases_split(
    cases: Sequence[Case], arrivals: Collection[Arrival], user: User
) -> dict[Any, str]:
    """Returns, by the key of each case without an arrival, the number of the case from which its people were split off."""
    case_keys = [case.pk for case in cases]
    cases_with_arrival = Arrival.objects.filter(case__in=case_keys).values("case")
    split_cases = set(
        Case.objects.filter(pk__in=case_keys)
        .exclude(pk__in=cases_with_arrival)
        .values_list("pk", flat=True)
    )
    cases_by_arrival = {each.pk: each.case for each in arrivals}
    keys = {each.case_id for each in arrivals}
    visible_keys = set(
        Case.objects.visible_to(user).filter(pk__in=keys).values_list("pk", flat=True)
    )
    return {
        case.pk: source.number if source.pk in visible_keys else ""
        for case in cases
        if case.pk in split_cases
        for member in case.people_today
        if (source := cases_by_arrival.get(member.individual.arrival_id or case.pk))
    }
