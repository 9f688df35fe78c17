"""The file behind a page, the events in its history, and the number of views by colleague."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import (
    CharField,
    Count,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.families.models import FamilyChange
from casework.merges.models import Merge
from casework.register.choices import CaseStatus, Relation
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import as_exit, how_they_left
from casework.register.models.individual import all_but_names
from casework.register.querysets.case import CaseQuerySet
from pages.order import ByName
from pages.questions import ANY_KEY, ANY_TEXT, kept_rows


def case_with_family(user: User, permission: Permission, **named: Any) -> Case | None:
    """The case with this `number` or `pk` that the user reaches with this permission, or None.

    With its current members in `people_today`, all members ever in `members_ever` (each with the exit in `leaving`), and its
    caseworker in `caseworker_name`.
    """
    [(name, value)] = named.items()
    asked: dict[str, Any] = {"values": {MARKS[name]: value}}
    members: list[Any] = kept_rows(_members_seen, user, permission, name, **asked)
    case: Any
    if members:
        case = members[0].case
        case.caseworker_name = members[0].caseworker_name
    elif found := kept_rows(_case_seen, user, permission, name, **asked):
        case = found[0]
    else:
        return None
    today = user.today()
    for member in members:
        member.case, member.leaving = case, as_exit(member.left_us)
    case.people_today = [member for member in members if member.is_on(today)]
    case.members_ever = members
    found_case: Case = case
    return found_case


def with_heads(cases: CaseQuerySet, day: datetime.date) -> CaseQuerySet:
    """Adds the head of the family that day in `heads_today` (one member or none), for lists of families.

    That member's `family_size` is the number of members.
    """
    heads = (
        FamilyMember.objects.on(day)
        .annotate(
            family_size=Window(Count("pk"), partition_by="case"),
            is_principal=Q(relation_to_principal=Relation.PRINCIPAL),
        )
        .order_by("case_id", "-is_principal", "joined_on", "individual__number")
        .distinct("case_id")
        .select_related("individual")
        .defer(*all_but_names("individual"))
    )
    return cases.prefetch_related(Prefetch("members", heads, to_attr="heads_today"))


# Placeholder for the value that identifies a case.
MARKS: dict[str, Any] = {"number": ANY_TEXT, "pk": ANY_KEY}


def _case_seen(user: User, permission: Permission, name: str) -> Any:
    seen = Case.objects.filter(pk__in=keys_seen(Case.objects, user, permission))
    named = seen.filter(**{name: MARKS[name]})
    return named.with_caseworker(user.today()).select_related("team", "office")


def _members_seen(user: User, permission: Permission, name: str) -> Any:
    """Everybody who ever belonged to the case, fetched along: former members in the same query as current ones."""
    members = FamilyMember.objects.filter(**{f"case__{name}": MARKS[name]})
    held = CaseAssignment.objects.on(user.today()).filter(case=OuterRef("case"))
    return (
        members.filter(case__in=keys_seen(Case.objects, user, permission))
        .with_not_undone()
        .select_related("individual", "case__team", "case__office")
        .annotate(
            caseworker_name=Subquery(held.values("caseworker__full_name")[:1]),
            left_us=how_they_left("individual"),
        )
    )


def absorbed_by(case: Case, user: User) -> CaseQuerySet:
    """Visible closed cases whose people moved into this one by a merge or by joining."""
    merges = Merge.objects.filter(survivor__memberships__case=case, undone_at=None)
    joined = FamilyChange.objects.filter(case=case, has_closed_other=True, undone_at=None)
    cases = Case.objects.visible_to(user, Permission.CASE_HISTORY_READ)
    before = cases.filter(pk__in=merges.values("case")) | cases.filter(
        pk__in=joined.values("other_case")
    )
    return before.filter(status=CaseStatus.CLOSED).exclude(pk=case.pk)


def with_numbers(events: QuerySet[Any], case: Case, absorbed: Sequence[Case]) -> QuerySet[Any]:
    """The events of a case and of those that it absorbed, these with their number in `absorbed_number`."""
    numbers = [When(case_id=each.pk, then=Value(each.number)) for each in absorbed]
    keys = [case.pk, *(each.pk for each in absorbed)]
    number = models.Case(*numbers, default=Value(""), output_field=CharField())
    rows: QuerySet[Any] = events.filter(case_id__in=keys).annotate(absorbed_number=number)
    return rows


def lookers_of(events: QuerySet[Any]) -> Any:
    """Number of views and the latest one by colleague, the highest number first."""
    looks = events.filter(is_read=True).exclude(actor=None).order_by()
    counted = looks.values("actor", "actor__full_name").annotate(looks=Count("pk"), last=Max("at"))
    return counted.order_by("-looks", ByName("actor__full_name"))
