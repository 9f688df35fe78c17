"""Counts of people that are shown to whoever may not know the people."""

from django.utils.translation import gettext as _

SMALLEST_SHOWN = 5


def shown(count: int) -> str:
    """The count, or "fewer than five" where the number could point at somebody. Zero is shown as zero."""
    if 0 < count < SMALLEST_SHOWN:
        return _("fewer than %(number)d") % {"number": SMALLEST_SHOWN}
    return str(count)
