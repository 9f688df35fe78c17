"""Which wishes about being named."""

from typing import Any, Self

from casework.register.querysets.individual import OfIndividualQuerySet


class AnonymityWishQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """An open one where the survivor's is open, too: to ask for its end would show a name meanwhile."""
        if not self.filter(individual=survivor, ended_on=None).exists():
            return self.none()
        return self.filter(individual=merged, ended_on=None)
