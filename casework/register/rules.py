"""Rules about ages, births as people state them, numbers of files, and exits, without the database."""

import datetime
import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from casework.register.choices import BirthPrecision, ExitType, Voluntary
from pages.dates import month_or_year, parse_date, short_date
from reference.rules import add_months

AGE_OF_MAJORITY = 18
# UNHCR's age bands: lowest age, code (0-4, 5-11, 12-17, 18-59, 60+).
UNHCR_BANDS = ((0, "0_4"), (5, "5_11"), (12, "12_17"), (18, "18_59"), (60, "60_plus"))


def age_on(
    day: datetime.date, *, born_on: datetime.date | None, birth_year: int | None
) -> int | None:
    """Returns completed years on `day`; if only the year is known, the difference of the years; None without both."""
    if born_on:
        had_birthday = (day.month, day.day) >= (born_on.month, born_on.day)
        return day.year - born_on.year - (0 if had_birthday else 1)
    if birth_year:
        return max(0, day.year - birth_year)
    return None


def unhcr_band(age: int | None) -> str:
    """Returns the code of UNHCR's age band for completed years; "unknown" for None."""
    if age is None:
        return "unknown"
    return next(code for lowest, code in reversed(UNHCR_BANDS) if age >= lowest)


@dataclass(frozen=True)
class Birth:
    """What is known of a birth. `born_on` is set for the precisions DAY and MONTH (then the first of the month) only."""

    precision: BirthPrecision = BirthPrecision.UNKNOWN
    born_on: datetime.date | None = None
    year: int | None = None

    def age_on(self, day: datetime.date) -> int | None:
        return age_on(day, born_on=self.born_on, birth_year=self.year)

    @property
    def earliest(self) -> datetime.date | None:
        """The first possible day; None if nothing is known. A year counted from an age may be one too late."""
        if self.born_on or not self.year:
            return self.born_on
        return datetime.date(self.year - (self.precision == BirthPrecision.AGE), 1, 1)


MAX_AGE = 120
# Matches words before an uncertain number: unos 34, aprox. 25.
ABOUT = r"(?:(?:unos|unas|como|aprox(?:imadamente)?\.?|about|ca\.?|\+/-|±|≈)\s*)?"
AGE = re.compile(rf"{ABOUT}~?\s*(\d{{1,3}})\s*(?:a|años?|anos?|y|years?)?\s*\??")
MONTHS_OLD = re.compile(r"(\d{1,2})\s*(?:m|mes|meses|months?)")
# Ages below this number of months are shown in months.
SHOWN_IN_MONTHS = 24
YEAR = re.compile(rf"(~|{ABOUT})\s*((?:18|19|20)\d{{2}})(\??)")


class BirthNotUnderstood(ValueError):
    """The text is neither an age nor a year nor a past date."""


class BornLater(BirthNotUnderstood):
    """The birth is after the last possible day."""


class BornTooLongAgo(BirthNotUnderstood):
    """The age is above MAX_AGE."""


def parse_birth(text: str, *, on: datetime.date, by: datetime.date | None = None) -> Birth:
    """Returns the birth stated on that day: `34`, `unos 34`, `8 m`, `1991`, `~1991`, `~3/2026`, `12/4/91`.

    `by` is the last possible day of birth, by default `on`. An age fits two years (an age in months, two months): the
    later one is taken unless it begins after `by`. An empty text gives "not known"; `~1991` means a year counted from
    an age, `~3/2026` a month. Raises BirthNotUnderstood, or its subclasses BornLater or BornTooLongAgo for an
    impossible birth.
    """
    typed, by = " ".join(text.lower().split()), by or on
    if not typed:
        return Birth()
    if match := YEAR.fullmatch(typed):
        is_about = match[1] or match[3]
        precision = BirthPrecision.AGE if is_about else BirthPrecision.YEAR
        return _of_year(int(match[2]), precision, by)
    if match := AGE.fullmatch(typed):
        year = on.year - int(match[1])
        return _of_year(by.year if year == by.year + 1 else year, BirthPrecision.AGE, by)
    if match := MONTHS_OLD.fullmatch(typed):
        day = add_months(on, -int(match[1]))
        is_open = day > by >= add_months(day, -1)
        return _of_month((by if is_open else day).replace(day=1), by)
    if (month := month_or_year(typed.lstrip("~ "))) and month[1]:
        return _of_month(datetime.date(*month, 1), by)
    try:
        day = parse_date(typed, today=by, latest=by)
    except ValueError as error:
        raise BirthNotUnderstood(text) from error
    if day > by:
        raise BornLater(text)
    of_year = _of_year(day.year, BirthPrecision.DAY, by)
    return Birth(of_year.precision, day, of_year.year)


