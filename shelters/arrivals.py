"""Checks a corrected day of arrival against stays: nobody sleeps here before arriving."""

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.followers import DayFollower
from shelters.models import Placement


class StaysAfterArrival(DayFollower):
    """A stay that begins before the new day contradicts it. Stays keep their nights."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        earlier = Placement.objects.standing().filter(individual__in=people, starts_on__lt=on)
        return [_("A stay began before this day.")] if earlier.exists() else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Writes nothing: a stay has its own nights."""


stays = StaysAfterArrival()
