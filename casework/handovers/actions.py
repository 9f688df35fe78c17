"""Assigns one or several cases, passes work on to a colleague, and undoes both."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.handovers.querysets import due_from, load_of
from casework.plan.actions import make_responsible
from casework.plan.models import CasePlan, PlanGoal
from casework.register.actions import refuse_closed
from casework.register.models.assignment import CaseAssignment, WorkPassed
from casework.register.models.case import Case
from casework.slots.passing import pass_on_unseen_work
from casework.tasks.actions import assign_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.dates import short_date
from pages.refusals import ActionRefused


@dataclass(frozen=True)
class MovedWork:
    """The numbers of tasks that moved and that stayed, and of plans and goals that moved, with a case or back.

    `is_work_alone` says that the case itself kept its caseworker.
    """

    moved: int = 0
    unmoved: int = 0
    plans: int = 0
    is_work_alone: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changed: the case kept its caseworker, and no work moved."""
        return self.is_work_alone and not (self.moved or self.plans)


@dataclass(frozen=True)
class HandoverOutcome:
    """The outcome for one case of several. `refusal` is empty on success; `on` is the first day.

    `together` is the token by which the cases assigned at once are taken back.
    """

    case: Case
    refusal: str = ""
    together: UUID | None = None
    tasks: MovedWork = field(default_factory=MovedWork)
    on: datetime.date | None = None


@transaction.atomic
def assign_case(
    case: Case,
    *,
    caseworker: User,
    by: User,
    on: datetime.date | None = None,
    together: UUID | None = None,
) -> CaseAssignment:
    """Assigns the case to a colleague from `on`, by default today; a later day is a planned assignment.

    Ends the previous assignment, and cancels those planned for later days. Cases assigned at once share the token
    `together`, by which they are taken back. Raises ActionRefused if the colleague could not open the case.
    """
    case = lock_for(case, Permission.CASE_ASSIGN, by=by)
    on = on or by.today()
    if on < by.today():
        raise ActionRefused(_("This day has passed."), field="on")
    refuse_closed(case)
    if not Case.objects.visible_to(caseworker, Permission.CASE_CHANGE).contains(case):
        raise ActionRefused(
            _("%(name)s cannot open this case: it is with another team or restricted.")
            % {"name": caseworker.full_name},
            field="caseworker",
        )
    if existing := case.assignments.on(on).filter(caseworker=caseworker, ends_on=None).first():
        sentence = _("%(name)s looks after this case already.")
        if existing.starts_on > by.today():
            sentence = _("Already planned: %(name)s will look after this case from %(day)s on.")
        words = {"name": caseworker.full_name, "day": short_date(existing.starts_on)}
        raise ActionRefused(sentence % words, field="caseworker")
    assignment = CaseAssignment.objects.create(
        case=case,
        caseworker=caseworker,
        starts_on=on,
        assigned_by=by,
        together=together or uuid4(),
        displaced=_end(case, on, by=by),
    )
    record(
        "case.assigned",
        by=by,
        about=case,
        details={"to": str(caseworker.pk), "on": on.isoformat()},
    )
    pass_on_unseen_work(by=by, day=by.today(), case=case)
    return assignment


@transaction.atomic
def unassign_case(case: Case, *, by: User) -> Case:
    """Ends the assignments of the case today. Raises ActionRefused if it has none."""
    case = lock_for(case, Permission.CASE_ASSIGN, by=by)
    if not case.assignments.on_or_after(by.today()).exists():
        raise ActionRefused(_("Nobody looks after this case."))
    _end(case, by.today(), by=by)
    record("case.unassigned", by=by, about=case)
    return case


def _end(case: Case, on: datetime.date, *, by: User) -> list[list[Any]]:
    """Ends the current assignment on that day, and cancels those that begin on it or later.

    Work that was passed on with a planned assignment goes back. Returns the key and the former end of each changed row.
    """
    from_that_day = case.assignments.filter(starts_on__gte=on).exclude(ends_on=F("starts_on"))
    changed = list((from_that_day | case.assignments.on(on)).values_list("pk", "ends_on"))
    for planned in from_that_day.filter(starts_on__gt=by.today()):
        return_work(planned, by=by)
    from_that_day.update(ends_on=F("starts_on"))
    case.assignments.on(on).update(ends_on=on)
    return [[pk, ends_on and ends_on.isoformat()] for pk, ends_on in changed]


