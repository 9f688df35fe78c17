"""What whoever answers for an office looks at: what nobody looks after, and who has how much to do."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count as CountOf
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.register.querysets.assignment import colleagues_of
from casework.tasks.models import CaseTask
from pages.context import address
from worklist.acts import Act
from worklist.blocks.base import Count, TodayBlock
from worklist.desk import Desk
from worklist.ranking import Urgent

NOBODYS = "case-list?status=open&caseworker=nobody"


def firsts(desk: Desk) -> Iterator[Urgent]:
    """Families with a date that passed and nobody who looks after them: one line for all."""
    if desk.user.holds(Permission.CASE_MOVE):
        yield from _unattended(desk)


def _unattended(desk: Desk) -> Iterator[Urgent]:
    late = [row for row in reversed(desk.rows) if row.on < desk.today]
    left = {row.case_id: row.on for row in late if row.case_id}
    held = CaseAssignment.objects.on(desk.today).filter(case__in=left)
    for pk in held.values_list("case", flat=True):
        left.pop(pk, None)
    if not left:
        return
    words = ngettext("%(number)d family", "%(number)d families", len(left))
    yield Urgent(
        "unattended",
        min(left.values()),
        about="unattended",
        who=words % {"number": len(left)},
        because=_("something is overdue and nobody looks after the case"),
        act=Act(_("Say who"), address(NOBODYS)),
    )


def counts(desk: Desk) -> Iterator[Count]:
    """Cases that nobody looks after."""
    if desk.user.holds(Permission.CASE_MOVE):
        number = desk.open_cases["nobodys"]
        words = ngettext("case that nobody looks after", "cases that nobody looks after", number)
        yield Count("nobodys", number, words, address(NOBODYS), tone="soon")


class Load(TodayBlock):
    """Who looks after how many open cases, and how much of what they promised is late."""

    slug = "load"
    title = gettext_lazy("Work per colleague")
    permission = Permission.CASE_MOVE
    template = "worklist/blocks/load.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        cases = desk.cases(Permission.CASE_READ).open()
        held = CaseAssignment.objects.on(desk.today).filter(case__in=cases)
        late = CaseTask.objects.visible_to(desk.user).overdue_on(desk.today)
        open_cases, overdue = _number_by(held, "caseworker"), _number_by(late, "assigned_to")
        colleagues = colleagues_of(desk.user).order_by("full_name")
        rows = [
            {
                "who": colleague,
                "cases": open_cases[colleague.pk],
                "cases_url": address(f"case-list?status=open&caseworker={colleague.pk}"),
                "tasks": overdue[colleague.pk],
                "tasks_url": address(f"task-list?state=overdue&colleague={colleague.pk}"),
            }
            for colleague in colleagues
        ]
        return {"rows": rows} if rows else None


def _number_by(rows: Any, whose: str) -> Counter[Any]:
    counted = rows.order_by().values_list(whose).annotate(number=CountOf("pk"))
    return Counter(dict(counted))


load = Load()
