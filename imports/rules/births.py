"""Births in a sheet: dates, years, months, ages, and whether they are estimates."""

import datetime
import re
from dataclasses import dataclass, replace

from casework.identity.rules import days_as_months
from casework.register.choices import BirthPrecision, YesNo
from casework.register.rules import (
    SHOWN_IN_MONTHS,
    Birth,
    BirthNotUnderstood,
    BornLater,
    BornTooLongAgo,
    parse_birth,
)
from imports.choices import AgeUnit, DateOrder, RowFault
from imports.rules.text import is_nothing, plain
from imports.rules.values import ABOUT, AFTER_AGE, CellFault, read_day, read_yes_no
from pages.dates import month_or_year

YEARS_AND_MONTHS = re.compile(
    r"(\d{1,3}) ?(?:a|años?|anos?) ?(?:y|,|con)? ?(\d{1,2}) ?(?:m|mes|meses)\.?"
)

# Half years of small children are ambiguous: 1,5 may be a year and five months.
HALF_YEAR_OF_A_CHILD = re.compile(r"[01](?:[.,]\d*[1-9]\d*.*| ?(?:a|años?|anos?)? y medio)")
MONTHS_OLD = re.compile(r"\d{1,2} ?(?:m|mes|meses)\.?")
BARE_NUMBER = re.compile(r"\d{1,3}(?:[.,]\d+)?")


@dataclass(frozen=True)
class AgeRules:
    """How to read the ages of a column.

    `on` is the day on which the ages were stated, None while it is unknown. `by` is the latest possible day of birth. `unit`
    is an AgeUnit or MUST_BE_ASKED. An age that depends on a question without an answer is a fault.
    """

    on: datetime.date | None
    by: datetime.date
    unit: str = AgeUnit.YEARS


def is_bare_number(text: str) -> bool:
    """Whether an age is written without a unit: `29`, `unos 30`."""
    return BARE_NUMBER.fullmatch(_without_approximation(text)) is not None


def is_more_than_months(text: str) -> bool:
    """Whether a bare number is too large to be months."""
    return float(_without_approximation(text).replace(",", ".")) > SHOWN_IN_MONTHS


def is_an_age(text: str) -> bool:
    """Whether a cell contains an age, and neither a date nor a year."""
    return not (is_nothing(text) or re.search(r"\d{4}|\d ?[/-] ?\d", text))


def _without_approximation(text: str) -> str:
    return AFTER_AGE.sub("", ABOUT.sub("", text.strip(" .")))


def _in_years_or_months(text: str, on: datetime.date) -> str:
    """An age as `parse_birth` accepts it. Days, weeks, and years with months of small children become months."""
    small = text.casefold()
    if match := YEARS_AND_MONTHS.fullmatch(small):
        months = 12 * int(match[1]) + int(match[2])
        return f"{months} m" if months < SHOWN_IN_MONTHS else match[1]
    return days_as_months(text, on=on)


def read_age(text: str, rules: AgeRules) -> Birth:
    """The birth computed from an age: `34`, `34 años`, `8 meses`, `aprox. 30`. Raises CellFault."""
    if is_nothing(text):
        return Birth()
    if rules.unit != AgeUnit.YEARS and is_bare_number(text):
        if rules.unit != AgeUnit.MONTHS:
            raise CellFault(RowFault.YEARS_OR_MONTHS)
        text = f"{_without_approximation(text)} meses"
    if rules.on is None:
        birth = read_age(text, replace(rules, on=rules.by))
        if is_of_a_baby(birth, rules.by):
            raise CellFault(RowFault.AGE_DAY)
        return birth
    if text.strip() in ("0.5", "0,5"):
        return _read_stated("6 m", on=rules.on, by=rules.by)
    if HALF_YEAR_OF_A_CHILD.fullmatch(ABOUT.sub("", text.strip(" .")).casefold()):
        raise CellFault(RowFault.AGE_NOT_UNDERSTOOD)
    bare = re.sub(r"^(\d{1,3})[.,]\d+$", r"\1", _without_approximation(text))
    return _read_stated(_in_years_or_months(bare, rules.on), on=rules.on, by=rules.by)


def is_of_a_baby(birth: Birth, day: datetime.date) -> bool:
    """Whether the age on that day is at most one year, so that it is stated in months, which soon change."""
    age = birth.age_on(day)
    return age is not None and age <= 1


def _read_stated(bare: str, *, on: datetime.date, by: datetime.date) -> Birth:
    """The birth from an age, a year or a month. Raises CellFault."""
    try:
        return parse_birth(bare, on=on, by=by)
    except BornLater:
        raise CellFault(RowFault.FUTURE) from None
    except BornTooLongAgo:
        raise CellFault(RowFault.TOO_LONG_AGO) from None
    except BirthNotUnderstood:
        raise CellFault(RowFault.AGE_NOT_UNDERSTOOD) from None


def read_birth_cell(
    text: str, rules: AgeRules, *, today: datetime.date | None = None, order: str = DateOrder.DAY
) -> Birth:
    """A birth date, a year, an age, or an Excel serial, from one column. Raises CellFault.

    A date may be as late as `today`.
    """
    if is_nothing(text):
        return Birth()
    bare = AFTER_AGE.sub("", ABOUT.sub("", text))
    if (stated := month_or_year(bare)) and stated[1]:
        return _read_stated(bare, on=rules.by, by=rules.by)
    if re.fullmatch(r"(?:18|19|20)\d{2}", bare) or re.fullmatch(r"\d{1,3}( ?\D{0,8})?", bare):
        birth = read_age(text, rules)
        is_approximate = bare != text and birth.precision == BirthPrecision.YEAR
        return Birth(BirthPrecision.AGE, None, birth.year) if is_approximate else birth
    small = bare.casefold()
    if (
        days_as_months(bare, on=rules.by) != bare
        or MONTHS_OLD.fullmatch(small)
        or YEARS_AND_MONTHS.fullmatch(small)
    ):
        return read_age(bare, rules)
    day = read_day(bare, today=today or rules.by, order=order)
    exact = Birth(BirthPrecision.DAY, day, day.year) if day else Birth()
    return as_estimated(exact) if bare != text else exact


def read_estimated(text: str) -> bool:
    """Whether the sheet says that a birth is an estimate. Raises CellFault."""
    word = plain(text)
    if re.fullmatch(r"(?:estimad[oa]|aprox(?:imad[oa])?|estimated|no exacta)", word):
        return True
    exact = re.fullmatch(r"(?:exact[oa]?|real|confirmad[oa]|segun documento)", word)
    return not exact and read_yes_no(text) == YesNo.YES


def as_estimated(birth: Birth) -> Birth:
    """Returns the birth as estimated: with the year, without the day."""
    has_year = birth.precision in (BirthPrecision.DAY, BirthPrecision.YEAR)
    return Birth(BirthPrecision.AGE, None, birth.year) if has_year else birth


def combined_birth(birth: Birth, age: Birth) -> Birth:
    """A birth column combined with an age column. Raises CellFault if they contradict each other."""
    if birth.year and age.year and abs(birth.year - age.year) > 1:
        raise CellFault(RowFault.AGE_AND_BIRTH)
    return birth if birth.year else age


def remark_on_age(text: str) -> str:
    """A remark for an age of "more than" a number; else empty."""
    return (
        f"Edad: {text}"
        if re.search(r"^\+(?!/)|\+$|\b(?:m[aá]s de|o m[aá]s|pico|tantos)\b", text)
        else ""
    )
