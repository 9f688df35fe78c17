"""Which incidents of sites a user sees, and which decisions somebody has to review."""

import datetime
from typing import Self

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.register.querysets.individual import OfIndividualQuerySet
from shelters.door.querysets import OfStayQuerySet


class SiteIncidentQuerySet(OfStayQuerySet):
    """Incidents are read by users who place people: legal officers and caseworkers do not meet them."""

    read_with = Permission.PLACEMENT_CHANGE

    def standing(self) -> Self:
        return self.filter(is_mistake=False)

    def to_decide(self) -> Self:
        decisions = related_manager(self, "decisions").filter(incident=OuterRef("pk"))
        return self.standing().filter(~Exists(decisions))

    def to_review(self, day: datetime.date) -> Self:
        """Incidents whose newest decision is to be reviewed by that day."""
        due = related_manager(self, "decisions").to_review().filter(review_on__lte=day)
        return self.filter(pk__in=due.values("incident"))


class SiteIncidentDecisionQuerySet(OfIndividualQuerySet):
    read_with = Permission.PLACEMENT_CHANGE

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        incidents = related_manager(self, "incident").visible_to(user, permission)
        return self.filter(incident__in=incidents.values("pk"))

    def to_review(self) -> Self:
        """Decisions with a day of review: the newest of each incident."""
        later = self.model._default_manager.filter(
            incident=OuterRef("incident"), recorded_at__gt=OuterRef("recorded_at")
        )
        return self.filter(~Exists(later), incident__is_mistake=False, review_on__isnull=False)
