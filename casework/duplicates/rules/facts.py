"""Compares sex, birth, papers, phones and relatives of two people."""

import datetime
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from casework.duplicates.choices import Reason
from casework.duplicates.rules import weights
from casework.duplicates.rules.words import compared, words_of
from casework.papers.rules.papers import Paper
from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import Birth


@dataclass(frozen=True)
class Verdict:
    """The points of one comparison, and the reasons for them. `is_compared` is False if one side is unknown."""

    points: float = 0.0
    reasons: tuple[Reason, ...] = ()
    is_compared: bool = True


NOT_COMPARED = Verdict(is_compared=False)


def sexes(one: str, other: str, *, have_one_name: bool) -> Verdict:
    if Sex.UNKNOWN in (one, other):
        return NOT_COMPARED
    if one == other:
        return Verdict(weights.SAME_SEX)
    points = weights.OTHER_SEX_OF_ONE_NAME if have_one_name else weights.OTHER_SEX
    return Verdict(points, (Reason.OTHER_SEX,))


def births(one: Birth | None, other: Birth | None) -> Verdict:
    if one is None or other is None or one.year is None or other.year is None:
        return NOT_COMPARED
    years_apart = abs(one.year - other.year)
    estimates = (BirthPrecision.AGE, BirthPrecision.MONTH)
    is_estimate = one.precision in estimates or other.precision in estimates
    if one.born_on and other.born_on and not is_estimate:
        if one.born_on == other.born_on:
            return Verdict(weights.SAME_BIRTH_DATE, (Reason.SAME_BIRTH_DATE,))
        if _is_typing_error(one.born_on, other.born_on):
            return Verdict(weights.DATE_SLIP, (Reason.DATE_SLIP,))
        points = weights.OTHER_DATE_NEAR if years_apart <= 2 else weights.OTHER_DATE
        return Verdict(points, (Reason.OTHER_AGE,))
    return _years(years_apart, is_estimate=is_estimate)


def _years(years_apart: int, *, is_estimate: bool) -> Verdict:
    """Compares birth years. An estimate may be one year off, because the birthday of that year may still have been ahead."""
    tolerance = 1 if is_estimate else 0
    if years_apart <= tolerance:
        reason = Reason.NEAR_AGE if years_apart else Reason.SAME_BIRTH_YEAR
        return Verdict(weights.SAME_BIRTH_YEAR, (reason,))
    if years_apart <= tolerance + 1:
        return Verdict(weights.NEAR_YEAR, (Reason.NEAR_AGE,))
    if years_apart <= tolerance + 2:
        return Verdict(weights.SOME_YEARS_APART, (Reason.OTHER_AGE,))
    if abs(years_apart - 10) <= tolerance:
        return Verdict(weights.DECADE_APART, (Reason.OTHER_AGE,))
    return Verdict(max(weights.FAR_APART, weights.YEARS_APART - years_apart), (Reason.OTHER_AGE,))


# The least age difference between a father and a son of the same name.
YOUNGEST_FATHER = 15


def _is_typing_error(one: datetime.date, other: datetime.date) -> bool:
    """Returns whether two dates differ by a typing error.

    These are day and month swapped, another year on the same day, and one wrong or transposed digit.
    """
    if one.year == other.year and (one.day, one.month) == (other.month, other.day):
        return True
    if abs(one.year - other.year) >= YOUNGEST_FATHER:
        return False
    if (one.day, one.month) == (other.day, other.month):
        return True
    both = zip(_notations(one), _notations(other), strict=True)
    return any(OSA.distance(*pair, score_cutoff=1) == 1 for pair in both)


def _notations(date: datetime.date) -> tuple[str, str]:
    """Returns both notations of a date, because neighbouring digits depend on the notation."""
    year, month, day = date.isoformat().split("-")
    return day + month + year, year + month + day


def documents(papers: Set[Paper], others: Set[Paper], *, are_siblings: bool) -> Verdict:
    """Compares papers. Papers of two countries or kinds are not comparable, whatever their digits.

    Cards of brothers and sisters may have consecutive numbers, so for them one different digit is no typing error."""
    if papers & others:
        return Verdict(weights.SAME_DOCUMENT, (Reason.SAME_DOCUMENT,))
    pairs = [
        (one.number, other.number) for one in papers for other in others if one.agrees_with(other)
    ]
    if any(one == other for one, other in pairs):
        return Verdict(weights.SAME_DOCUMENT, (Reason.SAME_NUMBER,))
    if not are_siblings and any(_one_digit_apart(*pair) for pair in pairs):
        return Verdict(weights.DOCUMENT_SLIP, (Reason.DOCUMENT_SLIP,))
    if any(_are_of_one_kind(*pair) for pair in pairs):
        return Verdict(weights.OTHER_DOCUMENT, (Reason.OTHER_DOCUMENT,))
    return NOT_COMPARED


def _one_digit_apart(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= 6 and OSA.distance(one, other, score_cutoff=1) == 1


# The number of digits that a national card has at most.
LONGEST_CARD = 8


def _are_of_one_kind(one: str, other: str) -> bool:
    """Returns whether both look like cards of the same kind, which a person has only once. A passport has one more digit."""
    if not (one.isdigit() and other.isdigit()):
        return False
    are_cards = max(len(one), len(other)) <= LONGEST_CARD and abs(len(one) - len(other)) <= 1
    return are_cards or len(one) == len(other)


def phones(numbers: Iterable[str], others: Iterable[str], *, are_siblings: bool) -> Verdict:
    """Compares phones. One common phone gives all points, and others add nothing, because families share several."""
    left, right = _last_digits(numbers), _last_digits(others)
    if not left or not right:
        return NOT_COMPARED
    if left & right:
        return Verdict(0.0 if are_siblings else weights.SAME_PHONE, (Reason.SAME_PHONE,))
    return Verdict()


def _last_digits(numbers: Iterable[str]) -> set[str]:
    digits = ("".join(filter(str.isdigit, number))[-10:] for number in numbers)
    return {each for each in digits if len(each) >= 7}


# The words of a name in order, and as a set.
NameWords = tuple[list[str], frozenset[str]]


@dataclass(frozen=True)
class Relatives:
    """The words of family members' names, computed once for all comparisons."""

    names: list[NameWords]

    @classmethod
    def from_names(cls, names: Iterable[str]) -> "Relatives":
        words_of_names = (words_of(name) for name in names)
        return cls([(words, frozenset(words)) for words in words_of_names])


def relatives(family: Relatives, other_family: Relatives, *, are_siblings: bool) -> Verdict:
    """Compares the names of relatives: two common ones are worth a birth year, because families return together."""
    left, right = family.names, other_family.names
    if not left or not right:
        return NOT_COMPARED
    shared = min(_number_of_matches(left, right), _number_of_matches(right, left))
    if not shared:
        return Verdict(weights.OTHER_RELATIVES)
    points = min(weights.SHARED_RELATIVES_AT_MOST, weights.SHARED_RELATIVE * shared)
    return Verdict(0.0 if are_siblings else points, (Reason.SAME_RELATIVES,))


def _number_of_matches(names: Sequence[NameWords], others: Sequence[NameWords]) -> int:
    return sum(any(_is_same_relative(name, other) for other in others) for name in names)


def _is_same_relative(one: NameWords, other: NameWords) -> bool:
    if one[1].isdisjoint(other[1]):
        # Two matching words hardly ever both differ in their first letter; this excludes most pairs of names.
        return False
    both = compared(one[0], other[0])
    return both.agreement >= 1.8 and not both.conflicts
