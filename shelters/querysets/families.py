"""Families that still need a bed."""

import datetime

from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest

from casework.children.querysets import children_alone
from casework.register.choices import CaseStatus
from casework.register.models.case import FamilyMember
from casework.register.querysets.case import CaseQuerySet, FamilyMemberQuerySet
from shelters.choices import HOUSED_WITHOUT_BED
from shelters.models import Placement


def members_without_bed(on: datetime.date) -> FamilyMemberQuerySet:
    """Family members of that day who are here and have no bed that night. At a private home no numbered bed is needed."""
    housed = Placement.objects.sleeping_on(on).filter(
        Q(bed__isnull=False) | Q(site__kind__in=HOUSED_WITHOUT_BED)
    )
    members = FamilyMember.objects.here_on(on)
    return members.filter(~Exists(housed.filter(individual=OuterRef("individual"))))


def is_without_bed(on: datetime.date) -> Q:
    """Of a case: open, and at least one member has no bed that night."""
    return Q(Exists(members_without_bed(on).filter(case=OuterRef("pk"))), status=CaseStatus.OPEN)


def without_bed(cases: CaseQuerySet, on: datetime.date) -> CaseQuerySet:
    """The open ones of `cases` where at least one member has no bed that night."""
    return cases.filter(is_without_bed(on))


def people_waiting(on: datetime.date) -> Coalesce:
    """Of a case: how many of it have no bed that night."""
    waiting = (
        members_without_bed(on)
        .filter(case=OuterRef("pk"))
        .order_by()
        .values("case")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return Coalesce(Subquery(waiting), Value(0))


def waiting_since(cases: CaseQuerySet, on: datetime.date) -> CaseQuerySet:
    """Adds `waiting_since`: the end of the last stay of anybody in it, or its opening."""
    last_end = (
        Placement.objects.standing()
        .filter(case=OuterRef("pk"), ends_on__lte=on)
        .order_by("-ends_on")
        .values("ends_on")[:1]
    )
    rows: CaseQuerySet = cases.annotate(
        waiting_since=Greatest("opened_on", Coalesce(Subquery(last_end), "opened_on"))
    )
    return rows


def with_waiting(cases: CaseQuerySet, on: datetime.date) -> CaseQuerySet:
    """Adds `waiting_since`, and `has_child_alone`.

    Children who stand alone are few, and looking for them takes long: they are looked for once, before the cases.
    """
    alone = members_without_bed(on).filter(pk__in=children_alone(on).values("pk"))
    found = list(alone.order_by().values_list("case", flat=True))
    is_of_them = Case(When(pk__in=found, then=True), default=False) if found else Value(False)
    rows: CaseQuerySet = waiting_since(cases, on).annotate(has_child_alone=is_of_them)
    return rows
