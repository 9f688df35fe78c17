"""Evidence and the reviews that it opened, for legal officers who reach the person."""

from typing import Self

from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class ReviewQuerySet(OfIndividualQuerySet):
    read_with = Permission.EVIDENCE_READ

    def open(self) -> Self:
        """Unresolved reviews. No date closes one."""
        return self.filter(resolved_at=None)
