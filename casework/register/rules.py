"""Ages, births as people state them, days known in part, numbers, relations of a family, exits. Pure."""

import datetime
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casework.register.choices import (
    BirthPrecision,
    DayPrecision,
    ExitType,
    Relation,
    Sex,
    Voluntary,
)
from pages.dates import month_of_year, parse_date, short_date
from reference.rules import add_months

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


@dataclass(frozen=True)
class Birth:
    """What is known of a birth; an age or a year alone never becomes a day."""

    precision: BirthPrecision = BirthPrecision.UNKNOWN
    born_on: datetime.date | None = None
    year: int | None = None


OLDEST = 120
AGE = re.compile(r"(\d{1,3})\s*(?:a|años?|anos?|y|years?)?")
MONTHS_OLD = re.compile(r"(\d{1,2})\s*(?:m|mes|meses|months?)")
YEAR = re.compile(r"(~?)\s*((?:18|19|20)\d{2})")


class BirthNotUnderstood(ValueError):
    """What was typed is neither an age nor a year nor a past date."""


def read_birth(text: str, *, on: datetime.date) -> Birth:
    """The birth that somebody stated on that day: `34`, `8 m`, `1991`, `~1991`, `12/4/91`.

    Nothing typed gives "not known"; `~1991` is a year that was counted from an age.

    Raises BirthNotUnderstood.
    """
    typed = " ".join(text.lower().split())
    if not typed:
        return Birth()
    if match := YEAR.fullmatch(typed):
        precision = BirthPrecision.AGE if match[1] else BirthPrecision.YEAR
        return _of_year(int(match[2]), precision, on)
    if match := AGE.fullmatch(typed):
        return _of_year(on.year - int(match[1]), BirthPrecision.AGE, on)
    if match := MONTHS_OLD.fullmatch(typed):
        return _of_year(add_months(on, -int(match[1])).year, BirthPrecision.AGE, on)
    try:
        day = parse_date(typed, today=on, latest=on)
    except ValueError as error:
        raise BirthNotUnderstood(text) from error
    if day > on:
        raise BirthNotUnderstood(text)
    known = _of_year(day.year, BirthPrecision.DAY, on)
    return Birth(known.precision, day, known.year)


def _of_year(year: int, precision: BirthPrecision, on: datetime.date) -> Birth:
    if not on.year - OLDEST <= year <= on.year:
        raise BirthNotUnderstood(str(year))
    return Birth(precision, None, year)


def written_birth(birth: Birth) -> str:
    """The birth as a field shows it again, so that an unchanged field changes nothing."""
    if birth.precision == BirthPrecision.DAY and birth.born_on:
        return short_date(birth.born_on)
    about = "~" if birth.precision == BirthPrecision.AGE else ""
    return f"{about}{birth.year}" if birth.year else ""


def first_day(day: datetime.date | None, precision: str) -> datetime.date | None:
    """What is stored: the day itself, the first of its month or year, or nothing."""
    if day is None or precision == DayPrecision.UNKNOWN:
        return None
    if precision == DayPrecision.YEAR:
        return day.replace(month=1, day=1)
    return day.replace(day=1) if precision == DayPrecision.MONTH else day


def day_in_words(day: datetime.date | None, precision: str) -> str:
    """`4 Mar 2019`, `Mar 2019`, `2019` or `day not known`: never more than is known."""
    if day is None or precision == DayPrecision.UNKNOWN:
        return _("day not known")
    if precision == DayPrecision.YEAR:
        return str(day.year)
    return month_of_year(day) if precision == DayPrecision.MONTH else short_date(day)


def missing_for_return(
    type_: str, is_voluntary: str, asked_by: str, risk_note: str
) -> dict[str, str | Promise]:
    """What a return lacks, by field. Whoever goes back of their own will was asked; a force asks nobody (F38)."""
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


@dataclass(frozen=True)
class Presence:
    """How many came, left and are here at the end of a day."""

    arrived: int
    left: int

    @property
    def present(self) -> int:
        return self.arrived - self.left


