"""Meals planned and served."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.recorded import Replacing
from shelters.meals.choices import Meal
from shelters.meals.querysets import MealServiceQuerySet
from shelters.meals.rules import percent_served
from shelters.models.site import Site


class MealService(Replacing, models.Model):
    """One meal of one day at a site: how many were planned, and how many were served. It names nobody."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(Site, models.PROTECT, related_name="meals", verbose_name=_("site"))
    day = models.DateField(_("day"))
    meal = models.CharField(_("meal"), max_length=10, choices=Meal.choices)
    planned = models.PositiveIntegerField(_("planned"))
    served = models.PositiveIntegerField(_("served"))
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = MealServiceQuerySet.as_manager()

    class Privacy:
        open = {"site", "day", "meal", "planned", "served", "recorded_at", "recorded_by"}

    class Meta:
        verbose_name = _("meal served")
        verbose_name_plural = _("meals served")
        ordering = ["-day", "-recorded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["site", "day", "meal"],
                condition=Q(replaces=None),
                name="one_first_count_per_site_day_and_meal",
                violation_error_message=_("Somebody has recorded this meal already."),
            )
        ]

    @property
    def percent(self) -> int | None:
        return percent_served(self.served, self.planned)
