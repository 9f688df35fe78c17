"""Adds, corrects, moves, settles and reopens tasks and appointments."""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can, lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_long_ago, refuse_move
from casework.corrections.actions import apply_correction
from casework.register.actions import key_id_for, refuse_closed, refuse_outsider
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.tasks.choices import OUTCOMES, TASK_MOVES, TaskKind, TaskStatus
from casework.tasks.models import CaseTask, TaskMove
from pages.refusals import ActionRefused


class TaskCannotMove(ActionRefused):
    """The status cannot change this way."""


@transaction.atomic
def set_task(
    case: Case,
    *,
    title: str,
    due_on: datetime.date,
    by: User,
    kind: str = TaskKind.TASK,
    at_time: datetime.time | None = None,
    place: str = "",
    individual: Individual | None = None,
    assigned_to: User | None = None,
    rule: str = "",
    is_sure: bool = True,
) -> CaseTask:
    """Adds a task to the case and returns it. Without `assigned_to` the author gets the task; `rule` says which rule added it.

    Unless the user `is_sure`, raises ActionRefused for a past day, so that a page can ask."""
    case = lock_for(case, Permission.TASK_CHANGE, by=by)
    refuse_closed(case)
    if not title.strip():
        raise ActionRefused(_("Say what is to be done."), field="title")
    refuse_long_ago(due_on, by=by)
    refuse_outsider(individual, case)
    doer = assigned_to or by
    _refuse_assignee_without_access(doer, case)
    _ask_about_past_day(due_on, by=by, is_sure=is_sure)
    is_appointment = kind == TaskKind.APPOINTMENT
    if not is_appointment and (at_time or place.strip()):
        raise ActionRefused(_("Only an appointment has an hour and a place."), field="kind")
    task = CaseTask.objects.create(
        key_id=key_id_for(individual, case),
        case=case,
        individual=individual,
        kind=TaskKind(kind),
        title=title.strip(),
        place=place.strip(),
        rule=rule,
        due_on=due_on,
        at_time=at_time,
        assigned_to=doer,
        set_by=by,
    )
    TaskMove.objects.create(task=task, status=task.status, on=by.today(), by=by)
    record("task.set", by=by, about=task, details={"kind": task.kind})
    return task


@transaction.atomic
def settle_task(task: CaseTask, *, status: str, by: User) -> CaseTask:
    """Settles the task with today's date. Raises TaskCannotMove if it is settled already."""
    task = lock_for(task, Permission.TASK_CHANGE, by=by)
    if status not in OUTCOMES[task.kind]:
        raise ActionRefused(_("Nobody was expected here: this is a task."), field="status")
    is_to_come = task.kind == TaskKind.APPOINTMENT and task.due_on > by.today()
    if is_to_come and status != TaskStatus.NOT_NEEDED:
        raise ActionRefused(
            _(
                "The appointment is still to come. Move it to another day, or say that it is not needed."
            ),
            field="status",
        )
    _move_status(task, status, by=by)
    record("task.settled", by=by, about=task, details={"status": task.status})
    return task


@transaction.atomic
def reopen_task(task: CaseTask, *, by: User) -> CaseTask:
    """Reopens a settled task; both steps stay in its history."""
    task = lock_for(task, Permission.TASK_CHANGE, by=by)
    refuse_closed(task.case)
    _move_status(task, TaskStatus.OPEN, by=by)
    record("task.reopened", by=by, about=task)
    return task


@transaction.atomic
def move_task(
    task: CaseTask,
    *,
    due_on: datetime.date,
    by: User,
    at_time: datetime.time | None = None,
    is_sure: bool = True,
) -> CaseTask:
    """Moves the task to another day: marks the row as moved, and returns a new one.

    Raises ActionRefused for a past day, as `set_task` does."""
    task = lock_for(task, Permission.TASK_CHANGE, by=by)
    if due_on == task.due_on and at_time == task.at_time:
        raise ActionRefused(_("It is on this day already."), field="due_on")
    refuse_long_ago(due_on, by=by)
    _ask_about_past_day(due_on, by=by, is_sure=is_sure)
    _move_status(task, TaskStatus.MOVED, by=by)
    newer = CaseTask.objects.create(
        key_id=task.key_id,
        case=task.case,
        individual=task.individual,
        kind=task.kind,
        title=task.title,
        place=task.place,
        rule=task.rule,
        due_on=due_on,
        at_time=at_time if task.kind == TaskKind.APPOINTMENT else None,
        assigned_to=task.assigned_to,
        set_by=by,
        previous=task,
    )
    TaskMove.objects.create(task=newer, status=newer.status, on=by.today(), by=by)
    record("task.moved", by=by, about=newer)
    return newer


