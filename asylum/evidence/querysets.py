"""Evidence and the reviews that it opened, for legal officers who reach the person."""

from typing import Self

from accounts.permissions import Permission
from asylum.evidence.choices import Bearing
from asylum.querysets.rows import LegalQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet


class EvidenceQuerySet(LegalQuerySet):
    def contrary(self) -> Self:
        return self.filter(bearing=Bearing.CONTRARY)


class ReviewQuerySet(OfIndividualQuerySet):
    read_with = Permission.EVIDENCE_READ

    def open(self) -> Self:
        """Unresolved reviews. No date closes one."""
        return self.filter(resolved_at=None)
