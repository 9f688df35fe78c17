"""Postpones one date of each family, with a reason."""

import datetime

from casework.tasks.actions import set_task
from worklist.decisions.actions import postpone_date
from worklist.due.choices import PostponeReason
from worklist.due.rows import due


def fill(family, cast, by):
    tomorrow = by.today() + datetime.timedelta(days=1)
    task = set_task(family.case, title="Llamar", due_on=tomorrow, by=by)
    [row] = due(by, today=by.today(), kinds=["task_due"], about_id=str(task.pk))
    postpone_date(row, until=tomorrow, reason=PostponeReason.ANSWER, by=by)
