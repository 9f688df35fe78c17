"""Steps of the family builder."""

from typing import Any, Self

from django.db.models import Q

from casework.register.querysets.case import OfCaseQuerySet


class FamilyChangeQuerySet(OfCaseQuerySet):
    def touching(self, case: Any) -> Self:
        """Steps that moved people into the case or out of it, or changed its principal."""
        return self.filter(Q(case=case) | Q(other_case=case))
