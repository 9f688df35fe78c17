"""Which exits somebody sees."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class ExitQuerySet(OfIndividualQuerySet):
    read_with = Permission.EXIT_RECORD

    def standing(self) -> Self:
        """Those that were not undone: they happened, even if the person came back."""
        return self.filter(annulled_on=None)

    def away(self) -> Self:
        """Of those who are away now."""
        return self.standing().filter(back_on=None)

    def away_on(self, day: datetime.date) -> Self:
        """Of people who were away on that day; the day of return is the first with them."""
        return self.standing().filter(Q(back_on=None) | Q(back_on__gt=day), on__lte=day)
