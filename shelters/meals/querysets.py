"""Which meals a user sees, and who eats at a site."""

import datetime
from typing import Any, Self

from django.db.models import Sum

from casework.needs.models import SpecificNeed
from casework.register.models.exit import Exit
from reference.choices import RoomNeed
from shelters.choices import StayNight
from shelters.meals.rules import Headcount, headcount
from shelters.querysets.site import OfSiteQuerySet

EATS = (StayNight.SLEPT, StayNight.PLANNED)


class MealServiceQuerySet(OfSiteQuerySet):
    def current(self) -> Self:
        """Rows that were not replaced."""
        return self.filter(replaced_by=None)

    def between(self, first: datetime.date, last: datetime.date) -> Self:
        return self.current().filter(day__range=(first, last))

    def sums(self) -> tuple[int, int]:
        """How many meals were served, and how many were planned."""
        sums = self.aggregate(served=Sum("served", default=0), planned=Sum("planned", default=0))
        return sums["served"], sums["planned"]


def people_eating(stays: Any, night: datetime.date) -> Headcount:
    """How many of these stays have slept, or are planned to sleep, that night.

    Everybody is counted, also people whose case the reader does not see: they eat, too.
    """
    away = Exit.objects.away_on(night).order_by().values("individual")
    here = stays.with_night_of(night).filter(night_of__in=EATS).exclude(individual__in=away)
    diets = (
        SpecificNeed.objects.standing()
        .open_on(night)
        .filter(
            individual__in=here.order_by().values("individual"),
            code__room_needs__contains=[RoomNeed.DIET],
        )
    )
    births = here.order_by().values_list("individual__birth_year", flat=True)
    return headcount(
        births, diets=diets.order_by().values("individual").distinct().count(), day=night
    )
