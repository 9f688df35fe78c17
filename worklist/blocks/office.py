"""What whoever answers for an office looks at: what nobody looks after, and who has how much to do."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count as CountOf
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.register.querysets.assignment import colleagues_of
from casework.tasks.models import CaseTask
from pages.context import address
from pages.pager import COUNTED_AT_MOST, counted_so_far
from pages.questions import kept_count, kept_rows
from worklist.acts import Act
from worklist.blocks.base import Count, TodayBlock
from worklist.choices import Whose
from worklist.desk import Desk
from worklist.ranking import Urgent

NOBODYS = "case-list?status=open&caseworker=nobody"
OVERDUE_OF_NOBODY = f"due-list?whose={Whose.NOBODY}&when=overdue"


def firsts(desk: Desk) -> Iterator[Urgent]:
    """What is overdue of cases that nobody looks after: one line for all."""
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
        act=Act(_("Say who"), address(OVERDUE_OF_NOBODY)),
    )


def counts(desk: Desk) -> Iterator[Count]:
    """Cases that nobody looks after."""
    if desk.user.holds(Permission.CASE_MOVE):
        number = kept_count(_nobodys, desk.user)
        words = ngettext("case that nobody looks after", "cases that nobody looks after", number)
        yield Count("nobodys", number, words, address(NOBODYS), tone="soon")


def _nobodys(user: User) -> Any:
    held = CaseAssignment.objects.on(user.today())
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    cases = Case.objects.open().filter(~Exists(held.filter(case=OuterRef("pk"))), pk__in=seen)
    return cases.order_by().values("pk")[: COUNTED_AT_MOST + 1]


class Load(TodayBlock):
    """Who looks after how many open cases, and how much of what they promised is late."""

    slug = "load"
    title = gettext_lazy("Work per colleague")
    permission = Permission.CASE_MOVE
    template = "worklist/blocks/load.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        open_cases = Counter(dict(kept_rows(_held, desk.user)))
        overdue = Counter(dict(kept_rows(_late, desk.user)))
        colleagues = kept_rows(_colleagues, desk.user)
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


def _colleagues(user: User) -> Any:
    return colleagues_of(user).order_by("full_name")


def _held(user: User) -> Any:
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    cases = Case.objects.open().filter(pk__in=seen)
    return _number_by(CaseAssignment.objects.on(user.today()).filter(case__in=cases), "caseworker")


def _late(user: User) -> Any:
    return _number_by(CaseTask.objects.visible_to(user).overdue_on(user.today()), "assigned_to")


def _number_by(rows: Any, whose: str) -> Any:
    return rows.order_by().values_list(whose).annotate(number=CountOf("pk"))


load = Load()
