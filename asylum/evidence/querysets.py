"""Evidence and the reviews that it opened: for legal officers, of the people whom they reach."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from asylum.evidence.choices import Bearing
from asylum.querysets.rows import LegalQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class EvidenceQuerySet(LegalQuerySet):
    def contrary(self) -> Self:
        return self.filter(bearing=Bearing.CONTRARY)


class ReplyQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        people = keys_seen(other_end(self, "evidence__individual"), user, permission)
        return self.filter(evidence__individual__in=people)


class ReviewQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        return super().visible_to(user, permission)

    def open(self) -> Self:
        """Those that nobody resolved; no day does."""
        return self.filter(resolved_at=None)
