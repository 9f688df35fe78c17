"""Counts of people, shown to readers who may not know the people."""

from django.utils.translation import gettext as _

SMALLEST_SHOWN = 5


def is_small(count: int) -> bool:
    """Whether the number is small enough to point at somebody. Zero is not."""
    return 0 < count < SMALLEST_SHOWN


def shown(count: int) -> str:
    """The count, or "fewer than five" if it could point at somebody. Zero is shown as zero."""
    if is_small(count):
        return _("fewer than %(number)d") % {"number": SMALLEST_SHOWN}
    return str(count)
