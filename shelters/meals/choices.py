"""The meals of a day."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Meal(models.TextChoices):
    BREAKFAST = "breakfast", _("Breakfast")
    LUNCH = "lunch", _("Lunch")
    DINNER = "dinner", _("Dinner")
