"""For those who answer for an office: cases that nobody looks after, and the workload of each colleague."""

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
from worklist.today.facts import Desk
from worklist.today.ranking import Urgent

NOBODYS = "case-list?status=open&caseworker=nobody"
OVERDUE_OF_NOBODY = f"due-list?whose={Whose.NOBODY}&when=overdue"


def urgent(desk: Desk) -> Iterator[Urgent]:
    """Overdue dates of cases that nobody looks after, in one line."""
    if desk.user.holds(Permission.CASE_MOVE):
        yield from _unattended(desk)


def _unattended(desk: Desk) -> Iterator[Urgent]:
    number, since = desk.dates.unattended
    if since is None:
        return
    words = ngettext("%(number)s overdue date", "%(number)s overdue dates", number)
    yield Urgent(
        "unattended",
        since,
        about="unattended",
        who=words % {"number": counted_so_far(number)},
        because=_("nobody looks after these cases"),
        act=LineAct(_("Say who"), address(OVERDUE_OF_NOBODY)),
    )


def counts(desk: Desk) -> Iterator[Count]:
    """Cases that nobody looks after."""
    if desk.user.holds(Permission.CASE_MOVE):
        number = desk.counts["nobodys"]
        words = ngettext("case that nobody looks after", "cases that nobody looks after", number)
        yield Count("nobodys", number, words, address(NOBODYS), tone="soon")


class Load(TodayBlock):
    """Who looks after how many open cases, and how many of their tasks are overdue."""

    slug = "load"
    title = gettext_lazy("Work per colleague")
    permission = Permission.CASE_MOVE
    template = "worklist/blocks/load.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        open_cases, overdue = (
            Counter({row["who"]: row["number"] for row in desk.rows[name]})
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
            for colleague in desk.rows["colleagues"]
        ]
        return {"rows": rows} if rows else None


load = Load()
