"""Today for those responsible for an office: cases without a caseworker, and the work of each colleague."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.permissions import Permission
from pages.context import address
from pages.pager import counted_so_far
from worklist.due.acts import LineAct
from worklist.due.choices import Whose
from worklist.today.blocks.base import Count, TodayBlock
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem

NOBODYS = "case-list?status=open&caseworker=nobody"
OVERDUE_OF_NOBODY = f"due-list?whose={Whose.NOBODY}&when=overdue"


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """One candidate for all overdue dates of cases without a caseworker."""
    if facts.user.holds(Permission.CASE_MOVE):
        yield from _unattended(facts)


def _unattended(facts: TodayFacts) -> Iterator[UrgentItem]:
    number, since = facts.dates.unattended
    if since is None:
        return
    words = ngettext("%(number)s overdue date", "%(number)s overdue dates", number)
    yield UrgentItem(
        "unattended",
        since,
        about="unattended",
        who=words % {"number": counted_so_far(number)},
        because=_("nobody looks after these cases"),
        act=LineAct(_("Say who"), address(OVERDUE_OF_NOBODY)),
    )


def counts(facts: TodayFacts) -> Iterator[Count]:
    """Open cases without a caseworker."""
    if facts.user.holds(Permission.CASE_MOVE):
        number = facts.counts["nobodys"]
        words = ngettext("case that nobody looks after", "cases that nobody looks after", number)
        yield Count("nobodys", number, words, address(NOBODYS), tone="soon")


class Load(TodayBlock):
    """Who looks after how many open cases, and how many of their tasks are overdue."""

    slug = "load"
    title = gettext_lazy("Work per colleague")
    permission = Permission.CASE_MOVE
    template = "worklist/blocks/load.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        open_cases, overdue = (
            Counter({row["who"]: row["number"] for row in facts.rows[name]})
            for name in ("cases_held", "tasks_late")
        )
        rows = [
            {
                "who": colleague["full_name"],
                "cases": open_cases[colleague["pk"]],
                "cases_url": address(f"case-list?status=open&caseworker={colleague['pk']}"),
                "tasks": overdue[colleague["pk"]],
                "tasks_url": address(f"task-list?state=overdue&colleague={colleague['pk']}"),
            }
            for colleague in facts.rows["colleagues"]
        ]
        return {"rows": rows} if rows else None


load = Load()
