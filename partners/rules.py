"""Compares our own count with a reported figure: the difference as number and text. Pure functions."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from partners.choices import DENOMINATORS, Operator


class NoShareOfContext(ValueError):
    """A background figure must not be the divisor of a share: its sources differ by a factor of three."""


def with_separators(number: int) -> str:
    """The number with thousands separators of the user's language."""
    return str(number_format(number, force_grouping=True))


def figure_in_words(operator: str, value: int, value_to: int | None) -> str:
    """For example `more than 500`, `95,000 to 150,000`, `116`."""
    if operator == Operator.BETWEEN and value_to is not None:
        return _("%(low)s to %(high)s") % {
            "low": with_separators(value),
            "high": with_separators(value_to),
        }
    if operator == Operator.EXACTLY:
        return with_separators(value)
    return f"{Operator(operator).label} {with_separators(value)}"


def distance_from(own: int, operator: str, value: int, value_to: int | None) -> int:
    """How much our count is above the reported figure, negative if below; 0 if both can be true."""
    if operator == Operator.MORE_THAN:
        return min(0, own - value - 1)
    if operator == Operator.AT_LEAST:
        return min(0, own - value)
    if operator == Operator.BETWEEN and value_to is not None:
        return min(0, own - value) or max(0, own - value_to)
    return own - value


def difference_in_words(own: int, operator: str, value: int, value_to: int | None) -> str:
    """The difference between our count and the reported figure, as a short text."""
    distance = distance_from(own, operator, value, value_to)
    if distance == 0:
        return _("both can be true") if operator != Operator.EXACTLY else _("the same")
    count = {"count": with_separators(abs(distance))}
    if distance > 0:
        return ngettext("we count %(count)s more", "we count %(count)s more", abs(distance)) % count
    return ngettext("we count %(count)s fewer", "we count %(count)s fewer", abs(distance)) % count


def share_of_reported(own: int, *, metric: str, value: int) -> float | None:
    """Our count as a share of the reported figure; None if that is zero. Raises NoShareOfContext."""
    if metric not in DENOMINATORS:
        raise NoShareOfContext(metric)
    return own / value if value else None
