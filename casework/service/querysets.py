"""Querysets of service records and disarmaments."""

from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet


class DisarmamentQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Rows of the merged record for arrivals of which the survivor has a row already."""
        survivor_rows = self.filter(individual=survivor)
        doubles = Q(arrival__in=survivor_rows.exclude(arrival=None).values("arrival"))
        if survivor_rows.filter(arrival=None).exists():
            doubles |= Q(arrival=None)
        return self.filter(doubles, individual=merged)


class ServiceRecordQuerySet(WithdrawableQuerySet):
    def last_of_each(self) -> Self:
        """The current record of each person that was recorded last, so that nobody counts twice."""
        records: Any = self.model._default_manager
        current = records.current()
        later = current.filter(
            Q(recorded_at__gt=OuterRef("recorded_at"))
            | Q(recorded_at=OuterRef("recorded_at"), pk__gt=OuterRef("pk")),
            individual=OuterRef("individual"),
        )
        return self.current().filter(~Exists(later))

    def people(self, user: User, **facts: Any) -> QuerySet[Any, dict[str, Any]]:
        """Ids of visible people with a current record of these facts."""
        visible = self.visible_to(user, Permission.SERVICE_READ).current()
        return visible.filter(**facts).values("individual")
