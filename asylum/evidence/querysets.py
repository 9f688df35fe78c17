"""Querysets of reviews that evidence opened."""

from typing import Self

from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class ReviewQuerySet(OfIndividualQuerySet):
    read_with = Permission.EVIDENCE_READ

    def open(self) -> Self:
        """Returns unresolved reviews, also those whose day has passed."""
        return self.filter(resolved_at=None)