@transaction.atomic
def correct_task(
    task: CaseTask,
    *,
    title: str,
    by: User,
    place: str = "",
    individual: Individual | None = None,
    reason: str = "",
) -> CaseTask:
    """Corrects the title, the place of an appointment, and the person.

    The day is moved with `move_task`. Raises ActionRefused for settled tasks, for tasks of a rule, and as `apply_correction`
    does."""
    task = lock_for(task, Permission.TASK_CHANGE, by=by)
    if not task.is_open:
        raise ActionRefused(_("It is settled: open it again first."))
    if task.rule:
        raise ActionRefused(_("A rule set this task: what it says stays as it is."))
    if not title.strip():
        raise ActionRefused(_("Say what is to be done."), field="title")
    if place.strip() and task.kind != TaskKind.APPOINTMENT:
        raise ActionRefused(_("Only an appointment has an hour and a place."), field="place")
    refuse_closed(task.case)
    was_about = task.individual
    is_about_another = individual != was_about
    if is_about_another:
        refuse_outsider(individual, task.case)
        # The earlier values stay sealed with the key of the person whom the task was about.
        task.key_id = key_id_for(was_about or individual, task.case)
    facts = {"title": title, "place": place, "individual": individual}
    changed = apply_correction(task, facts, reason=reason, by=by, recorded_at=task.set_at)
    if is_about_another:
        task.key_id = key_id_for(individual, task.case)
    task.save(update_fields=["key_id", "individual", "title", "place"])
    record("task.corrected", by=by, about=task, details={"fields": changed})
    return task


@transaction.atomic
def assign_task(task: CaseTask, *, to: User, by: User) -> CaseTask:
    """Assigns the task to a colleague who sees the case."""
    task = lock_for(task, Permission.TASK_CHANGE, by=by)
    _refuse_assignee_without_access(to, task.case, field="to")
    task.assigned_to = to
    task.save(update_fields=["assigned_to"])
    record("task.assigned", by=by, about=task, details={"to": str(to.pk)})
    return task


@dataclass(frozen=True)
class Settled:
    """The result of settling one of several tasks; `trouble` is empty on success."""

    task: CaseTask
    trouble: str | Promise = ""


def settle_tasks(pks: Iterable[uuid.UUID], *, status: str, by: User) -> list[Settled]:
    """Settles each of these tasks that `by` sees, one by one, and returns the result of each."""
    rows: Any = CaseTask.objects.visible_to(by).filter(pk__in=list(pks))
    return [_settled(task, status, by) for task in rows.select_related("case", "assigned_to")]


def _settled(task: CaseTask, status: str, by: User) -> Settled:
    try:
        settled = settle_task(task, status=status, by=by)
    except ActionRefused as refusal:
        return Settled(task, " ".join(str(sentence) for sentence in refusal.sentences))
    task.status, task.settled_on = settled.status, settled.settled_on
    return Settled(task)


def _ask_about_past_day(due_on: datetime.date, *, by: User, is_sure: bool) -> None:
    if due_on < by.today() and not is_sure:
        raise ActionRefused(
            _(
                "This day is past: it would be overdue at once. Put in another one, or say that it is meant."
            ),
            field="is_sure",
        )


def _refuse_assignee_without_access(doer: User, case: Case, field: str = "assigned_to") -> None:
    if not can(doer, Permission.TASK_CHANGE, about=case):
        raise ActionRefused(_("This person does not see the case."), field=field)


def _move_status(task: CaseTask, status: str, *, by: User) -> None:
    if status not in TASK_MOVES[task.status]:
        refuse_move(task, TaskStatus(status), task.moves, field="status", kind=TaskCannotMove)
    task.status = status
    task.settled_on = None if status == TaskStatus.OPEN else by.today()
    task.save(update_fields=["status", "settled_on"])
    TaskMove.objects.create(task=task, status=status, on=by.today(), by=by)
