"""Assigning one or several cases; what goes along and comes back when a colleague leaves."""

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
from casework.slots.passing import pass_unseen
from casework.tasks.actions import assign_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.dates import short_date
from pages.refusals import ActionRefused


@dataclass(frozen=True)
class GoneAlong:
    """How many tasks went along with a case or came back, how many stayed, and how many parts of the plan went or came.

    `is_work_alone`: the case itself kept its caseworker.
    """

    went: int = 0
    stayed: int = 0
    plans: int = 0
    is_work_alone: bool = False

    @property
    def is_nothing(self) -> bool:
        """The case kept its caseworker, and no work went or came."""
        return self.is_work_alone and not (self.went or self.plans)


@dataclass(frozen=True)
class HandedOver:
    """The outcome for one case of several. `refusal` is empty on success, `on` is its first day."""

    case: Case
    refusal: str = ""
    together: UUID | None = None
    tasks: GoneAlong = field(default_factory=GoneAlong)
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
    """Assigns the case to a colleague from `on` (today by default; a later day is planned).

    Ends the previous assignment, and cancels those planned for later days. Cases assigned in one go share `together`, by which
    they are taken back. Raises ActionRefused if the colleague could not open the case.
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
    if held := case.assignments.on(on).filter(caseworker=caseworker, ends_on=None).first():
        said = _("%(name)s looks after this case already.")
        if held.starts_on > by.today():
            said = _("Already planned: %(name)s will look after this case from %(day)s on.")
        words = {"name": caseworker.full_name, "day": short_date(held.starts_on)}
        raise ActionRefused(said % words, field="caseworker")
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
    pass_unseen(by=by, day=by.today(), case=case)
    return assignment


@transaction.atomic
def unassign_case(case: Case, *, by: User) -> Case:
    """Leaves the case unassigned from today."""
    case = lock_for(case, Permission.CASE_ASSIGN, by=by)
    if not case.assignments.on_or_after(by.today()).exists():
        raise ActionRefused(_("Nobody looks after this case."))
    _end(case, by.today(), by=by)
    record("case.unassigned", by=by, about=case)
    return case


def _end(case: Case, on: datetime.date, *, by: User) -> list[list[Any]]:
    """Assignments from that day or later become empty; earlier ones end then.

    The work of those that were only planned goes back. Returns each changed row with its former end.
    """
    later = case.assignments.filter(starts_on__gte=on).exclude(ends_on=F("starts_on"))
    changed = list((later | case.assignments.on(on)).values_list("pk", "ends_on"))
    for planned in later.filter(starts_on__gt=by.today()):
        return_work(planned, by=by)
    later.update(ends_on=F("starts_on"))
    case.assignments.on(on).update(ends_on=on)
    return [[pk, ends_on and ends_on.isoformat()] for pk, ends_on in changed]


@transaction.atomic
def take_assignment_back(assignment: CaseAssignment, *, by: User) -> GoneAlong:
    """Undoes an assignment, and returns the tasks that went along.

    Raises ActionRefused once its first day has passed, or after a newer assignment.
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
    came = return_work(assignment, by=by)
    restored = [pk for pk, _ends_on in assignment.displaced]
    plans = case.assignments.filter(pk__in=restored, starts_on__gt=by.today())
    for planned in plans.exclude(ends_on=F("starts_on")):
        _go_along_again(planned, by=by)
    return came


@transaction.atomic
def take_work_back(passed: WorkPassed, *, by: User) -> GoneAlong:
    """Returns tasks and parts of the plan to their former holders. Raises ActionRefused."""
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


def take_back_together(together: UUID, *, by: User, number: str = "") -> list[HandedOver]:
    """Undoes an assignment of several cases, each separately, as far as `by` may assign them; of one with its number."""
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    if number:
        cases = cases.filter(number=number)
    of_it = {"together": together, "case__in": cases}
    assigned = CaseAssignment.objects.filter(**of_it).select_related("case")
    passed = WorkPassed.objects.filter(**of_it).select_related("case")
    return [
        *(
            tried(row.case, take_assignment_back, row, by=by)
            for row in assigned.order_by("case__number")
        ),
        *(tried(row.case, take_work_back, row, by=by) for row in passed.order_by("case__number")),
    ]


def assign_cases(
    cases: Iterable[Case],
    *,
    caseworker: User,
    by: User,
    on: datetime.date | None = None,
    leaving: User | None = None,
) -> list[HandedOver]:
    """Assigns each case separately, in order: a refused one does not affect the others.

    With `leaving`, that colleague's open tasks about each case go along.
    """
    words = {"caseworker": caseworker, "by": by, "on": on, "leaving": leaving, "together": uuid4()}
    return [tried(case, assign_with_work, case, **words) for case in cases]


@transaction.atomic
def assign_with_work(case: Case, *, leaving: User | None, by: User, **words: Any) -> GoneAlong:
    assignment = assign_case(case, by=by, **words)
    return pass_work(assignment, leaving=leaving, by=by) if leaving else GoneAlong()


