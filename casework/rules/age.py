"""Ages and age bands."""

import datetime

AGE_OF_MAJORITY = 18

# UNHCR's age bands: lowest age, code (0-4, 5-11, 12-17, 18-59, 60+).
UNHCR_BANDS = ((0, "0_4"), (5, "5_11"), (12, "12_17"), (18, "18_59"), (60, "60_plus"))


def age_on(
    day: datetime.date, *, born_on: datetime.date | None, birth_year: int | None
) -> int | None:
    """Completed years on `day`. With a year alone, the difference of the years; None when nothing is known."""
    if born_on:
        had_birthday = (day.month, day.day) >= (born_on.month, born_on.day)
        return day.year - born_on.year - (0 if had_birthday else 1)
    if birth_year:
        return max(0, day.year - birth_year)
    return None


def unhcr_band(age: int | None) -> str:
    """UNHCR's age band for completed years; "unknown" without an age."""
    if age is None:
        return "unknown"
    return next(code for lowest, code in reversed(UNHCR_BANDS) if age >= lowest)
