"""The meals of a day, and how the share of served ones is counted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import HowCounted


class Meal(models.TextChoices):
    BREAKFAST = "breakfast", _("Breakfast")
    LUNCH = "lunch", _("Lunch")
    DINNER = "dinner", _("Dinner")


class HowMealsCounted(HowCounted):
    """Shown beside the share of meals that were served."""

    SERVED = (
        "meals_served",
        _(
            "Meals served, of those planned at the site in these seven days; meals that nobody recorded do not count. "
            "Rounded down. Breakfast is for who slept here the night before, lunch and dinner for who sleeps here that night."
        ),
    )