def tried(case: Case, action: Callable[..., GoneAlong], *about: Any, **words: Any) -> HandedOver:
    try:
        tasks = action(*about, **words)
    except ActionRefused as refusal:
        return HandedOver(case, str(refusal))
    return HandedOver(case, together=words.get("together"), tasks=tasks, on=words.get("on"))


def hand_over(
    *, leaving: User, taking: User, by: User, on: datetime.date | None = None
) -> list[HandedOver]:
    """Gives every open case that `leaving` looks after on that day or later to `taking`, with their work.

    The work is the tasks, plans and goals of `leaving` in these cases, and in cases that stay with others. A case planned
    for `leaving` from a later day moves from that day. Only cases that `by` may assign. Raises ActionRefused if there is
    nothing to hand over.
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
    words: dict[str, Any] = {"leaving": leaving, "by": by, "together": uuid4()}
    words["caseworker"] = taking
    return [
        tried(each.case, assign_with_work, each.case, on=each.changes_hands_on, **words)
        if each.changes_hands_on
        else tried(each.case, _pass_work, each.case, on=on, **words)
        for each in load
    ]


@transaction.atomic
def _pass_work(
    case: Case, *, leaving: User, by: User, on: datetime.date, caseworker: User, together: Any
) -> GoneAlong:
    case = lock_for(case, Permission.CASE_ASSIGN, by=by)
    passed = WorkPassed.objects.create(
        case=case, caseworker=caseworker, starts_on=on, passed_by=by, together=together
    )
    along = pass_work(passed, leaving=leaving, by=by)
    if not (along.went or along.plans or on > by.today()):
        raise ActionRefused(
            _("%(name)s cannot open this case: it is with another team or restricted.")
            % {"name": caseworker.full_name}
        )
    record("work.passed_on", by=by, about=case, details={"to": str(caseworker.pk)})
    return replace(along, is_work_alone=True)


Carrier = CaseAssignment | WorkPassed


def pass_work(carrier: Carrier, *, leaving: User, by: User) -> GoneAlong:
    """Gives the work of `leaving` in the case to the new colleague, and records which it was.

    From today all of it, including overdue tasks; from a later day only what is due by then, because `leaving` does the
    rest. Work that the new colleague may not do stays.
    """
    taking, on = carrier.caseworker, carrier.starts_on
    tasks: QuerySet[Any] = CaseTask.objects.filter(case=carrier.case).open().of(leaving)
    stand_open = tasks.count()
    plans: QuerySet[Any] = CasePlan.objects.filter(case=carrier.case, responsible=leaving)
    goals: QuerySet[Any] = PlanGoal.objects.open().filter(case=carrier.case, responsible=leaving)
    if on > by.today():
        tasks, plans, goals = due_from(on, tasks, plans, goals)
    for task in tasks:
        if _done(assign_task, task, to=taking, by=by):
            carrier.tasks.append([str(task.pk), str(leaving.pk)])
    for row in _each(plans, goals):
        if _done(make_responsible, row, responsible=taking, by=by):
            carrier.plan_rows.append([row._meta.label, str(row.pk), str(leaving.pk)])
    carrier.save(update_fields=["tasks", "plan_rows"])
    return GoneAlong(
        went=len(carrier.tasks),
        stayed=stand_open - len(carrier.tasks),
        plans=len(carrier.plan_rows),
    )


def _each(*querysets: Any) -> Iterable[Any]:
    for queryset in querysets:
        yield from queryset


def _done(action: Any, row: Any, **words: Any) -> bool:
    try:
        action(row, **words)
    except ActionRefused:
        return False
    return True


def return_work(carrier: Carrier, *, by: User) -> GoneAlong:
    """Returns what went along, except what was settled or reassigned since."""
    now = carrier.caseworker_id
    returned = [_move(UUID(task), now, UUID(to), by) for task, to in carrier.tasks]
    plans = [_move_plan(label, pk, now, UUID(to), by) for label, pk, to in carrier.plan_rows]
    return GoneAlong(went=sum(returned), stayed=len(returned) - sum(returned), plans=sum(plans))


def _go_along_again(carrier: Carrier, *, by: User) -> None:
    """The inverse of `return_work`, for a plan that counts again."""
    to = carrier.caseworker_id
    for task, now in carrier.tasks:
        _move(UUID(task), UUID(now), to, by)
    for label, pk, now in carrier.plan_rows:
        _move_plan(label, pk, UUID(now), to, by)


def _move(pk: UUID, now: UUID, to: UUID, by: User) -> bool:
    task = CaseTask.objects.select_for_update().get(pk=pk)
    while task.status == TaskStatus.MOVED:
        task = CaseTask.objects.select_for_update().get(previous=task)
    if not task.is_open or task.assigned_to_id != now:
        return False
    task.assigned_to_id = to
    task.save(update_fields=["assigned_to"])
    record("task.given_back", by=by, about=task, details={"to": str(to)})
    return True


def _move_plan(label: str, pk: str, now: UUID, to: UUID, by: User) -> bool:
    # The carrier stores the kind of row by its label.
    row: Any = apps.get_model(label).objects.select_for_update().get(pk=pk)
    if row.responsible_id != now:
        return False
    row.responsible_id = to
    row.save(update_fields=["responsible"])
    record("plan.given_back", by=by, about=row)
    return True
