"""Tasks on the page of the plan, in the timeline, extracts, the API and what falls due; open ones as obstacles."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import is_emptied, people_today, with_people_of
from casework.slots.api import OF_CASE, Resource
from casework.slots.extract import ExtractPart, rows_about_person_or_family
from casework.slots.obstacles import FollowUp, Obstacle, obstacle_in_panel
from casework.slots.panels import Fact, Harm, RunsOut, late_and_next_facts
from casework.slots.passing import Work
from casework.slots.timeline import Event, EventSource, TimelineSource, value_before
from casework.tasks.choices import TaskKind, TaskStatus
from casework.tasks.models import CaseTask, TaskMove
from pages.addresses import fast_reverse
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows

tasks_resource = Resource(
    "tasks",
    CaseTask,
    P.TASK_CHANGE,
    "task",
    (*OF_CASE, "kind", "status", "due_on", "at_time", "assigned_to", "settled_on"),
    ("kind", "status", "assigned_to"),
    "due_on",
    case="case",
)


def open_tasks(case: Case) -> list[Obstacle]:
    """Returns an obstacle to closing while a task is open; one for all of them."""
    number = CaseTask.objects.filter(case=case).open().count()
    if not number:
        return []
    sentence = ngettext(
        "%(number)d task or appointment is still open. Settle it first.",
        "%(number)d tasks or appointments are still open. Settle them first.",
        number,
    )
    return obstacle_in_panel(case, "plan", "tasks", sentence % {"number": number})


def tasks_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """Returns open tasks about a person who has left."""
    tasks = CaseTask.objects.visible_to(user).open().filter(individual=individual)
    return [
        FollowUp(
            _("%(title)s, %(day)s: still open.")
            % {"title": task.title, "day": short_date(task.due_on)},
            fast_reverse("task-detail", task.pk),
        )
        for task in tasks
    ]


class TaskFollower:
    """Moves open tasks about a person to the person's new case.

    Tasks of the whole family stay while a member stays. When the last member leaves they move too, and become tasks
    about that person. They keep the sealing key of the family, so that they become the family's tasks again if the
    person returns."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        tasks = CaseTask.objects.open().filter(case=leaving)
        moving, staying = tasks.filter(individual__in=people).count(), 0
        if not leaving.members.filter(left_on=None).exclude(individual__in=people).exists():
            staying = tasks.filter(individual=None).count()
        if len(people) == 1:
            moving, staying = moving + staying, 0
        return self._sentences(moving, staying, leaving)

    def _sentences(self, moving: int, staying: int, leaving: Case) -> list[str]:
        moving_sentence = ngettext(
            "%(number)d open task about who leaves goes along.",
            "%(number)d open tasks about who leaves go along.",
            moving,
        )
        staying_sentence = ngettext(
            "%(number)d open task of the family as a whole stays with %(case)s, to which nobody belongs any more: "
            "settle it, or say whom it is about.",
            "%(number)d open tasks of the family as a whole stay with %(case)s, to which nobody belongs any more: "
            "settle them, or say whom they are about.",
            staying,
        )
        parts = [(moving_sentence, moving), (staying_sentence, staying)]
        return [
            words % {"number": number, "case": leaving.number} for words, number in parts if number
        ]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        tasks = CaseTask.objects.open()
        about_them = tasks.filter(individual__in=people)
        about_them.update(case=case)
        about_them.filter(key_id=case.key_id).update(individual=None)
        if len(people) == 1:
            [last] = people
            former_cases = Case.objects.filter(members__individual=last).exclude(pk=case.pk)
            emptied = former_cases.exclude(
                Exists(FamilyMember.objects.filter(case=OuterRef("pk"), left_on=None))
            )
            tasks.filter(individual=None, case__in=emptied).update(case=case, individual=last)


follow = TaskFollower()


def _due_sentence(task: CaseTask) -> str:
    values = {"number": task.case.number, "hour": f"{task.at_time:%H:%M}" if task.at_time else ""}
    if task.kind == TaskKind.TASK:
        return _("Task: %(number)s") % values
    if task.at_time:
        return _("Appointment at %(hour)s: %(number)s") % values
    return _("Appointment: %(number)s") % values


def _title_with_hour(task: CaseTask, *details: str) -> str:
    """Returns the title, the `details`, and the hour if it is known."""
    return ", ".join((task.title, *details, *([f"{task.at_time:%H:%M}"] if task.at_time else [])))


