"""When somebody is warned about a day that comes: pure, without a database."""

import datetime
from collections.abc import Sequence

# Days before, where no rule of law lists its own.
WARNING_DAYS = (14, 7, 1)
# Stands for "overdue" among the steps.
OVERDUE = -1
# The step of what is told once, on whatever day.
TOLD_ONCE = 0


def warning_step(
    due_on: datetime.date, today: datetime.date, warn_days: Sequence[int] | None = None
) -> int | None:
    """Which warning holds today: the nearest step not yet passed; None while the day is far off.

    `warn_days` are the days before of the rule that the day was computed by. Whoever was away for some
    steps gets the one that holds now, and none of those missed.
    """
    left = (due_on - today).days
    steps = (*(warn_days or WARNING_DAYS), OVERDUE)
    return min((step for step in steps if step >= left), default=None)
