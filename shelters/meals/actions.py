"""Recording the meals of a day."""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from pages.refusals import ActionRefused
from shelters.meals.choices import Meal
from shelters.meals.models import MealService
from shelters.models import Site


@transaction.atomic
def record_meals(
    site: Site, *, day: datetime.date, meals: Mapping[Meal, tuple[int, int]], by: User
) -> list[MealService]:
    """Records how many meals were planned and served, by meal. A changed count replaces the earlier one, which stays.

    Raises ActionRefused for a day in the future, and without any meal.
    """
    site = lock_for(site, Permission.PLACEMENT_CHANGE, by=by)
    refuse_future(day, by=by)
    if not meals:
        raise ActionRefused(_("Write how many were served of at least one meal."))
    earlier = {each.meal: each for each in MealService.objects.between(day, day).filter(site=site)}
    rows = [
        MealService(
            site=site,
            day=day,
            meal=meal,
            planned=planned,
            served=served,
            recorded_by=by,
            replaces=before,
        )
        for meal, (planned, served) in meals.items()
        for before in [earlier.get(meal)]
        if before is None or (before.planned, before.served) != (planned, served)
    ]
    if rows:
        MealService.objects.bulk_create(rows)
        counts = {str(row.meal): row.served for row in rows}
        record("meals.recorded", by=by, about=site, details={"on": day.isoformat(), **counts})
    return rows
