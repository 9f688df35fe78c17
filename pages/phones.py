"""Checks whether a text could be a phone number, of a person or an organisation."""

import re

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused

FEWEST_DIGITS = 7
# A short line, such as 141 of the child-protection authority.
FEWEST_OF_A_LINE = 3
# The longest number that can be dialled, of any country.
MOST_DIGITS = 15
# A text up to this length is one number, even with a slash after the area code: `0414/1234567`.
LONGEST_WITH_SLASH = 16
BETWEEN_NUMBERS = re.compile(r"[/;,|]|\b[yoe]\b", re.IGNORECASE)


def may_be_a_number(text: str, *, fewest: int = FEWEST_DIGITS) -> bool:
    """Whether it could be a phone number: it has at least `fewest` digits."""
    return sum(letter.isdigit() for letter in text) >= fewest


def _are_several(text: str) -> bool:
    parts = BETWEEN_NUMBERS.split(text) if len(text) > LONGEST_WITH_SLASH else []
    digits = sum(letter.isdigit() for letter in text)
    return digits > MOST_DIGITS or sum(map(may_be_a_number, parts)) > 1


def require_one_number(text: str, *, field: str = "phone") -> None:
    """Raises ActionRefused unless the text is empty or could be one phone number.

    A search would find neither of two numbers stored as one.
    """
    if _are_several(text):
        raise ActionRefused(
            _("These are several phone numbers: write one here, and add each other as its own."),
            field=field,
        )
    if text.strip() and not may_be_a_number(text):
        raise ActionRefused(
            _("This is no phone number: it has fewer than seven digits."), field=field
        )


def require_phone_or_line(text: str, *, field: str = "phone") -> None:
    """Raises ActionRefused unless the text is empty or has at least three digits, as the short lines of organisations have."""
    if text.strip() and not may_be_a_number(text, fewest=FEWEST_OF_A_LINE):
        raise ActionRefused(
            _("This is no phone number: it has fewer than three digits."), field=field
        )
