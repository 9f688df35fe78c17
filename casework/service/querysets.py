"""Which periods of service, whose last one counts, and what was handed over."""

from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet


class DisarmamentQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Those of an arrival of which the survivor's record tells already."""
        mine = self.filter(individual=survivor)
        doubles = Q(arrival__in=mine.exclude(arrival=None).values("arrival"))
        if mine.filter(arrival=None).exists():
            doubles |= Q(arrival=None)
        return self.filter(doubles, individual=merged)


class ServiceRecordQuerySet(WithdrawableQuerySet):
    def last_of_each(self) -> Self:
        """One record for each person: the current one that was written last, so that nobody counts twice."""
        records: Any = self.model._default_manager
        current = records.current()
        later = current.filter(
            Q(recorded_at__gt=OuterRef("recorded_at"))
            | Q(recorded_at=OuterRef("recorded_at"), pk__gt=OuterRef("pk")),
            individual=OuterRef("individual"),
        )
        return self.current().filter(~Exists(later))

    def people(self, user: User, **facts: Any) -> QuerySet[Any, dict[str, Any]]:
        """Ids of people with a current record of these facts, as far as the reader may see service."""
        seen = self.visible_to(user, Permission.SERVICE_READ).current()
        return seen.filter(**facts).values("individual")
