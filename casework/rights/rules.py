"""How long files are stored after their end."""

import datetime

from reference.choices import Unit
from reference.rules import TermRule, add_months

CODE = "file-retention"


def retention_limit(rule: TermRule | None, today: datetime.date) -> datetime.date | None:
    """Returns the day by which a file must have ended to be erased today; None if the rule gives no months or days."""
    if rule is None or rule.amount is None:
        return None
    if rule.unit == Unit.MONTH:
        return add_months(today, -rule.amount)
    if rule.unit == Unit.CALENDAR_DAY:
        return today - datetime.timedelta(days=rule.amount)
    return None
