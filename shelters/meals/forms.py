"""The form of the meals of a day."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm
from shelters.meals.choices import Meal
from shelters.meals.models import MealService
from shelters.meals.rules import MealLine

MOST_MEALS = 5_000


class MealsForm(ActionForm):
    """For each meal of a day, how many were planned, at first the headcount, and how many were served."""

    def __init__(
        self,
        *args: Any,
        lines: Iterable[MealLine],
        recorded: Mapping[str, MealService],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for line in lines:
            meal, on_file = line.meal, recorded.get(line.meal)
            planned = on_file.planned if on_file else line.needed.people
            served = on_file.served if on_file else None
            self.fields[f"planned-{meal}"] = _count(
                _("%(meal)s: planned") % {"meal": meal.label}, planned
            )
            self.fields[f"served-{meal}"] = _count(
                _("%(meal)s: served") % {"meal": meal.label}, served
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for meal in Meal:
            is_served = cleaned.get(f"served-{meal}") is not None
            if is_served and cleaned.get(f"planned-{meal}") is None:
                self.add_error(f"planned-{meal}", _("Write how many were planned."))
        return cleaned

    def for_action(self) -> dict[str, Any]:
        return {
            "meals": {
                meal: (self.cleaned_data[f"planned-{meal}"], self.cleaned_data[f"served-{meal}"])
                for meal in Meal
                if self.cleaned_data[f"served-{meal}"] is not None
            }
        }


class CountField(forms.IntegerField):
    """A number of meals. The page says once, above all of them, that they may stay empty."""

    is_said_above = True


def _count(label: str, initial: int | None) -> CountField:
    return CountField(
        label=label, min_value=0, max_value=MOST_MEALS, required=False, initial=initial
    )
