"""Separations and restrictions that run, and their reviews: for legal officers."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from asylum.querysets.rows import LegalQuerySet
from vault.querysets import SealedQuerySet


class MeasureQuerySet(LegalQuerySet):
    def running(self) -> Self:
        """Those that no authority ended, however long ago the day of the review was."""
        return self.standing().filter(ended_on=None)


class MeasureReviewQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        people = keys_seen(other_end(self, "measure__individual"), user, permission)
        return self.filter(measure__individual__in=people)
