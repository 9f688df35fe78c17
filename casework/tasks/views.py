"""Pages of tasks and appointments: the list, one task, and its actions."""

import uuid
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.register.forms import ConfirmRowForm
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.views import file_page_url, form_view_of_row, get_case_or_404
from casework.slots.papers import warn_of_invalid_papers
from casework.tasks import actions as tasks
from casework.tasks.choices import TaskKind
from casework.tasks.filters import TaskFilter
from casework.tasks.forms import (
    AssignTaskForm,
    CorrectTaskForm,
    MoveTaskForm,
    SettleForm,
    SettleSeveralForm,
    TaskForm,
)
from casework.tasks.history import history_of
from casework.tasks.models import CaseTask
from pages.answers import way_back
from pages.dates import short_date
from pages.lists import list_page, without
from pages.pager import page_asked


def _task(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> CaseTask:
    rows = CaseTask.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "assigned_to", "set_by", "previous"
    )
    task: CaseTask = get_object_or_404(rows, pk=pk)
    return task


MINE_OPEN = {"whose": "mine", "state": "open"}


def _tabs(request: StaffRequest) -> list[dict[str, Any]]:
    """Returns the tabs of the list; a tab is current if the list has exactly its filter."""
    current = without(request.GET, "page", "filters")
    offered = [
        (_("Mine, open"), MINE_OPEN),
        (_("All open"), {"state": "open"}),
        (_("All overdue"), {"state": "overdue"}),
        (_("Everything"), {}),
    ]
    return [
        {
            "label": label,
            "url": f"?{urlencode(filters)}",
            "is_current": current == urlencode(filters),
        }
        for label, filters in offered
    ]


@permission_required(Permission.TASK_CHANGE)
def task_list(request: StaffRequest) -> HttpResponse:
    cases = Case.objects.with_people(request.user.today())
    rows = (
        CaseTask.objects.visible_to(request.user)
        .select_related("individual", "assigned_to")
        .prefetch_related(Prefetch("case", cases))
    )
    record_read("task.listed", by=request.user, details={"page": str(page_asked(request.GET))})
    return list_page(
        request,
        rows,
        filterset=TaskFilter,
        template="casework/tasks/task_list.html",
        list_title=_("Tasks and appointments"),
        today=request.user.today(),
        settle_form=SettleForm(user=request.user, row=None),
        tabs=_tabs(request),
        shows_mine=without(request.GET, "page", "filters") == urlencode(MINE_OPEN),
    )


@permission_required(Permission.TASK_CHANGE)
def task_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    task = _task(request, pk, Permission.TASK_CHANGE)
    record_read("task.read", by=request.user, about=task)
    return render(
        request,
        "casework/tasks/task_detail.html",
        {
            "task": task,
            "case": task.case,
            "history": history_of(task),
            "corrections": Correction.objects.of(task),
        },
    )


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    panels = {"panels": ["tasks"]}
    return {
        "case": case,
        "back": file_page_url(case, "plan", "tasks"),
        "looks": lambda: record_read("case.read", by=request.user, about=case, details=panels),
    }


def _message_with_day(task: CaseTask) -> str:
    day = {"day": short_date(task.due_on)}
    if task.kind == TaskKind.APPOINTMENT:
        return gettext("The appointment is on %(day)s.") % day
    return gettext("The task is set for %(day)s.") % day


task_set = form_view_of_row(
    Permission.TASK_CHANGE,
    get_case_or_404,
    TaskForm,
    tasks.set_task,
    _context_of_case,
    title=_("New task or appointment"),
    done=_message_with_day,
)


def _context(request: StaffRequest, task: CaseTask) -> dict[str, Any]:
    page = reverse("task-detail", args=[task.pk])
    return {
        "case": task.case,
        "task": task,
        "back": way_back(request, page),
        "success_url": lambda changed: _url_after_change(request, changed, task.individual),
        "looks": lambda: record_read("task.read", by=request.user, about=task),
        "template": "casework/tasks/task_act.html",
    }


def _url_after_change(request: StaffRequest, task: CaseTask, was_about: Individual | None) -> str:
    """Returns the link back; after a change of an appointment, warns of printed papers that are void."""
    if task.kind == TaskKind.APPOINTMENT:
        about = was_about if was_about == task.individual else None
        warn_of_invalid_papers(request, task.case, request.user, about)
    return way_back(request, reverse("task-detail", args=[task.pk]))


def _context_of_settling(request: StaffRequest, task: CaseTask) -> dict[str, Any]:
    """Returns context that goes back to the page with the checkbox, also after undoing."""
    context = _context(request, task)
    undo = reverse("task-reopen", args=[task.pk]) + "?" + urlencode({"back": context["back"]})
    return context | {"undo": lambda settled: undo}


_task_form_view = partial(form_view_of_row, Permission.TASK_CHANGE, _task)

task_settle = _task_form_view(
    SettleForm,
    tasks.settle_task,
    _context_of_settling,
    title=_("How did it end?"),
    done=lambda task: f"{task.get_status_display()}: {task.title}",
)

_task_form_view = partial(_task_form_view, context=_context)

task_reopen = _task_form_view(
    ConfirmRowForm,
    tasks.reopen_task,
    title=_("Take the settling back"),
    done=_("It is open again."),
)

task_move = _task_form_view(
    MoveTaskForm,
    tasks.move_task,
    title=_("Move to another day"),
    done=_message_with_day,
)

task_correct = _task_form_view(
    CorrectTaskForm,
    tasks.correct_task,
    title=_("Correct"),
    done=CORRECTED,
)

task_assign = _task_form_view(
    AssignTaskForm,
    tasks.assign_task,
    title=_("Give it to a colleague"),
    done=lambda task: (
        gettext("%(who)s does it now: %(title)s.") % {"who": task.assigned_to, "title": task.title}
    ),
)


@permission_required(Permission.TASK_CHANGE)
@require_POST
def task_settle_several(request: StaffRequest) -> HttpResponse:
    """Settles the ticked tasks, and reports the result of each."""
    form = SettleSeveralForm(request.POST, user=request.user)
    if not form.is_valid():
        for sentence in (each for errors in form.errors.values() for each in errors):
            messages.error(request, str(sentence))
        return redirect("task-list")
    record_read("task.listed", by=request.user)
    results = tasks.settle_tasks(
        [task.pk for task in form.cleaned_data["task"]],
        status=form.cleaned_data["status"],
        by=request.user,
    )
    return render(request, "casework/tasks/task_settled.html", {"results": results})
