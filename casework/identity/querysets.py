"""Queries for wishes of anonymity, and for facts as they were on a day."""

import datetime
from operator import itemgetter
from typing import Any, Self
from uuid import UUID

from django.utils import timezone

from casework.corrections.querysets import MistakableQuerySet
from casework.register.querysets.individual import OfIndividualQuerySet


class AnonymityWishQuerySet(OfIndividualQuerySet):
    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Returns the open wish if the survivor has an open one too: if it moved, ending one of the two would reveal the name."""
        if not self.filter(individual=survivor, ended_on=None).exists():
            return self.none()
        return self.filter(individual=merged, ended_on=None)


class FactChangeQuerySet(MistakableQuerySet):
    def sexes_on(self, day: datetime.date) -> dict[UUID, str]:
        """Returns the sex on that day of each person for whom it changed later.

        Decrypts all changes since that day, because the kind of fact is encrypted; they are few.
        """
        later = self.standing().filter(recorded_at__date__gt=day, individual__erased_on=None)
        changed = [(_first_possible_day(each), each) for each in later if "sex" in (each.was or {})]
        return {
            each.individual_id: each.was["sex"]
            for since, each in sorted(changed, key=itemgetter(0), reverse=True)
            if since > day.isoformat()
        }


def _first_possible_day(change: Any) -> str:
    """Returns the first possible day of the change; if unknown, the day of recording."""
    if not change.since:
        return timezone.localtime(change.recorded_at).date().isoformat()
    return str(change.since) + "-01-01"[len(change.since) - 4 :]
