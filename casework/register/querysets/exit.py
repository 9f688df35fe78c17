"""Querysets of exits."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class ExitQuerySet(OfIndividualQuerySet):
    read_with = Permission.EXIT_RECORD

    def standing(self) -> Self:
        """Returns exits that were not annulled, also of people who came back."""
        return self.filter(annulled_on=None)

    def away(self) -> Self:
        """Returns exits of people who are away now."""
        return self.standing().filter(back_on=None)

    def away_on(self, day: datetime.date) -> Self:
        """Returns exits of people who were away on that day; `back_on` is the first day on which they are back."""
        return self.standing().filter(Q(back_on=None) | Q(back_on__gt=day), on__lte=day)