# An assigned task is news for this time.
NEWS_FOR = datetime.timedelta(days=3)

# All open tasks. The sentence has neither a name nor the title.
tasks_due = due.Source(
    kind="task_due",
    title=gettext_lazy("Tasks and appointments"),
    permission=P.TASK_CHANGE,
    about=CaseTask,
    date="due_on",
    case="case_id",
    office="case__office_id",
    related=("case",),
    rows_on=lambda today: CaseTask.objects.open(),
    say=_due_sentence,
    person="individual_id",
    what=_title_with_hour,
    actions=(
        due.DueAction(
            gettext_lazy("Settle the task"),
            "task-settle",
            P.TASK_CHANGE,
            sends=("status", str(TaskStatus.DONE)),
            all_answers="task-detail",
        ),
    ),
    shown_in_panel="tasks",
    happens_on=lambda task: task.due_on if task.kind == TaskKind.APPOINTMENT else None,
    another_day=due.DueAction(gettext_lazy("Move to another day"), "task-move", P.TASK_CHANGE),
)


def _recently_assigned(today: datetime.date) -> Any:
    """Returns open tasks that were recently assigned to a colleague."""
    return CaseTask.objects.open().filter(
        set_at__date__gte=today - NEWS_FOR, passed_at__isnull=True
    )


def _recently_passed_on(today: datetime.date) -> Any:
    """Returns open tasks recently passed on from somebody who lost sight of the case."""
    return CaseTask.objects.open().filter(passed_at__date__gte=today - NEWS_FOR)


def _news(kind: str, title: Any, rows_on: Any, say: Any, **facts: Any) -> due.Source:
    """Returns a notice to the assignee, without the task's title."""
    return due.Source(
        kind=kind,
        title=title,
        permission=P.TASK_CHANGE,
        about=CaseTask,
        date="due_on",
        case="case_id",
        office="case__office_id",
        related=("case",),
        rows_on=rows_on,
        say=lambda task: say() % {"number": task.case.number},
        person="individual_id",
        concerns="assigned_to",
        is_news=True,
        **facts,
    )


tasks_given = _news(
    "task_given",
    gettext_lazy("Tasks given to you"),
    _recently_assigned,
    lambda: _("You have a task: %(number)s"),
    # An author who assigned the task to themselves gets no notice.
    by="set_by",
)
tasks_passed = _news(
    "task_passed",
    gettext_lazy("Tasks passed on to you"),
    _recently_passed_on,
    lambda: _("A task is yours now, of who sees the case no more: %(number)s"),
)
news = (tasks_given, tasks_passed)

passed_tasks = Work(
    lambda day: CaseTask.objects.open(),
    holder="assigned_to",
    permission=P.TASK_CHANGE,
    verb="task.passed_on",
    stamps=lambda: {"passed_at": timezone.now()},
)

case_task_extract = ExtractPart(
    CaseTask,
    gettext_lazy("Tasks and appointments"),
    ["place"],
    {"rule": gettext_lazy("Which rule of Amparo set it; the title says what for.")},
    first=["kind", "title", "due_on", "at_time"],
    rows=rows_about_person_or_family(CaseTask, day="set_at__date"),
    permission=P.PLAN_READ,
    author="set_by",
)

task_move_extract = ExtractPart(
    TaskMove,
    gettext_lazy("How tasks went on"),
    first=["on"],
    rows=rows_about_person_or_family(
        TaskMove, day="on", case="task__case", person="task__individual"
    ),
    permission=P.PLAN_READ,
    author="by",
)

SETTLED_SHOWN = 10


