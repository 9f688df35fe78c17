"""Which plans of moves and which of their lines a user sees."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from shelters.plan.choices import MovePlanState, Solving
from shelters.querysets.site import OfSiteQuerySet
from vault.querysets import LockingQuerySet

# A plan takes seconds. After this time its worker is taken for dead, and another one begins again.
SILENT_FOR = datetime.timedelta(minutes=1)


class MovePlanQuerySet(OfSiteQuerySet):
    """Plans of the sites that the user runs. They name nobody: the lines do."""

    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_CHANGE) -> Self:
        return super().visible_to(user, permission)

    def drafts(self) -> Self:
        return self.filter(state=MovePlanState.DRAFT)

    def waiting_for_a_worker(self, now: datetime.datetime) -> Self:
        """Drafts that nobody works on: just asked for, or left by a worker that was lost."""
        is_lost = Q(solving=Solving.RUNNING, solving_since__lt=now - SILENT_FOR)
        return self.drafts().filter(Q(solving=Solving.QUEUED) | is_lost)


class MoveLineQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_READ) -> Self:
        """Lines of people whose stay the user sees."""
        stays = related_manager(self, "placement").visible_to(user, permission)
        return self.filter(placement__in=stays.values("pk"))

    def with_people(self) -> Self:
        """In the order of the families, with person, present and new bed."""
        rows: Self = self.select_related(
            "placement__individual", "placement__case", "placement__bed__room", "bed__room__site"
        ).order_by("placement__case__number", "placement__individual__number")
        return rows
