"""People whose retention period is over, and the keys that an erasure destroys."""

import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual, all_but_names
from casework.register.querysets.case import FamilyMemberQuerySet
from pages.questions import kept_rows


def emptied_cases(people: list[Individual]) -> list[Case]:
    """Cases of these people in which nobody else ever was, except erased people."""
    reached = Case.objects.filter(members__individual__in=people).distinct()
    keys = {person.pk for person in people}
    return [
        case
        for case in reached
        if not case.members.exclude(individual__in=keys).filter(individual__erased_on=None).exists()
    ]


def keys_of(people: list[Individual]) -> list[UUID]:
    """The data keys that seal only data about these people."""
    return [person.key_id for person in people] + [case.key_id for case in emptied_cases(people)]


def past_keeping(user: User, *, ended_by: datetime.date | None) -> FamilyMemberQuerySet:
    """Last memberships ended by that day, of people whom `user` may erase; longest ended first.

    A membership ends on the day the person left or, if they stayed to the end, the day the case was closed: `ended_on`.
    Empty without `ended_by`."""
    if ended_by is None:
        return FamilyMember.objects.none()
    closed = Case.objects.filter(closed_on__lte=ended_by)
    ended = Q(left_on__lte=ended_by) | Q(left_on=None, case__in=closed.values("pk"))
    return _longest_ended_first(_to_erase(user).filter(ended))


def first_past_keeping(
    user: User, *, ended_by: datetime.date | None, most: int
) -> FamilyMemberQuerySet:
    """Like `past_keeping`, but correct for the first `most` rows only: for the first pages of many thousands.

    Sorts only these: those who left are in the order of one index, closed cases in that of another.
    """
    if ended_by is None:
        return FamilyMember.objects.none()
    keys = kept_rows(_first_ended, user, ended_by, most)
    return _longest_ended_first(FamilyMember.objects.filter(pk__in=keys))


def _to_erase(user: User) -> FamilyMemberQuerySet:
    seen = FamilyMember.objects.latest_seen_by(user, Permission.INDIVIDUAL_ERASE)
    rows: FamilyMemberQuerySet = seen.filter(
        individual__merged_into=None, individual__erased_on=None
    )
    return rows


def _longest_ended_first(rows: Any) -> FamilyMemberQuerySet:
    shown: FamilyMemberQuerySet = (
        rows.annotate(ended_on=Coalesce("left_on", "case__closed_on"))
        .select_related("individual", "case__team")
        .defer(*all_but_names("individual"))
        .order_by("ended_on", "individual__number")
    )
    return shown


def _first_ended(user: User, ended_by: datetime.date, most: int) -> Any:
    rows = _to_erase(user).values_list("pk", flat=True)
    left = rows.filter(left_on__lte=ended_by).order_by("left_on", "individual__number")
    stayed = rows.filter(left_on=None, case__closed_on__lte=ended_by)
    closed = stayed.order_by("case__closed_on", "individual__number")
    return left[:most].union(closed[:most], all=True)
