"""How to show counts of people to readers who may not know who they are."""

from django.utils.translation import gettext as _

SMALLEST_SHOWN = 5


def is_small(count: int) -> bool:
    """Whether the number is small enough to reveal who is counted. Zero is not."""
    return 0 < count < SMALLEST_SHOWN


def shown(count: int) -> str:
    """The count, or "fewer than 5" if it is small. Zero is shown as zero."""
    if is_small(count):
        return _("fewer than %(number)d") % {"number": SMALLEST_SHOWN}
    return str(count)