def presence(
    arrivals: Iterable[datetime.date], exits: Iterable[datetime.date], on: datetime.date
) -> Presence:
    """Arrivals up to and with the day, less exits up to and with it: one day each per person."""
    return Presence(sum(day <= on for day in arrivals), sum(day <= on for day in exits))


TAIL_LENGTH = 4

CASE_NUMBER = re.compile(
    r"(?:A-?)?(\d{4})-?(?:(\d{6})(?:-?(\d\d)|-(\d))?|(?<=-)(\d{1,6})(?:-(\d{1,2}))?)", re.IGNORECASE
)

# As we write it ourselves. What somebody types may look like a phone; this never does.
WRITTEN_NUMBER = re.compile(r"A-\d{4}-\d{6}(?:-\d{2})?")

# The letter says of a Venezuelan card whether its holder is a foreigner. Many leave it out; old passports carry
# the card's number after zeros.
CARD = re.compile(r"[VE]?0*(\d{5,9})")

# What stands before a number and is no part of it: C.I., Cédula Nº, pasaporte, doc. #.
BEFORE_A_NUMBER = re.compile(
    r"""\W*(?:
        C\W{0,2}[IC](?=\W|\d|[VE]\W*\d)
        | CEDULA(?:\s+DE)?(?:\s+(?:IDENTIDAD|CIUDADANIA))?
        | PASAPORTE | PASSPORT | PAS(?=\W) | DOC(?=\W) | DOCUMENTO
        | N(?:O|RO)?\s*[.:º°\#] | NRO(?=\W|\d) | NUM(?:ERO)?(?=\W|\d)
    )\W*""",
    re.VERBOSE,
)


def case_number(year: int, serial: int) -> str:
    """`A-2019-000123`: the year of arrival and a serial of that year."""
    return f"A-{year}-{serial:06d}"


def individual_number(case: str, serial: int) -> str:
    """`A-2019-000123-02`: the case of arrival and the person's place in it."""
    return f"{case}-{serial:02d}"


def read_number(text: str) -> tuple[str, str] | None:
    """The case number that somebody typed and, if it names a person, theirs; None if it is no number.

    Takes `A-2019-000123`, `a2019000123`, `2019-123` and each with `-02` after it; after six digits `02` alone.
    """
    match = CASE_NUMBER.fullmatch(text.strip().replace(" ", ""))
    if not match:
        return None
    case = case_number(int(match[1]), int(match[2] or match[5]))
    person = match[3] or match[4] or match[6]
    return case, individual_number(case, int(person)) if person else ""


def tail_of(number: str) -> str:
    """The last four letters or digits, without the dots and dashes between them."""
    return "".join(letter for letter in number if letter.isalnum())[-TAIL_LENGTH:]


def is_tail(typed: str) -> bool:
    """Whether this may be the last four letters or digits of a paper's number; four letters alone are a name."""
    plain = [letter for letter in typed if letter.isalnum()]
    return len(plain) == TAIL_LENGTH and any(letter.isdigit() for letter in plain)


def bare_number(typed: str) -> str:
    """The number of a paper alone: "C.I. V-21.967.260", "V21967260" and "21967260" are one.

    Letters that belong to the number stay. A text without a digit gives its letters.
    """
    bare = without_words(typed)
    if not bare:
        return "".join(letter for letter in typed.upper() if letter.isalnum())
    card = CARD.fullmatch(bare)
    return card[1] if card else bare


def without_words(typed: str) -> str:
    """Letters and digits without the words that stand before a number."""
    decomposed = unicodedata.normalize("NFD", typed.upper())
    text = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    while match := BEFORE_A_NUMBER.match(text):
        text = text[match.end() :]
    return "".join(letter for letter in text if letter.isalnum())


def card_writings(typed: str) -> list[str]:
    """The number alone, as it was typed and, of a Venezuelan card, as it may have been kept with what stands before it."""
    bare = bare_number(typed)
    before = ("V", "E", "CI", "CIV", "CIE") if CARD.fullmatch(bare) else ()
    return list(dict.fromkeys([bare, typed, *(letters + bare for letters in before)]))


R = Relation

CHILDREN = (R.SON, R.DAUGHTER)

