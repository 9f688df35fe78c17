"""Querysets of service records, sanctions and disarmaments."""

from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet


class DisarmamentQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Rows of an arrival for which the survivor already has a row."""
        mine = self.filter(individual=survivor)
        doubles = Q(arrival__in=mine.exclude(arrival=None).values("arrival"))
        if mine.filter(arrival=None).exists():
            doubles |= Q(arrival=None)
        return self.filter(doubles, individual=merged)


class ServiceRecordQuerySet(WithdrawableQuerySet):
    def last_of_each(self) -> Self:
        """One record per person: the current one recorded last, so that nobody counts twice."""
        records: Any = self.model._default_manager
        current = records.current()
        later = current.filter(
            Q(recorded_at__gt=OuterRef("recorded_at"))
            | Q(recorded_at=OuterRef("recorded_at"), pk__gt=OuterRef("pk")),
            individual=OuterRef("individual"),
        )
        return self.current().filter(~Exists(later))

    def people(self, user: User, **facts: Any) -> QuerySet[Any, dict[str, Any]]:
        """Ids of people with a current record of these facts, if the user may see service."""
        seen = self.visible_to(user, Permission.SERVICE_READ).current()
        return seen.filter(**facts).values("individual")
