"""Which holds a user sees, and which still keep their beds."""

import datetime
from typing import Any, Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from shelters.querysets.moment import ThisMoment
from vault.querysets import LockingQuerySet


class BedHoldQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_CHANGE) -> Self:
        sites = visible_keys(related_manager(self, "bed__room__site"), user, permission)
        return self.filter(bed__room__site__in=sites)

    def active(self) -> Self:
        """Holds that were not released and have not lapsed by the time the query runs."""
        return self.filter(released_at=None, lapses_at__gt=ThisMoment())

    def overlapping(self, first: datetime.date, last: datetime.date | None) -> Self:
        """Holds on a night of [first, last); an open end has no limit."""
        rows = self.filter(Q(ends_on=None) | Q(ends_on__gt=first))
        return rows if last is None else rows.filter(starts_on__lt=last)

    def of_others(self, holder: Any) -> Self:
        """All holds but those of this user; all for None."""
        return self if holder is None else self.exclude(held_by=holder)
