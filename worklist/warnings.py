"""When somebody is warned about a day that comes: pure, without a database."""

import datetime

# Days before; -1 stands for "overdue".
WARNING_DAYS = (14, 7, 1, -1)


def warning_step(due_on: datetime.date, today: datetime.date) -> int | None:
    """Which warning holds today: the nearest step not yet passed; None while the day is far off.

    Whoever was away for some steps gets the one that holds now, and none of those missed.
    """
    left = (due_on - today).days
    return min((step for step in WARNING_DAYS if step >= left), default=None)
