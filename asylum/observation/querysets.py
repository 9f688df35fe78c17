"""Observations that run, and their reviews: for legal officers."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from asylum.querysets.rows import LegalQuerySet
from vault.querysets import SealedQuerySet


class ObservationQuerySet(LegalQuerySet):
    def running(self) -> Self:
        """Those that no authority ended, however long ago the planned day was."""
        return self.standing().filter(ended_on=None)


class ObservationReviewQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        people = keys_seen(other_end(self, "observation__individual"), user, permission)
        return self.filter(observation__individual__in=people)
