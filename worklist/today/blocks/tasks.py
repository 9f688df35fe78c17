"""The user's tasks."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from pages.context import address
from worklist.sources.kinds import TASK_DUE
from worklist.today.blocks.base import Count
from worklist.today.counts import AHEAD
from worklist.today.facts import FIRST_OF, Desk
from worklist.today.ranking import Urgent


def urgent(desk: Desk) -> Iterator[Urgent]:
    """Overdue tasks of the user, and overdue dates that they were given or took; not those of colleagues."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    tasks = address("task-list?whose=mine&state=overdue"), desk.counts["tasks_overdue"]
    others = address("due-list?whose=mine&when=overdue"), 0
    for row in desk.dates.own:
        # With a kind of harm of its own, before the tasks of others.
        if row.kind in FIRST_OF:
            continue
        url, in_all = tasks if row.kind == TASK_DUE else others
        yield Urgent(
            "task", row.on, row.case_id, row.about_id, row.person_id, row, url=url, in_all=in_all
        )


def counts(desk: Desk) -> Iterator[Count]:
    """How many are overdue, and how many are due this week."""
    if not desk.user.holds(Permission.TASK_CHANGE):
        return
    week, overdue = desk.today + AHEAD, desk.counts["tasks_overdue"]
    coming = desk.counts["tasks_coming"]
    week_url = address("task-list?whose=mine&state=open")
    week_url += f"&due_from={desk.today.isoformat()}&due_until={week.isoformat()}"
    words = ngettext("overdue task of mine", "overdue tasks of mine", overdue)
    late_url = address("task-list?whose=mine&state=overdue")
    yield Count("my-tasks", overdue, words, late_url, is_rare=True, tone="late")
    words = ngettext("task of mine in 7 days", "tasks of mine in 7 days", coming)
    yield Count("my-tasks", coming, words, week_url, is_rare=True)
