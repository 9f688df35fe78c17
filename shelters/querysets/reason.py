"""Which reasons for a place."""

from typing import Self

from casework.register.querysets.individual import OfIndividualQuerySet


class StayReasonQuerySet(OfIndividualQuerySet):
    def standing(self) -> Self:
        """Without those of an act that was taken back."""
        return self.filter(taken_back_at=None)
