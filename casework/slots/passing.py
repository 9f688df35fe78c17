"""Work of somebody who lost sight of the case: passes to the case's carer, or waits for one.

Sight may end because the case moved or was restricted, because a role or an entry on the list of a restricted case
ended, or because the account was closed. Each room declares its own kinds of work."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from pages.slots import Slot


@dataclass(frozen=True)
class Work:
    """Rows that a colleague is responsible for; the column `holder` has the colleague.

    `open_on` gives the open rows of a day, `case` is the lookup path to the case's key. The holder sees a row with
    `permission`. The colleague in `stands_in` takes precedence over the case's carer. A row that `is_for_nobody` needs
    no other holder. A row that `ends` with its last holder has none afterwards, and keeps the former holder. `stamps`
    gives further values to save when a row passes on, and `on_passed` runs afterwards."""

    open_on: Callable[[datetime.date], Any]
    holder: str
    permission: Permission
    verb: str
    case: str = "case_id"
    stands_in: str = ""
    is_for_nobody: bool = False
    stamps: Callable[[], dict[str, Any]] = dict
    ends: Callable[[], dict[str, Any]] | None = None
    on_passed: Callable[[Any, User, User | None], None] | None = None

    def seen_by(self, user: User, rows: Any) -> Any:
        """Those of these rows that the user may hold."""
        seen = rows.model._default_manager.visible_to(user, self.permission)
        return rows.filter(pk__in=seen.values("pk")) if user.is_active else rows.none()


# The order matters: deputies who lost sight are removed before work passes to deputies.
passable_work: Slot[Work] = Slot("what somebody does in a case who may see it no more")


@transaction.atomic
def pass_unseen(*, by: User | None, day: datetime.date, case: Case | None = None) -> int:
    """Passes on open work, of one case or of all, that its holder no longer sees, or that has no holder.

    Returns how many rows passed to a colleague, or stayed without one."""
    return sum(_pass(work, by=by, day=day, case=case) for work in passable_work)


def _pass(work: Work, *, by: User | None, day: datetime.date, case: Case | None) -> int:
    rows = work.open_on(day).filter(**{work.case: case.pk} if case else {})
    lost = list(_lost(work, rows))
    keys = {getattr(row, work.case) for row in lost}
    assignments = CaseAssignment.objects.on(day).filter(case__in=keys).select_related("caseworker")
    carers = {each.case_id: each.caseworker for each in assignments} if keys else {}
    cases = Case.objects.in_bulk(list(keys)) if keys else {}
    passed = 0
    for row in lost:
        key = getattr(row, work.case)
        to = _next_holder(work, row, carers.get(key))
        passed += _pass_row(work, row, to, case=cases[key], by=by, day=day)
    return passed


def _lost(work: Work, rows: Any) -> Iterator[Any]:
    """Rows without a holder, and rows that their holder no longer sees."""
    if not work.is_for_nobody:
        yield from rows.filter(**{work.holder: None})
    holders = rows.order_by().values(work.holder)
    for user in User.objects.filter(pk__in=holders).select_related("office"):
        own = rows.filter(**{work.holder: user})
        yield from own.exclude(pk__in=work.seen_by(user, own).values("pk"))


def _next_holder(work: Work, row: Any, carer: User | None) -> User | None:
    """The next holder of the row, who sees it; None if nobody does."""
    if work.is_for_nobody:
        return None
    others: Iterable[User | None] = (
        (getattr(row, work.stands_in), carer) if work.stands_in else [carer]
    )
    of_row = type(row)._default_manager.filter(pk=row.pk)
    return next((each for each in others if each and work.seen_by(each, of_row).exists()), None)


def _pass_row(
    work: Work, row: Any, to: User | None, *, case: Case, by: User | None, day: datetime.date
) -> bool:
    """Passes the row on. Returns False if it was settled or reassigned in the meantime."""
    former_holder: UUID | None = getattr(row, f"{work.holder}_id")
    if former_holder == (to.pk if to else None):
        return False
    changes: dict[str, Any] = {work.holder: to, **work.stamps()}
    if to is None and work.ends:
        changes = work.ends()
    if work.stands_in and to and to.pk == getattr(row, f"{work.stands_in}_id"):
        changes[work.stands_in] = None
    unchanged = work.open_on(day).filter(pk=row.pk, **{work.holder: former_holder}).values("pk")
    if not type(row)._default_manager.filter(pk__in=unchanged).update(**changes):
        return False
    if to and work.on_passed:
        work.on_passed(row, to, by)
    details = {"from": str(former_holder or ""), "to": str(to.pk) if to else ""}
    record(work.verb, by=by, about=row, case=case, details=details)
    return True
