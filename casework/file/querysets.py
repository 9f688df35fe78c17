"""The case behind a page with its family, the events in its history, and the number of views by colleague."""

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
from accounts.sight import visible_keys
from casework.families.models import FamilyChange
from casework.merges.models import Merge
from casework.register.choices import CaseStatus, Relation
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import as_exit, how_they_left
from casework.register.models.individual import non_name_fields
from casework.register.querysets.case import CaseQuerySet
from pages.order import ByName
from pages.questions import ANY_TEXT, PLACEHOLDER, cached_rows


def case_with_family(user: User, permission: Permission, **identifier: Any) -> Case | None:
    """Returns the case with this `number=` or `pk=` if the permission makes it visible to the user, else None.

    Sets `people_today`, the current members; `members_ever`, current and former members, each with an Exit or None in
    `leaving`; and `caseworker_name`.
    """
    [(name, value)] = identifier.items()
    arguments: dict[str, Any] = {"values": {PLACEHOLDERS[name]: value}}
    members: list[Any] = cached_rows(_visible_members, user, permission, name, **arguments)
    case: Any
    if members:
        case = members[0].case
        case.caseworker_name = members[0].caseworker_name
    elif rows := cached_rows(_visible_case, user, permission, name, **arguments):
        case = rows[0]
    else:
        return None
    today = user.today()
    for member in members:
        member.case, member.leaving = case, as_exit(member.left_us)
    case.people_today = [member for member in members if member.is_on(today)]
    case.members_ever = members
    typed_case: Case = case
    return typed_case


def with_heads(cases: CaseQuerySet, day: datetime.date) -> CaseQuerySet:
    """Prefetches into `heads_today` a list with the principal of that day, or else the first member; empty without one.

    `family_size` of that member is the number of members of the family that day.
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
        .defer(*non_name_fields("individual"))
    )
    return cases.prefetch_related(Prefetch("members", heads, to_attr="heads_today"))


# By field that identifies the case: the placeholder for its value in a cached query.
PLACEHOLDERS: dict[str, Any] = {"number": ANY_TEXT, "pk": PLACEHOLDER}


def _visible_case(user: User, permission: Permission, name: str) -> Any:
    visible = Case.objects.filter(pk__in=visible_keys(Case.objects, user, permission))
    matching = visible.filter(**{name: PLACEHOLDERS[name]})
    return matching.with_caseworker(user.today()).select_related("team", "office")


def _visible_members(user: User, permission: Permission, name: str) -> Any:
    """Returns current and former members of the case, each with its caseworker and the latest exit."""
    members = FamilyMember.objects.filter(**{f"case__{name}": PLACEHOLDERS[name]})
    assignments = CaseAssignment.objects.on(user.today()).filter(case=OuterRef("case"))
    return (
        members.filter(case__in=visible_keys(Case.objects, user, permission))
        .with_not_undone()
        .select_related("individual", "case__team", "case__office")
        .annotate(
            caseworker_name=Subquery(assignments.values("caseworker__full_name")[:1]),
            left_us=how_they_left("individual"),
        )
    )


def cases_absorbed_by(case: Case, user: User) -> CaseQuerySet:
    """Returns visible closed cases whose people moved to this case by a merge, or because families joined."""
    merges = Merge.objects.filter(survivor__memberships__case=case, undone_at=None)
    joins = FamilyChange.objects.filter(case=case, has_closed_other=True, undone_at=None)
    cases = Case.objects.visible_to(user, Permission.CASE_HISTORY_READ)
    absorbed = cases.filter(pk__in=merges.values("case")) | cases.filter(
        pk__in=joins.values("other_case")
    )
    return absorbed.filter(status=CaseStatus.CLOSED).exclude(pk=case.pk)


def with_numbers(events: QuerySet[Any], case: Case, absorbed: Sequence[Case]) -> QuerySet[Any]:
    """Returns events of the case and of absorbed cases; `absorbed_number` is the number of an absorbed case, else ""."""
    numbers = [When(case_id=each.pk, then=Value(each.number)) for each in absorbed]
    keys = [case.pk, *(each.pk for each in absorbed)]
    number = models.Case(*numbers, default=Value(""), output_field=CharField())
    rows: QuerySet[Any] = events.filter(case_id__in=keys).annotate(absorbed_number=number)
    return rows


def views_by_colleague(events: QuerySet[Any]) -> Any:
    """Returns a dict for each colleague: `looks` is the number of views, `last` the latest; highest number first."""
    views = events.filter(is_read=True).exclude(actor=None).order_by()
    by_colleague = views.values("actor", "actor__full_name").annotate(
        looks=Count("pk"), last=Max("at")
    )
    return by_colleague.order_by("-looks", ByName("actor__full_name"))
