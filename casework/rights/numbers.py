"""Phones and numbers of papers in texts: the person's own stay, all others are replaced."""

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from casework.register.rules import WRITTEN_NUMBER

# Digits with blanks, dots and dashes, perhaps after a country code or up to three letters.
CANDIDATE = re.compile(
    r"(?<![\w/.\-$])(?:[A-Za-z]{1,3}[-.]|[A-Z]{1,3})?\+?\(?\d(?:[ ().\-]{0,2}\d){5,}(?![\w/])"
)

DAY = re.compile(r"\d{1,2}[-. ]\d{1,2}[-. ]\d{2,4}|\d{4}-\d{2}-\d{2}")

YEAR = re.compile(r"(19|20)\d\d")

MONEY_BEFORE = re.compile(r"(?:\$|\b(?:COP|USD|VES|BRL|EUR)) ?$")

MONEY_AFTER = re.compile(r" ?(?:pesos|d[oó]lares|bol[ií]vares|COP|USD)\b")

# Fewer digits are no phone; they may be a sum or years.
FEWEST_DIGITS = 7

# A number on file as somebody else's is replaced if it has at least as many digits.
FEWEST_KNOWN = 5


def digits_of(number: str) -> str:
    return "".join(letter for letter in number if letter.isdigit())


def is_same(one: str, other: str) -> bool:
    """Whether two numbers are equal, ignoring prefixes."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= FEWEST_KNOWN and longer.endswith(shorter)


@dataclass
class NumbersVeil:
    """Numbers with known owners."""

    own: set[str] = field(default_factory=set)
    others: dict[str, str] = field(default_factory=dict)

    def spare(self, number: str) -> None:
        """Adds an own number; it stays, even if somebody else has it too."""
        if digits := digits_of(number):
            self.own.add(digits)

    def cover(self, number: str, *, by: str) -> None:
        """Adds a number of somebody else, who is called `by`."""
        if digits := digits_of(number):
            self.others.setdefault(digits, by)

    def over(self, text: str) -> str:
        """The text without others' numbers, and without unknown ones."""
        return CANDIDATE.sub(self._replaced, text)

    def _replaced(self, found: re.Match[str]) -> str:
        text = found[0]
        digits = digits_of(text)
        if WRITTEN_NUMBER.fullmatch(text) or any(is_same(digits, own) for own in self.own):
            return text
        for other, by in self.others.items():
            if is_same(digits, other):
                return f"[{_('number')}: {by}]"
        if len(digits) < FEWEST_DIGITS or _is_something_else(found):
            return text
        return f"[{_('number')}]"


def _is_something_else(found: re.Match[str]) -> bool:
    """A day, a range of years, or a sum of money."""
    number, text = found[0], found.string
    return bool(
        DAY.fullmatch(number)
        or all(YEAR.fullmatch(part) for part in re.split(r"[ ().\-]+", number))
        or MONEY_BEFORE.search(text[: found.start()])
        or MONEY_AFTER.match(text, found.end())
    )
