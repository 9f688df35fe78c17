"""Tasks that go along when a colleague's cases are handed over, and that come back with them."""

from dataclasses import dataclass
from uuid import UUID

from accounts.audit import record
from accounts.models import User
from casework.actions.tasks import assign_task
from casework.choices.tasks import TaskStatus
from casework.models import CaseAssignment, CaseTask
from pages.refusals import ActionRefused


@dataclass(frozen=True)
class Along:
    """How many tasks went along with a case or came back with it, and how many stayed where they were."""

    went: int = 0
    stayed: int = 0


def pass_tasks(assignment: CaseAssignment, *, leaving: User, by: User) -> Along:
    """Gives the open tasks that `leaving` has in the case to who takes it, and keeps which they were.

    From today on all of them go, the overdue ones too; from a later day those that are not due before
    it, for until then whoever leaves looks after the case. A task that whoever takes it may not do stays.
    """
    taking, on = assignment.caseworker, assignment.starts_on
    held = CaseTask.objects.filter(case=assignment.case).open().of(leaving)
    stand_open = held.count()
    for task in held if on <= by.today() else held.filter(due_on__gte=on):
        try:
            assign_task(task, to=taking, by=by)
        except ActionRefused:
            continue
        assignment.tasks.append([str(task.pk), str(leaving.pk)])
    assignment.save(update_fields=["tasks"])
    return Along(went=len(assignment.tasks), stayed=stand_open - len(assignment.tasks))


def return_tasks(assignment: CaseAssignment, *, by: User) -> Along:
    """Gives back what went along. What has been settled since, or given to somebody else, stays."""
    returned = [_return(UUID(task), UUID(to), assignment, by) for task, to in assignment.tasks]
    return Along(went=sum(returned), stayed=len(returned) - sum(returned))


def _return(pk: UUID, to: UUID, assignment: CaseAssignment, by: User) -> bool:
    task = CaseTask.objects.select_for_update().get(pk=pk)
    while task.status == TaskStatus.MOVED:
        task = CaseTask.objects.select_for_update().get(previous=task)
    if not task.is_open or task.assigned_to_id != assignment.caseworker_id:
        return False
    task.assigned_to_id = to
    task.save(update_fields=["assigned_to"])
    record("task.given_back", by=by, about=task)
    return True
