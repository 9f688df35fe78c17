"""Tasks and parts of plans that go along when a colleague's cases are handed over, and that come back with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps

from accounts.audit import record
from accounts.models import User
from casework.actions.plan import make_responsible
from casework.actions.tasks import assign_task
from casework.choices.tasks import TaskStatus
from casework.models import CaseAssignment, CasePlan, CaseTask, PlanGoal, WorkPassed
from pages.refusals import ActionRefused

Carrier = CaseAssignment | WorkPassed


@dataclass(frozen=True)
class Along:
    """How many tasks went along with a case or came back with it, how many stayed where they were, and how
    many parts of the plan went or came."""

    went: int = 0
    stayed: int = 0
    plans: int = 0


def pass_work(carrier: Carrier, *, leaving: User, by: User) -> Along:
    """Gives what `leaving` has to do in the case to who takes it, and keeps which it was.

    From today on all of it goes, the overdue too; from a later day what is not due before it, for until
    then whoever leaves does it. What whoever takes it may not do stays.
    """
    taking, on = carrier.caseworker, carrier.starts_on
    is_now = on <= by.today()
    held = CaseTask.objects.filter(case=carrier.case).open().of(leaving)
    stand_open = held.count()
    for task in held if is_now else held.filter(due_on__gte=on):
        if _done(assign_task, task, to=taking, by=by):
            carrier.tasks.append([str(task.pk), str(leaving.pk)])
    plans = CasePlan.objects.filter(case=carrier.case, responsible=leaving)
    goals = PlanGoal.objects.open().filter(case=carrier.case, responsible=leaving)
    if not is_now:
        plans, goals = plans.filter(review_on__gte=on), goals.filter(target_on__gte=on)
    for row in _each(plans, goals):
        if _done(make_responsible, row, responsible=taking, by=by):
            carrier.plan_rows.append([row._meta.label, str(row.pk), str(leaving.pk)])
    carrier.save(update_fields=["tasks", "plan_rows"])
    return Along(
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


def return_work(carrier: Carrier, *, by: User) -> Along:
    """Gives back what went along. What has been settled since, or given to somebody else, stays."""
    returned = [_return(UUID(task), UUID(to), carrier, by) for task, to in carrier.tasks]
    plans = [_return_plan(label, pk, UUID(to), carrier, by) for label, pk, to in carrier.plan_rows]
    return Along(went=sum(returned), stayed=len(returned) - sum(returned), plans=sum(plans))


def _return(pk: UUID, to: UUID, carrier: Carrier, by: User) -> bool:
    task = CaseTask.objects.select_for_update().get(pk=pk)
    while task.status == TaskStatus.MOVED:
        task = CaseTask.objects.select_for_update().get(previous=task)
    if not task.is_open or task.assigned_to_id != carrier.caseworker_id:
        return False
    task.assigned_to_id = to
    task.save(update_fields=["assigned_to"])
    record("task.given_back", by=by, about=task)
    return True


def _return_plan(label: str, pk: str, to: UUID, carrier: Carrier, by: User) -> bool:
    row: Any = apps.get_model(label).objects.select_for_update().get(pk=pk)
    if row.responsible_id != carrier.caseworker_id:
        return False
    row.responsible_id = to
    row.save(update_fields=["responsible"])
    record("plan.given_back", by=by, about=row)
    return True
