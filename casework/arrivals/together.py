"""Who arrived together, in whichever case they are today: their own, another family's, or one of their own after a split."""

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
    """Everybody who came with the group; of merged records, the one that stays."""
    came = Q(arrival__group=group) | Q(merged_from__arrival__group=group)
    return Individual.objects.filter(came, merged_into=None)


def cases_of_group(cases: CaseQuerySet, group: uuid.UUID | str, day: datetime.date) -> CaseQuerySet:
    """Those of `cases` that the group's arrival opened, and those that hold somebody of the group that day."""
    opened = Arrival.objects.filter(group=group).values("case")
    here = FamilyMember.objects.on(day).filter(individual__in=people_of_group(group))
    found: CaseQuerySet = cases.filter(Q(pk__in=opened) | Q(pk__in=here.values("case")))
    return found


@dataclass
class FamilyOfGroup:
    """One case: who of the group is in it, with which arrivals they came, and what became of the family.

    `joined` and `split` are the number of the other case: empty if the user does not see it, None if there is none."""

    case: Case
    people: list[Individual]
    arrivals: list[Arrival]
    joined: str | None = None
    split: str | None = None
    named: list[str] = field(default_factory=list)
    # Each arrival of these people, with the names on its slip where they are not those of the row.
    slips: list[tuple[Arrival, list[str]]] = field(default_factory=list)


def families_of_group(
    cases: Sequence[Case], group: uuid.UUID | str, user: User
) -> list[FamilyOfGroup]:
    """One for each of these cases `with_people`; who came with somebody else is left out."""
    arrivals = Arrival.objects.filter(group=group).select_related("crossing", "case")
    by_key = {each.pk: each for each in arrivals.order_by("on", "case__number")}
    everybody = list(people_of_group(group).distinct().order_by("number"))
    came = {each.pk for each in everybody}
    readable = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    named = set(readable.filter(pk__in=came).values_list("pk", flat=True))
    on_slip: dict[Any, list[Individual]] = {
        key: [each for each in everybody if each.arrival_id == key] for key in by_key
    }
    joined, split = _joined(cases, user), _split(cases, by_key.values(), user)
    families = []
    for case in cases:
        people = [each.individual for each in case.people_today if each.individual_id in came]
        of_people = [
            by_key[key] for key in {each.arrival_id: 0 for each in people} if key in by_key
        ]
        families.append(
            FamilyOfGroup(
                case,
                people,
                of_people or [each for each in by_key.values() if each.case_id == case.pk],
                joined=joined.get(case.pk),
                split=split.get(case.pk),
                named=[each.display_name for each in people if each.pk in named],
                slips=[
                    (
                        by_key[key],
                        []
                        if {each.pk for each in on_slip[key]} == {each.pk for each in people}
                        else [each.display_name for each in on_slip[key] if each.pk in named],
                    )
                    for key in {each.arrival_id: 0 for each in people}
                    if key in by_key
                ],
            )
        )
    return families


def _joined(cases: Sequence[Case], user: User) -> dict[Any, str]:
    """By case without anybody the number of the one that its family joined."""
    left = [case.pk for case in cases if not case.people_today]
    if not left:
        return {}
    joined = Case.objects.filter(pk__in=left, status_changes__reason=EndReason.JOINED)
    keys = set(joined.exclude(closed_on=None).values_list("pk", flat=True))
    now = FamilyMember.objects.filter(
        is_latest=True,
        case__in=Case.objects.visible_to(user),
        individual__memberships__case__in=keys,
    ).exclude(case__in=keys)
    into = now.values_list("individual__memberships__case", "case__number")
    return dict.fromkeys(keys, "") | {key: number for key, number in into if key in keys}


def _split(cases: Sequence[Case], arrivals: Collection[Arrival], user: User) -> dict[Any, str]:
    """By case in which nobody arrived the number of the one from which its people were split off."""
    here = [case.pk for case in cases]
    opened = Arrival.objects.filter(case__in=here).values("case")
    apart = set(
        Case.objects.filter(pk__in=here).exclude(pk__in=opened).values_list("pk", flat=True)
    )
    old = {each.pk: each.case for each in arrivals}
    keys = {each.case_id for each in arrivals}
    seen = set(Case.objects.visible_to(user).filter(pk__in=keys).values_list("pk", flat=True))
    return {
        case.pk: came.number if came.pk in seen else ""
        for case in cases
        if case.pk in apart
        for member in case.people_today
        if (came := old.get(member.individual.arrival_id or case.pk))
    }
