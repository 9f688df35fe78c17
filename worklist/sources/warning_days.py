"""When to warn about a coming day. Pure, without a database."""

import datetime
from collections.abc import Sequence

# Days of warning for rules that list none.
WARNING_DAYS = (14, 7, 1)
# The step for "overdue".
OVERDUE = -1
# The step of what is told once, whatever the day.
TOLD_ONCE = 0


def warning_step(
    due_on: datetime.date, today: datetime.date, warn_days: Sequence[int] | None = None
) -> int | None:
    """The warning that applies today: the nearest step not yet passed; None while the day is far off.

    `warn_days` comes from the rule that the day was computed by. A reader who was away for some steps gets the current one,
    and none of those missed.
    """
    left = (due_on - today).days
    steps = (*(warn_days or WARNING_DAYS), OVERDUE)
    return min((step for step in steps if step >= left), default=None)