class TasksPanel:
    """Open tasks by day, and the last settled ones."""

    slug, title = "tasks", gettext_lazy("Tasks and appointments")
    permission = P.TASK_CHANGE
    page = "plan"
    template = "casework/tasks/tasks_panel.html"
    glances_at = CaseTask

    def context(self, case: Case, user: User) -> dict[str, Any]:
        tasks: Any = CaseTask.objects.filter(case=case).select_related("assigned_to", "individual")
        today = user.today()
        may_set = case.is_open and can(user, P.TASK_CHANGE, about=case)
        return {
            "tasks": [(task, task.is_overdue_on(today)) for task in tasks.open()],
            "settled": list(
                tasks.exclude(settled_on=None).order_by("-settled_on", "-set_at")[:SETTLED_SHOWN]
            ),
            "may_set": may_set,
            "may_begin": may_set and not is_emptied(case, user),
        }

    def glance(self, case: Case, user: User) -> list[Fact]:
        """Returns overdue tasks and the next one."""
        tasks = cached_rows(_open_tasks, values={PLACEHOLDER: case.pk})
        open_ones = with_people_of(tasks, people_today(case, user))
        ends = [
            RunsOut(
                task.due_on,
                _title_with_hour(task),
                _person_place_and_assignee(task, user),
                fast_reverse("task-detail", task.pk),
                _("Tick off"),
                fast_reverse("task-settle", task.pk),
            )
            for task in open_ones
        ]
        return late_and_next_facts(
            ends,
            user.today(),
            late=(Harm.TASK, _task_overdue),
            ahead=(Harm.TASK_AHEAD, _task_ahead),
        )


def _open_tasks() -> Any:
    return CaseTask.objects.filter(case=PLACEHOLDER).open().select_related("assigned_to")


def _person_place_and_assignee(task: CaseTask, user: User) -> str:
    """Returns the person, the place, and the assignee if it is not the user."""
    whom = task.individual.display_name if task.individual else ""
    parts = [each for each in (whom, task.place) if each]
    if task.assigned_to is None:
        parts.append(_("nobody sees to it"))
    elif task.assigned_to_id != user.pk:
        parts.append(_("%(name)s sees to it") % {"name": task.assigned_to.full_name})
    return " · ".join(parts)


def _task_overdue(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(task)s: overdue since %(day)s") % {"task": what, "day": short_date(day)}


def _task_ahead(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(task)s: %(day)s") % {"task": what, "day": short_date(day)}


tasks_panel = TasksPanel()


def _moves(case: Case, user: User) -> Any:
    moves = TaskMove.objects.filter(task__case=case)
    return moves.annotate(before=value_before(TaskMove, "task"))


def _move_event(move: Any) -> Event:
    task = move.task
    is_appointment = task.kind == TaskKind.APPOINTMENT
    what = _title_with_hour(task, short_date(task.due_on)) if is_appointment else task.title
    if move.before is None:
        sentences = {
            TaskKind.TASK: _("A rule set a task about %(whom)s after what %(who)s recorded")
            if task.rule
            else _("%(who)s set a task about %(whom)s"),
            TaskKind.APPOINTMENT: _("%(who)s made an appointment for %(whom)s"),
        }
        texts = {
            TaskKind.TASK: _("A task was set"),
            TaskKind.APPOINTMENT: _("An appointment was made"),
        }
        return Event(
            move.at,
            texts[task.kind],
            told=what,
            sentence=sentences[task.kind],
        )
    moved_on = {
        # No row says whether a rule or a colleague settled a rule's task.
        TaskKind.TASK: _("A task that a rule set went from %(old)s to %(new)s")
        if task.rule
        else _("%(who)s changed a task from %(old)s to %(new)s"),
        TaskKind.APPOINTMENT: _("%(who)s changed an appointment from %(old)s to %(new)s"),
    }
    return Event(
        move.at,
        task.get_kind_display(),
        told=what,
        sentence=moved_on[task.kind],
        old=TaskStatus(move.before).label,
        new=move.get_status_display(),
    )


tasks_timeline = TimelineSource(
    "tasks",
    gettext_lazy("Tasks and appointments"),
    P.TASK_CHANGE,
    (EventSource(_moves, "at", _move_event, by="by", person="task__individual"),),
)

VERBS: dict[str, str | Promise] = {
    "task.assigned": gettext_lazy("gave a task to somebody"),
    "task.corrected": gettext_lazy("corrected a task"),
    "task.given_back": gettext_lazy("gave a task back to whom it was with"),
    "task.listed": gettext_lazy("looked at the list of tasks"),
    "task.moved": gettext_lazy("moved a task to another day"),
    "task.passed_on": gettext_lazy("passed a task on from somebody who sees the case no more"),
    "task.read": gettext_lazy("opened a task"),
    "task.reopened": gettext_lazy("took up a settled task again"),
    "task.set": gettext_lazy("set a task"),
    "task.settled": gettext_lazy("settled a task"),
}
