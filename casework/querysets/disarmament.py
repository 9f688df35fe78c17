"""Which rows about what was handed over."""

from typing import Any, Self

from django.db.models import Q

from casework.querysets.individual import OfIndividualQuerySet


class DisarmamentQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Those of an arrival of which the survivor's record tells already."""
        mine = self.filter(individual=survivor)
        doubles = Q(arrival__in=mine.exclude(arrival=None).values("arrival"))
        if mine.filter(arrival=None).exists():
            doubles |= Q(arrival=None)
        return self.filter(doubles, individual=merged)
