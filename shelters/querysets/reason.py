"""Querysets of reasons for a place."""

from typing import Self

from casework.register.querysets.individual import OfIndividualQuerySet


class StayReasonQuerySet(OfIndividualQuerySet):
    def standing(self) -> Self:
        """Reasons that count: not those of an act that was undone."""
        return self.filter(taken_back_at=None)