COUPLE = (R.SPOUSE, R.PARTNER)

PARENTS = (R.FATHER, R.MOTHER)

SIBLINGS = (R.BROTHER, R.SISTER)

PARENTS_SIBLINGS = (R.UNCLE, R.AUNT)

SIBLINGS_CHILDREN = (R.NEPHEW, R.NIECE)

# Each pair holds the word for a man and the word for a woman.
Pair = tuple[Relation, Relation]


def _alike(*relations: Relation) -> dict[Relation, Pair]:
    return {each: (each, each) for each in relations}


def _all(group: Pair, pair: Pair) -> dict[Relation, Pair]:
    return dict.fromkeys(group, pair)


IN_LAW = (R.IN_LAW, R.IN_LAW)

# The new principal's relation to the former one -> what the former one is to the new.
_FORMER: dict[Relation, Pair] = {
    **_alike(*COUPLE, R.IN_LAW, R.COUSIN, R.OTHER, R.UNRELATED),
    **_all(CHILDREN, PARENTS),
    **_all(PARENTS, CHILDREN),
    **_all(SIBLINGS, SIBLINGS),
    **_all(PARENTS_SIBLINGS, SIBLINGS_CHILDREN),
    **_all(SIBLINGS_CHILDREN, PARENTS_SIBLINGS),
    R.GRANDPARENT: (R.GRANDCHILD, R.GRANDCHILD),
    R.GRANDCHILD: (R.GRANDPARENT, R.GRANDPARENT),
}

# What a member was to the former principal -> what they are to the new one, who was the former one's ...
_TO_PARTNER: dict[Relation, Pair] = {
    **_alike(*CHILDREN, R.GRANDCHILD),
    **_all(PARENTS, IN_LAW),
    **_all(SIBLINGS, IN_LAW),
    R.STEPCHILD: CHILDREN,
}

_TO_CHILD: dict[Relation, Pair] = {
    **_all(COUPLE, PARENTS),
    **_all(CHILDREN, SIBLINGS),
    **_all(PARENTS, (R.GRANDPARENT, R.GRANDPARENT)),
    **_all(SIBLINGS, PARENTS_SIBLINGS),
    **_all(SIBLINGS_CHILDREN, (R.COUSIN, R.COUSIN)),
}

_TO_PARENT: dict[Relation, Pair] = {
    **_all(COUPLE, IN_LAW),
    **_all(CHILDREN, (R.GRANDCHILD, R.GRANDCHILD)),
    **_all(PARENTS, (R.SPOUSE, R.SPOUSE)),
    **_all(SIBLINGS, CHILDREN),
}

_TO_SIBLING: dict[Relation, Pair] = {
    **_all(COUPLE, IN_LAW),
    **_all(CHILDREN, SIBLINGS_CHILDREN),
    **_alike(*PARENTS, *SIBLINGS, R.GRANDPARENT, *PARENTS_SIBLINGS, R.COUSIN),
}

_OTHERS = {
    relation: table
    for group, table in (
        (COUPLE, _TO_PARTNER),
        (CHILDREN, _TO_CHILD),
        (PARENTS, _TO_PARENT),
        (SIBLINGS, _TO_SIBLING),
    )
    for relation in group
}


def relation_of_former(chosen: str, sex: str) -> Relation | None:
    """What the former principal is to the new one, who was `chosen` to the former; None where nothing follows."""
    return _word(_FORMER.get(Relation(chosen)), sex)


def relation_of_other(chosen: str, other: str, sex: str) -> Relation | None:
    """What a member who was `other` to the former principal is to the new one; a first guess, to be looked at."""
    if Relation(other) == R.UNRELATED:
        return R.UNRELATED
    return _word(_OTHERS.get(Relation(chosen), {}).get(Relation(other)), sex)


def _word(pair: Pair | None, sex: str) -> Relation | None:
    """The one of the two words that fits; without a known sex only a word that fits anybody."""
    if pair is None:
        return None
    man, woman = pair
    if man == woman:
        return man
    return {Sex.MALE.value: man, Sex.FEMALE.value: woman}.get(str(sex))
