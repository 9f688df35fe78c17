"""Replaces phones and numbers of papers in texts, except the person's own."""

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

# Fewer digits are no phone: they may be a sum or years.
FEWEST_DIGITS = 7

# A number of another person is recognised by this number of digits or more.
FEWEST_KNOWN_DIGITS = 5


def digits_in(number: str) -> str:
    return "".join(letter for letter in number if letter.isdigit())


def is_same(one: str, other: str) -> bool:
    """Whether two numbers are equal except for a prefix."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= FEWEST_KNOWN_DIGITS and longer.endswith(shorter)


@dataclass
class NumbersVeil:
    """The person's own numbers, and numbers of others with what replaces them."""

    own: set[str] = field(default_factory=set)
    others: dict[str, str] = field(default_factory=dict)

    def exempt(self, number: str) -> None:
        """Adds a number of the person, which is never replaced, even if somebody else has it too."""
        if digits := digits_in(number):
            self.own.add(digits)

    def cover(self, number: str, *, label: str) -> None:
        """Adds a number of somebody else, which is replaced by `label`."""
        if digits := digits_in(number):
            self.others.setdefault(digits, label)

    def replace_in(self, text: str) -> str:
        """Returns the text with others' numbers and unknown numbers replaced."""
        return CANDIDATE.sub(self._replacement, text)

    def _replacement(self, match: re.Match[str]) -> str:
        text = match[0]
        digits = digits_in(text)
        if WRITTEN_NUMBER.fullmatch(text) or any(is_same(digits, own) for own in self.own):
            return text
        for other, label in self.others.items():
            if is_same(digits, other):
                return f"[{_('number')}: {label}]"
        if len(digits) < FEWEST_DIGITS or _is_no_number(match):
            return text
        return f"[{_('number')}]"


def _is_no_number(match: re.Match[str]) -> bool:
    """Whether the digits are a day, a range of years, or a sum of money."""
    number, text = match[0], match.string
    return bool(
        DAY.fullmatch(number)
        or all(YEAR.fullmatch(part) for part in re.split(r"[ ().\-]+", number))
        or MONEY_BEFORE.search(text[: match.start()])
        or MONEY_AFTER.match(text, match.end())
    )