def _of_year(year: int, precision: BirthPrecision, on: datetime.date) -> Birth:
    if year > on.year:
        raise BornLater(str(year))
    if year < on.year - MAX_AGE:
        raise BornTooLongAgo(str(year))
    return Birth(precision, None, year)


def _of_month(first: datetime.date, on: datetime.date) -> Birth:
    if first > on:
        raise BornLater(str(first))
    return Birth(BirthPrecision.MONTH, first, _of_year(first.year, BirthPrecision.MONTH, on).year)


def age_in_words(birth: Birth, day: datetime.date, *, with_unit: bool = False) -> str:
    """Returns `34` (`34 years` if `with_unit`), `≈ 34`, `8 months`, `≈ 8 months`, `less than 1 month`; "" if unknown.

    Without a day or month of birth, an age of zero gives "less than 1 year".
    """
    about = "" if birth.precision == BirthPrecision.DAY else "≈ "
    if birth.born_on:
        first = birth.born_on
        months = 12 * (day.year - first.year) + day.month - first.month - (day.day < first.day)
        if months < 1:
            return _("less than 1 month")
        if months < SHOWN_IN_MONTHS:
            return about + ngettext("%(n)s month", "%(n)s months", months) % {"n": months}
    age = age_on(day, born_on=birth.born_on, birth_year=birth.year)
    if age is None:
        return ""
    if age == 0:
        return _("less than 1 year")
    words = ngettext("%(age)s year", "%(age)s years", age) if with_unit else "%(age)s"
    return about + words % {"age": age}


def birth_as_text(birth: Birth) -> str:
    """Returns the birth as text that `parse_birth` reads back unchanged; "" if unknown."""
    if birth.precision == BirthPrecision.DAY and birth.born_on:
        return short_date(birth.born_on)
    if birth.born_on:
        return f"~{birth.born_on.month}/{birth.born_on.year}"
    about = "~" if birth.precision == BirthPrecision.AGE else ""
    return f"{about}{birth.year}" if birth.year else ""


def changes_majority(old_age: int | None, new_age: int | None) -> bool:
    """Whether one of two ages is a child's and the other an adult's; False if one is unknown."""
    if old_age is None or new_age is None:
        return False
    return (old_age < AGE_OF_MAJORITY) != (new_age < AGE_OF_MAJORITY)


def missing_for_return(
    type_: str, is_voluntary: str, asked_by: str, risk_note: str
) -> dict[str, str | Promise]:
    """Returns error messages by field for facts missing from an exit of type "return". A forced one needs no `asked_by`."""
    if type_ != ExitType.RETURN:
        return {}
    missing: dict[str, str | Promise] = {}
    if is_voluntary not in Voluntary.values:
        missing["is_voluntary"] = gettext_lazy("Say whether the person returns of their own will.")
    if is_voluntary != Voluntary.NO and not asked_by.strip():
        missing["asked_by"] = gettext_lazy("Say who asked the person.")
    if not risk_note.strip():
        missing["risk_note"] = gettext_lazy(
            "Write down the risk that was talked over with the person."
        )
    return missing


TAIL_LENGTH = 4

CASE_NUMBER = re.compile(
    r"(?:A-?)?(\d{4})-?(?:(\d{6})(?:-?(\d\d)|-(\d))?|(?<=-)(\d{1,6})(?:-(\d{1,2}))?)", re.IGNORECASE
)

# The form in which the program writes numbers, which no phone number has.
WRITTEN_NUMBER = re.compile(r"A-\d{4}-\d{6}(?:-\d{2})?")


def case_number(year: int, serial: int) -> str:
    """Returns `A-2019-000123`: the year of arrival and a serial number of that year."""
    return f"A-{year}-{serial:06d}"


def individual_number(case: str, serial: int) -> str:
    """Returns `A-2019-000123-02`: the number of the first case and a serial number of its people."""
    return f"{case}-{serial:02d}"


def parse_file_number(text: str) -> tuple[str, str] | None:
    """Returns the typed number of a case and that of a person, "" without one; None if the text is no such number.

    Accepts `A-2019-000123`, `a2019000123`, `2019-123` and each with `-02` after it; after six digits `02` alone.
    """
    match = CASE_NUMBER.fullmatch(text.strip().replace(" ", ""))
    if not match:
        return None
    case = case_number(int(match[1]), int(match[2] or match[5]))
    person = match[3] or match[4] or match[6]
    return case, individual_number(case, int(person)) if person else ""


def tail_of(number: str) -> str:
    """Returns the last four letters or digits, without other characters between them."""
    return "".join(letter for letter in number if letter.isalnum())[-TAIL_LENGTH:]


def is_tail(typed: str) -> bool:
    """Whether the text may be the last four characters of a paper's number: one of them must be a digit."""
    characters = [letter for letter in typed if letter.isalnum()]
    return len(characters) == TAIL_LENGTH and any(letter.isdigit() for letter in characters)
