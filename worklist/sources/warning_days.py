"""How many days before a due date readers are warned. Pure, without a database."""

import datetime
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# How many days before a date to warn, for rules that list no days of their own, and for the ends of aid.
WARNING_DAYS, WARNING_DAYS_OF_ENDS = (14, 7, 1), (30, 14, 7, 1, 0)
# The warning of a date that is overdue.
OVERDUE = -1
# The warning of a notice that is sent only once.
TOLD_ONCE = 0
# The days of warning of each kind that has others than WARNING_DAYS.
Steps = Mapping[str, Sequence[int]]


def warning_step(
    due_on: datetime.date, today: datetime.date, warn_days: Sequence[int] | None = None
) -> int | None:
    """The warning that applies today, as a number of days before `due_on`; None while the day is far off.

    `warn_days` are the days of the rule of law that gave the date, or of the kind. A reader who was away gets the current
    warning only, and none of the earlier ones.
    """
    left = (due_on - today).days
    steps = (*(warn_days or WARNING_DAYS), OVERDUE)
    return min((step for step in steps if step >= left), default=None)


def days_in_words(days: Sequence[int]) -> str:
    """`30, 7, 1 days before, on the day`: the days of warning, greatest first, without the day after."""
    before = [str(day) for day in days if day]
    words = []
    if before:
        text = ngettext("%(days)s day before", "%(days)s days before", max(days))
        words.append(text % {"days": ", ".join(before)})
    return ", ".join([*words, *([_("on the day")] if 0 in days else [])])
