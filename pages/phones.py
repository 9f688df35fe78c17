"""Checks whether a text could be a phone number, of a person or an organisation."""

import re

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused

FEWEST_DIGITS = 7
# A short line, such as 141 of the child-protection authority.
FEWEST_OF_A_LINE = 3
# The longest number that can be dialled, of any country.
MOST_DIGITS = 15
# A text with fewer characters is one number; its area code may precede a slash: `0414/1234567`.
LONGEST_WITH_STROKE = 16
BETWEEN_NUMBERS = re.compile(r"[/;,|]|\b[yoe]\b", re.IGNORECASE)


def may_be_a_number(text: str, *, fewest: int = FEWEST_DIGITS) -> bool:
    """Whether it could be a phone number: it has as many digits as the shortest."""
    return sum(letter.isdigit() for letter in text) >= fewest


def _are_several(text: str) -> bool:
    parts = BETWEEN_NUMBERS.split(text) if len(text) > LONGEST_WITH_STROKE else []
    digits = sum(letter.isdigit() for letter in text)
    return digits > MOST_DIGITS or sum(map(may_be_a_number, parts)) > 1


def refuse_no_number(text: str, *, field: str = "phone") -> None:
    """Raises ActionRefused for a text that is no number, or more than one.

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


def refuse_no_line(text: str, *, field: str = "phone") -> None:
    """The same for organisations, which may have a short line."""
    if text.strip() and not may_be_a_number(text, fewest=FEWEST_OF_A_LINE):
        raise ActionRefused(
            _("This is no phone number: it has fewer than three digits."), field=field
        )
