"""Who eats which meal, and how much of what was planned was served. Pure."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from shelters.meals.choices import Meal
from shelters.rules.stays import ONE_NIGHT

BABY_UNDER, CHILD_UNDER = 2, 12


def night_of(meal: Meal, day: datetime.date) -> datetime.date:
    """The night whose sleepers eat this meal: breakfast follows the night before, the others precede the night."""
    return day - ONE_NIGHT if meal == Meal.BREAKFAST else day


@dataclass(frozen=True)
class Headcount:
    """How many eat a meal, and of these how many are babies, children, or on a special diet. No names."""

    people: int = 0
    babies: int = 0
    children: int = 0
    diets: int = 0


@dataclass(frozen=True)
class MealLine:
    """One meal of a day, and how many people it is needed for."""

    day: datetime.date
    meal: Meal
    needed: Headcount


def headcount(births: Iterable[int | None], *, diets: int, day: datetime.date) -> Headcount:
    """Counts people by their year of birth; somebody without one counts as an adult."""
    ages = [day.year - year if year else None for year in births]
    known = [age for age in ages if age is not None]
    return Headcount(
        people=len(ages),
        babies=sum(age < BABY_UNDER for age in known),
        children=sum(BABY_UNDER <= age < CHILD_UNDER for age in known),
        diets=diets,
    )


def percent_served(served: int, planned: int) -> int | None:
    """Rounded down, so that 100 % means that every planned meal was served; None if none was planned."""
    return served * 100 // planned if planned else None
