"""Querysets of interviews with outsiders, which are visible to users who see a participant."""

from typing import Any, Self

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class OutsideInterviewQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.CONSENT_READ) -> Self:
        """Returns interviews with at least one visible participant."""
        people = related_manager(self, "people").visible_to(user, permission)
        return self.filter(pk__in=people.values("interview"))


class InterviewedPersonQuerySet(OfIndividualQuerySet):
    """Participants, who are visible with their person, whoever else took part."""

    read_with = Permission.CONSENT_READ

    def standing(self) -> Self:
        """Returns actual participants: neither the part nor the interview was a mistake."""
        return self.filter(is_mistake=False, interview__is_mistake=False)

    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Returns parts of the merged record in interviews in which the survivor took part, too."""
        interviews = self.filter(individual=survivor).values("interview")
        return self.filter(individual=merged, interview__in=interviews)