@transaction.atomic
def take_assignment_back(assignment: CaseAssignment, *, by: User) -> MovedWork:
    """Undoes an assignment and gives its work back; returns how much moved.

    Raises ActionRefused after its first day, or after a newer assignment.
    """
    case = lock_for(assignment.case, Permission.CASE_ASSIGN, by=by)
    assignment = CaseAssignment.objects.get(pk=assignment.pk)
    if assignment.starts_on < by.today():
        raise ActionRefused(_("The first day has passed: assign the case anew."))
    newer = case.assignments.filter(assigned_at__gt=assignment.assigned_at)
    newer = newer.exclude(ends_on=F("starts_on"))
    if assignment.ends_on is not None or newer.exists():
        raise ActionRefused(_("Somebody has said anew who looks after it."))
    assignment.ends_on = assignment.starts_on
    assignment.save(update_fields=["ends_on"])
    for pk, ends_on in assignment.displaced:
        case.assignments.filter(pk=pk).update(ends_on=ends_on)
    record("case.assignment_taken_back", by=by, about=assignment, case=case)
    returned = return_work(assignment, by=by)
    restored = [pk for pk, _ends_on in assignment.displaced]
    plans = case.assignments.filter(pk__in=restored, starts_on__gt=by.today())
    for planned in plans.exclude(ends_on=F("starts_on")):
        _move_again(planned, by=by)
    return returned


@transaction.atomic
def take_work_back(passed: WorkPassed, *, by: User) -> MovedWork:
    """Gives tasks, plans and goals back to the colleague who had them. Raises ActionRefused after the first day."""
    case = lock_for(passed.case, Permission.CASE_ASSIGN, by=by)
    passed = WorkPassed.objects.get(pk=passed.pk)
    if passed.starts_on < by.today():
        raise ActionRefused(_("The first day has passed: assign the case anew."))
    if passed.taken_back_at:
        raise ActionRefused(_("This was taken back already."))
    passed.taken_back_at = timezone.now()
    passed.save(update_fields=["taken_back_at"])
    record("work.taken_back", by=by, about=passed, case=case)
    return replace(return_work(passed, by=by), is_work_alone=True)


def take_back_together(together: UUID, *, by: User, number: str = "") -> list[HandoverOutcome]:
    """Undoes the assignment of several cases, each separately, as far as `by` may assign them.

    With `number`, only that of the case with this number.
    """
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    if number:
        cases = cases.filter(number=number)
    filters = {"together": together, "case__in": cases}
    assigned = CaseAssignment.objects.filter(**filters).select_related("case")
    passed = WorkPassed.objects.filter(**filters).select_related("case")
    return [
        *(
            outcome_of(row.case, take_assignment_back, row, by=by)
            for row in assigned.order_by("case__number")
        ),
        *(
            outcome_of(row.case, take_work_back, row, by=by)
            for row in passed.order_by("case__number")
        ),
    ]


def assign_cases(
    cases: Iterable[Case],
    *,
    caseworker: User,
    by: User,
    on: datetime.date | None = None,
    leaving: User | None = None,
) -> list[HandoverOutcome]:
    """Assigns each case separately, in order: a refusal does not affect the others.

    With `leaving`, that colleague's open work in each case is passed on too.
    """
    arguments = {
        "caseworker": caseworker,
        "by": by,
        "on": on,
        "leaving": leaving,
        "together": uuid4(),
    }
    return [outcome_of(case, assign_with_work, case, **arguments) for case in cases]


@transaction.atomic
def assign_with_work(case: Case, *, leaving: User | None, by: User, **arguments: Any) -> MovedWork:
    assignment = assign_case(case, by=by, **arguments)
    return pass_work(assignment, leaving=leaving, by=by) if leaving else MovedWork()


def outcome_of(
    case: Case, action: Callable[..., MovedWork], *row: Any, **arguments: Any
) -> HandoverOutcome:
    try:
        tasks = action(*row, **arguments)
    except ActionRefused as refusal:
        return HandoverOutcome(case, str(refusal))
    return HandoverOutcome(
        case, together=arguments.get("together"), tasks=tasks, on=arguments.get("on")
    )


def hand_over(
    *, leaving: User, taking: User, by: User, on: datetime.date | None = None
) -> list[HandoverOutcome]:
    """Gives every open case that `leaving` looks after on that day or later to `taking`, with the work of `leaving`.

    The work is the tasks, plans and goals of `leaving` in these cases, and in cases that others look after. A case planned
    for `leaving` from a later day moves on that day. Only cases that `by` may assign move. Raises ActionRefused if there
    is nothing to hand over.
    """
    on = on or by.today()
    if leaving == taking:
        raise ActionRefused(_("Choose two different people."), field="taking")
    load = load_of(leaving, by=by, on=on)
    if not load:
        raise ActionRefused(
            _("From that day on %(name)s looks after no open case and has no open task or plan.")
            % {"name": leaving.full_name},
            field="leaving",
        )
    arguments: dict[str, Any] = {"leaving": leaving, "by": by, "together": uuid4()}
    arguments["caseworker"] = taking
    return [
        outcome_of(each.case, assign_with_work, each.case, on=each.changes_hands_on, **arguments)
        if each.changes_hands_on
        else outcome_of(each.case, _pass_work, each.case, on=on, **arguments)
        for each in load
    ]


