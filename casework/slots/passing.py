"""Passes work on if its holder no longer sees the case: to the colleague who looks after the case, or to nobody.

A colleague may stop seeing a case because it moved or was restricted, because a role or a named access ended, or
because the account was closed. Each package declares its own kinds of work."""

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
    """A kind of rows for which a colleague, the holder, is responsible; `holder` is the name of that foreign key.

    `open_on` returns the rows open on a day, `case` is the column of the case's key. A holder needs `permission`. The
    colleague in the column `deputy` comes before the case's carer. Rows with `is_for_nobody` get no other holder. If
    there is no next holder, a row gets the values that `ends` returns, and keeps its holder. `stamps` returns further
    values to save with the next holder. `on_passed(row, next_holder, by)` runs afterwards."""

    open_on: Callable[[datetime.date], Any]
    holder: str
    permission: Permission
    verb: str
    case: str = "case_id"
    deputy: str = ""
    is_for_nobody: bool = False
    stamps: Callable[[], dict[str, Any]] = dict
    ends: Callable[[], dict[str, Any]] | None = None
    on_passed: Callable[[Any, User, User | None], None] | None = None

    def seen_by(self, user: User, rows: Any) -> Any:
        """Returns the subset of these rows that the user may hold; none for an inactive user."""
        seen = rows.model._default_manager.visible_to(user, self.permission)
        return rows.filter(pk__in=seen.values("pk")) if user.is_active else rows.none()


# The order matters: deputies who no longer see a case are removed before work passes to deputies.
passable_work: Slot[Work] = Slot("what somebody does in a case who may see it no more")


@transaction.atomic
def pass_on_unseen_work(*, by: User | None, day: datetime.date, case: Case | None = None) -> int:
    """Passes on open work, of one case or of all, that its holder no longer sees or that has no holder.

    Returns the number of rows that were changed.
    """
    return sum(_pass_on(work, by=by, day=day, case=case) for work in passable_work)


def _pass_on(work: Work, *, by: User | None, day: datetime.date, case: Case | None) -> int:
    rows = work.open_on(day).filter(**{work.case: case.pk} if case else {})
    rows_to_pass = list(_rows_to_pass_on(work, rows))
    keys = {getattr(row, work.case) for row in rows_to_pass}
    assignments = CaseAssignment.objects.on(day).filter(case__in=keys).select_related("caseworker")
    carers = {each.case_id: each.caseworker for each in assignments} if keys else {}
    cases = Case.objects.in_bulk(list(keys)) if keys else {}
    passed = 0
    for row in rows_to_pass:
        key = getattr(row, work.case)
        next_holder = _next_holder(work, row, carers.get(key))
        passed += _pass_row_on(work, row, next_holder, case=cases[key], by=by, day=day)
    return passed


def _rows_to_pass_on(work: Work, rows: Any) -> Iterator[Any]:
    """Yields rows without a holder, and rows that their holder no longer sees."""
    if not work.is_for_nobody:
        yield from rows.filter(**{work.holder: None})
    holders = rows.order_by().values(work.holder)
    for user in User.objects.filter(pk__in=holders).select_related("office"):
        rows_of_user = rows.filter(**{work.holder: user})
        yield from rows_of_user.exclude(pk__in=work.seen_by(user, rows_of_user).values("pk"))


def _next_holder(work: Work, row: Any, carer: User | None) -> User | None:
    """Returns the first of deputy and carer who sees the row; None if neither does."""
    if work.is_for_nobody:
        return None
    candidates: Iterable[User | None] = (
        (getattr(row, work.deputy), carer) if work.deputy else [carer]
    )
    this_row = type(row)._default_manager.filter(pk=row.pk)
    return next(
        (each for each in candidates if each and work.seen_by(each, this_row).exists()), None
    )


def _pass_row_on(
    work: Work,
    row: Any,
    next_holder: User | None,
    *,
    case: Case,
    by: User | None,
    day: datetime.date,
) -> bool:
    """Passes the row on and records it. Returns False if there is no change, or if somebody else changed the row."""
    former_holder: UUID | None = getattr(row, f"{work.holder}_id")
    if former_holder == (next_holder.pk if next_holder else None):
        return False
    changes: dict[str, Any] = {work.holder: next_holder, **work.stamps()}
    if next_holder is None and work.ends:
        changes = work.ends()
    if work.deputy and next_holder and next_holder.pk == getattr(row, f"{work.deputy}_id"):
        changes[work.deputy] = None
    unchanged = work.open_on(day).filter(pk=row.pk, **{work.holder: former_holder}).values("pk")
    if not type(row)._default_manager.filter(pk__in=unchanged).update(**changes):
        return False
    if next_holder and work.on_passed:
        work.on_passed(row, next_holder, by)
    details = {"from": str(former_holder or ""), "to": str(next_holder.pk) if next_holder else ""}
    record(work.verb, by=by, about=row, case=case, details=details)
    return True
