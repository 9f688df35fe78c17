"""Which wishes about being named, and which facts were others on a day."""

import datetime
from operator import itemgetter
from typing import Any, Self
from uuid import UUID

from django.utils import timezone

from casework.corrections.querysets import MistakableQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet


class AnonymityWishQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """An open one where the survivor's is open, too: to ask for its end would show a name meanwhile."""
        if not self.filter(individual=survivor, ended_on=None).exists():
            return self.none()
        return self.filter(individual=merged, ended_on=None)


class FactChangeQuerySet(MistakableQuerySet):
    def sexes_on(self, day: datetime.date) -> dict[UUID, str]:
        """What the sex was on that day of each person of whom it changed later.

        Few changes are recorded, and none of them tells in the clear what it is about: those since that day are opened.
        """
        later = self.standing().filter(recorded_at__date__gt=day, individual__erased_on=None)
        changed = [(_day_of(each), each) for each in later if "sex" in (each.was or {})]
        return {
            each.individual_id: each.was["sex"]
            for since, each in sorted(changed, key=itemgetter(0), reverse=True)
            if since > day.isoformat()
        }


def _day_of(change: Any) -> str:
    """The first day that may be meant; where nobody knows any, the day on which it was said."""
    if not change.since:
        return timezone.localtime(change.recorded_at).date().isoformat()
    return str(change.since) + "-01-01"[len(change.since) - 4 :]