@transaction.atomic
def _pass_work(
    case: Case, *, leaving: User, by: User, on: datetime.date, caseworker: User, together: Any
) -> MovedWork:
    case = lock_for(case, Permission.CASE_ASSIGN, by=by)
    passed = WorkPassed.objects.create(
        case=case, caseworker=caseworker, starts_on=on, passed_by=by, together=together
    )
    moved = pass_work(passed, leaving=leaving, by=by)
    if not (moved.moved or moved.plans or on > by.today()):
        raise ActionRefused(
            _("%(name)s cannot open this case: it is with another team or restricted.")
            % {"name": caseworker.full_name}
        )
    record("work.passed_on", by=by, about=case, details={"to": str(caseworker.pk)})
    return replace(moved, is_work_alone=True)


Carrier = CaseAssignment | WorkPassed


def pass_work(carrier: Carrier, *, leaving: User, by: User) -> MovedWork:
    """Gives the work of `leaving` in the case to the new colleague, and records it in `carrier`.

    From today that is all open work; from a later day it is the work due on that day or later, because `leaving` does
    the rest. Work that the new colleague may not do stays.
    """
    taking, on = carrier.caseworker, carrier.starts_on
    tasks: QuerySet[Any] = CaseTask.objects.filter(case=carrier.case).open().of(leaving)
    number_open = tasks.count()
    plans: QuerySet[Any] = CasePlan.objects.filter(case=carrier.case, responsible=leaving)
    goals: QuerySet[Any] = PlanGoal.objects.open().filter(case=carrier.case, responsible=leaving)
    if on > by.today():
        tasks, plans, goals = due_from(on, tasks, plans, goals)
    for task in tasks:
        if _succeeds(assign_task, task, to=taking, by=by):
            carrier.tasks.append([str(task.pk), str(leaving.pk)])
    for row in _rows_of(plans, goals):
        if _succeeds(make_responsible, row, responsible=taking, by=by):
            carrier.plan_rows.append([row._meta.label, str(row.pk), str(leaving.pk)])
    carrier.save(update_fields=["tasks", "plan_rows"])
    return MovedWork(
        moved=len(carrier.tasks),
        unmoved=number_open - len(carrier.tasks),
        plans=len(carrier.plan_rows),
    )


def _rows_of(*querysets: Any) -> Iterable[Any]:
    for queryset in querysets:
        yield from queryset


def _succeeds(action: Any, row: Any, **arguments: Any) -> bool:
    try:
        action(row, **arguments)
    except ActionRefused:
        return False
    return True


def return_work(carrier: Carrier, *, by: User) -> MovedWork:
    """Gives the work recorded in `carrier` back, except what was settled or reassigned since."""
    holder = carrier.caseworker_id
    returned = [
        _move(UUID(task), holder, UUID(former_holder), by) for task, former_holder in carrier.tasks
    ]
    plans = [
        _move_plan(label, pk, holder, UUID(former_holder), by)
        for label, pk, former_holder in carrier.plan_rows
    ]
    return MovedWork(moved=sum(returned), unmoved=len(returned) - sum(returned), plans=sum(plans))


def _move_again(carrier: Carrier, *, by: User) -> None:
    """Passes the work recorded in `carrier` on again, because a planned assignment counts again."""
    new_holder = carrier.caseworker_id
    for task, holder in carrier.tasks:
        _move(UUID(task), UUID(holder), new_holder, by)
    for label, pk, holder in carrier.plan_rows:
        _move_plan(label, pk, UUID(holder), new_holder, by)


def _move(pk: UUID, holder: UUID, new_holder: UUID, by: User) -> bool:
    task = CaseTask.objects.select_for_update().get(pk=pk)
    while task.status == TaskStatus.MOVED:
        task = CaseTask.objects.select_for_update().get(previous=task)
    if not task.is_open or task.assigned_to_id != holder:
        return False
    task.assigned_to_id = new_holder
    task.save(update_fields=["assigned_to"])
    record("task.given_back", by=by, about=task, details={"to": str(new_holder)})
    return True


def _move_plan(label: str, pk: str, holder: UUID, new_holder: UUID, by: User) -> bool:
    # The carrier stores the label of the model.
    row: Any = apps.get_model(label).objects.select_for_update().get(pk=pk)
    if row.responsible_id != holder:
        return False
    row.responsible_id = new_holder
    row.save(update_fields=["responsible"])
    record("plan.given_back", by=by, about=row)
    return True
