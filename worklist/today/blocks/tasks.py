"""The user's own tasks and dates on Today."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from pages.context import address
from worklist.sources.kinds import TASK_DUE
from worklist.today.blocks.base import Count
from worklist.today.counts import WEEK_AHEAD
from worklist.today.facts import FIRST_KINDS, TodayFacts
from worklist.today.ranking import UrgentItem


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """Overdue tasks of the user, and overdue dates that were handed to them or that they took."""
    if not facts.user.holds(Permission.TASK_CHANGE):
        return
    tasks = address("task-list?whose=mine&state=overdue"), facts.counts["tasks_overdue"]
    others = address("due-list?whose=mine&when=overdue"), 0
    for row in facts.dates.own:
        # Another function yields these kinds, with a worse kind of harm.
        if row.kind in FIRST_KINDS:
            continue
        url, in_all = tasks if row.kind == TASK_DUE else others
        yield UrgentItem(
            "task", row.on, row.case_id, row.about_id, row.person_id, row, url=url, in_all=in_all
        )


def counts(facts: TodayFacts) -> Iterator[Count]:
    """The user's tasks that are overdue, and those due within seven days."""
    if not facts.user.holds(Permission.TASK_CHANGE):
        return
    week, overdue = facts.today + WEEK_AHEAD, facts.counts["tasks_overdue"]
    coming = facts.counts["tasks_coming"]
    week_url = address("task-list?whose=mine&state=open")
    week_url += f"&due_from={facts.today.isoformat()}&due_until={week.isoformat()}"
    words = ngettext("overdue task of mine", "overdue tasks of mine", overdue)
    late_url = address("task-list?whose=mine&state=overdue")
    yield Count("my-tasks", overdue, words, late_url, is_rare=True, tone="late")
    words = ngettext("task of mine in 7 days", "tasks of mine in 7 days", coming)
    yield Count("my-tasks", coming, words, week_url, is_rare=True)
