"""Saying who looks after a case: one, several at once, or all of a colleague's from a day on."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.tasks_along import Along, pass_tasks, return_tasks
from casework.models import Case, CaseAssignment
from pages.refusals import ActionRefused


@dataclass(frozen=True)
class Outcome:
    """What became of one case of several. `refusal` is empty where it went well."""

    case: Case
    refusal: str = ""
    together: UUID | None = None
    tasks: Along = field(default_factory=Along)


@transaction.atomic
def assign_case(
    case: Case,
    *,
    caseworker: User,
    by: User,
    on: datetime.date | None = None,
    together: UUID | None = None,
) -> CaseAssignment:
    """Lets a colleague look after the case from `on` (today unless given; a later day is planned).

    Whoever looked after it until then does so no longer, and what was planned for later days is
    planned no more. What is assigned in one go shares `together`. Raises
    ActionRefused where the colleague could not open the case.
    """
    case = Case.objects.lock(case)
    require(by, Permission.CASE_ASSIGN, about=case)
    on = on or by.today()
    if on < by.today():
        raise ActionRefused(_("This day has passed."), field="on")
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))
    if not Case.objects.visible_to(caseworker, Permission.CASE_CHANGE).contains(case):
        raise ActionRefused(
            _("%(name)s cannot open this case: it is with another team or restricted.")
            % {"name": caseworker.full_name},
            field="caseworker",
        )
    if case.assignments.on(on).filter(caseworker=caseworker, ends_on=None).exists():
        raise ActionRefused(
            _("%(name)s looks after this case already.") % {"name": caseworker.full_name},
            field="caseworker",
        )
    assignment = CaseAssignment.objects.create(
        case=case,
        caseworker=caseworker,
        starts_on=on,
        assigned_by=by,
        together=together,
        displaced=_end(case, on),
    )
    record(
        "case.assigned",
        by=by,
        about=case,
        details={"to": str(caseworker.pk), "on": on.isoformat()},
    )
    return assignment


@transaction.atomic
def unassign_case(case: Case, *, by: User) -> Case:
    """Leaves the case without anybody who looks after it, from today on."""
    case = Case.objects.lock(case)
    require(by, Permission.CASE_ASSIGN, about=case)
    if not case.assignments.on_or_after(by.today()).exists():
        raise ActionRefused(_("Nobody looks after this case."))
    _end(case, by.today())
    record("case.unassigned", by=by, about=case)
    return case


def _end(case: Case, on: datetime.date) -> list[list[Any]]:
    """Whoever began that day or later has it for no day at all; whoever began before, until then.

    Returns each row that this changes, with the end that it had.
    """
    later = case.assignments.filter(starts_on__gte=on).exclude(ends_on=F("starts_on"))
    changed = list((later | case.assignments.on(on)).values_list("pk", "ends_on"))
    later.update(ends_on=F("starts_on"))
    case.assignments.on(on).update(ends_on=on)
    return [[pk, ends_on and ends_on.isoformat()] for pk, ends_on in changed]


@transaction.atomic
def take_assignment_back(assignment: CaseAssignment, *, by: User) -> Along:
    """Lets the case be with whom it was before, and the tasks that went along. Raises ActionRefused once
    its first day has passed, or somebody has said something newer."""
    case = Case.objects.lock(assignment.case)
    require(by, Permission.CASE_ASSIGN, about=case)
    assignment = CaseAssignment.objects.get(pk=assignment.pk)
    if assignment.starts_on < by.today():
        raise ActionRefused(_("The first day has passed: assign the case anew."))
    newer = case.assignments.filter(assigned_at__gt=assignment.assigned_at)
    if assignment.ends_on is not None or newer.exists():
        raise ActionRefused(_("Somebody has said anew who looks after it."))
    assignment.ends_on = assignment.starts_on
    assignment.save(update_fields=["ends_on"])
    for pk, ends_on in assignment.displaced:
        case.assignments.filter(pk=pk).update(ends_on=ends_on)
    record("case.assignment_taken_back", by=by, about=case)
    return return_tasks(assignment, by=by)


def take_back_together(together: UUID, *, by: User) -> list[Outcome]:
    """Takes back what was assigned in one go, each case by itself, as far as `by` may assign them."""
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    assigned = CaseAssignment.objects.filter(together=together, case__in=cases)
    return [
        _tried(each.case, take_assignment_back, each, by=by)
        for each in assigned.select_related("case").order_by("case__number")
    ]


def assign_cases(
    cases: Iterable[Case],
    *,
    caseworker: User,
    by: User,
    on: datetime.date | None = None,
    leaving: User | None = None,
) -> list[Outcome]:
    """Assigns each case by itself: one that is refused leaves the others done. In the order given.

    With `leaving`, that colleague's open tasks about each case go along.
    """
    words = {"caseworker": caseworker, "by": by, "on": on, "leaving": leaving, "together": uuid4()}
    return [_tried(case, _assign, case, **words) for case in cases]


@transaction.atomic
def _assign(case: Case, *, leaving: User | None, by: User, **words: Any) -> Along:
    assignment = assign_case(case, by=by, **words)
    return pass_tasks(assignment, leaving=leaving, by=by) if leaving else Along()


def _tried(case: Case, action: Callable[..., Along], *about: Any, **words: Any) -> Outcome:
    try:
        tasks = action(*about, **words)
    except ActionRefused as refusal:
        return Outcome(case, str(refusal))
    return Outcome(case, together=words.get("together"), tasks=tasks)


def hand_over(
    *, leaving: User, taking: User, by: User, on: datetime.date | None = None
) -> list[Outcome]:
    """Gives every open case that `leaving` looks after on that day to `taking`, from then on, with the tasks
    that `leaving` has in them.

    Only cases that `by` may assign. Raises ActionRefused where there is nothing to hand over.
    """
    on = on or by.today()
    if leaving == taking:
        raise ActionRefused(_("Choose two different people."), field="taking")
    cases = list(cases_of(leaving, by=by, on=on))
    if not cases:
        raise ActionRefused(
            _("%(name)s looks after no open case on that day.") % {"name": leaving.full_name},
            field="leaving",
        )
    return assign_cases(cases, caseworker=taking, by=by, on=on, leaving=leaving)


def cases_of(caseworker: User, *, by: User, on: datetime.date) -> Iterable[Case]:
    """The open cases that somebody looks after on a day, as far as `by` may assign them."""
    held = CaseAssignment.objects.on(on).filter(caseworker=caseworker)
    return (
        Case.objects.visible_to(by, Permission.CASE_ASSIGN)
        .open()
        .filter(pk__in=held.values("case"))
        .order_by("number")
    )
