"""People whose retention period is over, and the keys that an erasure destroys."""

import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.case import FamilyMemberQuerySet
from pages.questions import cached_rows


def emptied_cases(people: list[Individual]) -> list[Case]:
    """Returns cases of these people to which nobody else ever belonged, except erased people."""
    cases = Case.objects.filter(members__individual__in=people).distinct()
    keys = {person.pk for person in people}
    return [
        case
        for case in cases
        if not case.members.exclude(individual__in=keys).filter(individual__erased_on=None).exists()
    ]


def keys_of(people: list[Individual]) -> list[UUID]:
    """Returns the data keys that seal only data about these people."""
    return [person.key_id for person in people] + [case.key_id for case in emptied_cases(people)]


def past_retention(user: User, *, ended_by: datetime.date | None) -> FamilyMemberQuerySet:
    """Returns last memberships that ended by that day, of people whom the user may erase; the earliest end first.

    `ended_on` is the day on which the person left or, if they did not, the day on which the case was closed. Empty
    without `ended_by`.
    """
    if ended_by is None:
        return FamilyMember.objects.none()
    closed_cases = Case.objects.filter(closed_on__lte=ended_by)
    has_ended = Q(left_on__lte=ended_by) | Q(left_on=None, case__in=closed_cases.values("pk"))
    return _ordered_by_end(_erasable(user).filter(has_ended))


def first_past_retention(
    user: User, *, ended_by: datetime.date | None, most: int
) -> FamilyMemberQuerySet:
    """Returns the first `most` rows of `past_retention`, for the first pages of many thousands.

    The query is fast because it reads each of two kinds of rows, people who left and closed cases, in the order of an index.
    """
    if ended_by is None:
        return FamilyMember.objects.none()
    keys = cached_rows(_keys_first_ended, user, ended_by, most)
    return _ordered_by_end(FamilyMember.objects.filter(pk__in=keys))


def _erasable(user: User) -> FamilyMemberQuerySet:
    visible = FamilyMember.objects.latest_seen_by(user, Permission.INDIVIDUAL_ERASE)
    rows: FamilyMemberQuerySet = visible.filter(
        individual__merged_into=None, individual__erased_on=None
    )
    return rows


def _ordered_by_end(rows: Any) -> FamilyMemberQuerySet:
    ordered: FamilyMemberQuerySet = (
        rows.annotate(ended_on=Coalesce("left_on", "case__closed_on"))
        .select_related("individual", "case__team")
        .defer(*non_name_fields("individual"))
        .order_by("ended_on", "individual__number")
    )
    return ordered


def _keys_first_ended(user: User, ended_by: datetime.date, most: int) -> Any:
    rows = _erasable(user).values_list("pk", flat=True)
    people_who_left = rows.filter(left_on__lte=ended_by).order_by("left_on", "individual__number")
    people_who_stayed = rows.filter(left_on=None, case__closed_on__lte=ended_by)
    by_closing = people_who_stayed.order_by("case__closed_on", "individual__number")
    return people_who_left[:most].union(by_closing[:most], all=True)
