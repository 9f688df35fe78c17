"""Querysets of the steps of the family builder."""

from itertools import product
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from casework.register.querysets.case import OfCaseQuerySet


class FamilyChangeQuerySet(OfCaseQuerySet):
    def touching(self, case: Any) -> Self:
        """Returns steps that moved people into or out of the case, or changed its principal."""
        return self.filter(Q(case=case) | Q(other_case=case))

    def with_later(self) -> Self:
        """Annotates `has_later`: whether a later step, not undone, changed one of the same families."""
        is_of_same_case = Q()
        for one, other in product(("case", "other_case"), repeat=2):
            is_of_same_case |= Q(**{one: OuterRef(other)})
        later = self.model._default_manager.filter(
            is_of_same_case, pk__gt=OuterRef("pk"), undone_at=None
        )
        return self.annotate(has_later=Exists(later))
