"""What somebody was to do who sees the case no more: it goes to whoever looks after the case, or waits for who will.

However sight ended: the case moved or was restricted, a role or a name on the list of a restricted case ended, the account
was closed. Each room says what work of its own there is.
"""

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
    """Rows that somebody is to see to, whose name stands in the column `holder`.

    `open_on` gives those that stand open on a day, `case` leads to the key of their case. Whoever holds one sees it with
    `permission`. Before whoever looks after the case comes the colleague in `stands_in`. A row that `is_for_nobody`
    needs no other holder; one that `ends` with its last holder has none, and keeps what that says. `stamps` says what else
    is written on a row that goes on, and `kept` keeps that it did.
    """

    open_on: Callable[[datetime.date], Any]
    holder: str
    permission: Permission
    verb: str
    case: str = "case_id"
    stands_in: str = ""
    is_for_nobody: bool = False
    stamps: Callable[[], dict[str, Any]] = dict
    ends: Callable[[], dict[str, Any]] | None = None
    kept: Callable[[Any, User, User | None], None] | None = None

    def seen_by(self, user: User, rows: Any) -> Any:
        """Those of these rows that the user may hold."""
        seen = rows.model._default_manager.visible_to(user, self.permission)
        return rows.filter(pk__in=seen.values("pk")) if user.is_active else rows.none()


# In their order: a colleague who stands in and sees it no more stands in no more before it goes to them.
passable_work: Slot[Work] = Slot("what somebody does in a case who may see it no more")


@transaction.atomic
def pass_unseen(*, by: User | None, day: datetime.date, case: Case | None = None) -> int:
    """Passes on the open work, of one case or of all, of who sees it no more, and what nobody has where somebody
    looks after the case by now. Returns how much went or stayed behind with nobody."""
    return sum(_pass(work, by=by, day=day, case=case) for work in passable_work)


def _pass(work: Work, *, by: User | None, day: datetime.date, case: Case | None) -> int:
    rows = work.open_on(day).filter(**{work.case: case.pk} if case else {})
    lost = list(_lost(work, rows))
    keys = {getattr(row, work.case) for row in lost}
    held = CaseAssignment.objects.on(day).filter(case__in=keys).select_related("caseworker")
    carers = {each.case_id: each.caseworker for each in held} if keys else {}
    cases = Case.objects.in_bulk(list(keys)) if keys else {}
    passed = 0
    for row in lost:
        key = getattr(row, work.case)
        to = _taking(work, row, carers.get(key))
        passed += _passed(work, row, to, case=cases[key], by=by, day=day)
    return passed


def _lost(work: Work, rows: Any) -> Iterator[Any]:
    """Those that nobody has, and those of each who sees them no more."""
    if not work.is_for_nobody:
        yield from rows.filter(**{work.holder: None})
    holders = rows.order_by().values(work.holder)
    for user in User.objects.filter(pk__in=holders).select_related("office"):
        own = rows.filter(**{work.holder: user})
        yield from own.exclude(pk__in=work.seen_by(user, own).values("pk"))


def _taking(work: Work, row: Any, carer: User | None) -> User | None:
    """Who has it next, of those who see it."""
    if work.is_for_nobody:
        return None
    others: Iterable[User | None] = (
        (getattr(row, work.stands_in), carer) if work.stands_in else [carer]
    )
    of_row = type(row)._default_manager.filter(pk=row.pk)
    return next((each for each in others if each and work.seen_by(each, of_row).exists()), None)


def _passed(
    work: Work, row: Any, to: User | None, *, case: Case, by: User | None, day: datetime.date
) -> bool:
    """Only what is open still, and has not changed hands meanwhile."""
    had: UUID | None = getattr(row, f"{work.holder}_id")
    if had == (to.pk if to else None):
        return False
    changes: dict[str, Any] = {work.holder: to, **work.stamps()}
    if to is None and work.ends:
        changes = work.ends()
    if work.stands_in and to and to.pk == getattr(row, f"{work.stands_in}_id"):
        changes[work.stands_in] = None
    still = work.open_on(day).filter(pk=row.pk, **{work.holder: had}).values("pk")
    if not type(row)._default_manager.filter(pk__in=still).update(**changes):
        return False
    if to and work.kept:
        work.kept(row, to, by)
    details = {"from": str(had or ""), "to": str(to.pk) if to else ""}
    record(work.verb, by=by, about=row, case=case, details=details)
    return True
