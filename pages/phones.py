"""What somebody could mean as a phone number, whoever it belongs to."""

from django.utils.translation import gettext_lazy as _

from pages.refusals import ActionRefused

FEWEST_DIGITS = 7
# A line such as 141 of the child-protection authority.
FEWEST_OF_A_LINE = 3


def may_be_a_number(text: str, *, fewest: int = FEWEST_DIGITS) -> bool:
    """Whether somebody could mean a phone number: it has as many digits as the shortest."""
    return sum(letter.isdigit() for letter in text) >= fewest


def refuse_no_number(text: str, *, field: str = "phone") -> None:
    """Raises ActionRefused for what is said and cannot be somebody's number."""
    if text.strip() and not may_be_a_number(text):
        raise ActionRefused(
            _("This is no phone number: it has fewer than seven digits."), field=field
        )


def refuse_no_line(text: str, *, field: str = "phone") -> None:
    """The same where an organisation may have a short line."""
    if text.strip() and not may_be_a_number(text, fewest=FEWEST_OF_A_LINE):
        raise ActionRefused(
            _("This is no phone number: it has fewer than three digits."), field=field
        )
