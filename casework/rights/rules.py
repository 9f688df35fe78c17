"""How long files are kept after their end."""

import datetime

from reference.choices import Unit
from reference.rules import TermRule, add_months

CODE = "file-retention"


def kept_until(rule: TermRule | None, today: datetime.date) -> datetime.date | None:
    """The latest end of files whose keeping time is over; None if no rule gives a time in months or days."""
    if rule is None or rule.amount is None:
        return None
    if rule.unit == Unit.MONTH:
        return add_months(today, -rule.amount)
    if rule.unit == Unit.CALENDAR_DAY:
        return today - datetime.timedelta(days=rule.amount)
    return None
