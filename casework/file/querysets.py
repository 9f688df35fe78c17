"""Whose looks belong to a file, and how often each colleague looked."""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models import CharField, Count, Max, QuerySet, Value, When

from accounts.models import User
from accounts.permissions import Permission
from casework.families.models import FamilyChange
from casework.merges.models import Merge
from casework.register.choices import CaseStatus
from casework.register.models.case import Case
from casework.register.querysets.case import CaseQuerySet


def absorbed_by(case: Case, user: User) -> CaseQuerySet:
    """Closed cases, within sight, whose people went into this one by a merge or by joining."""
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
    """By colleague how many looks, and when the last one was; who looked most often first."""
    looks = events.filter(is_read=True).exclude(actor=None).order_by()
    counted = looks.values("actor", "actor__full_name").annotate(looks=Count("pk"), last=Max("at"))
    return counted.order_by("-looks", "actor__full_name")
