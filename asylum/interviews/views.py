"""Pages of interviews with the authority, and of interpreters."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.interviews import actions
from asylum.interviews.forms import ChangeInterpreterForm, InterpreterForm
from asylum.procedure.models.interview import Interpreter
from pages.answers import form_response
from pages.forms import on_file


@permission_required(P.APPLICATION_CHANGE)
def interpreter_list(request: StaffRequest) -> HttpResponse:
    rows = Interpreter.objects.visible_to(request.user).select_related("organisation")
    record_read("interpreter.listed", by=request.user)
    return render(request, "asylum/interpreter_list.html", {"interpreters": rows})


@permission_required(P.APPLICATION_CHANGE)
def add_interpreter(request: StaffRequest) -> HttpResponse:
    return form_response(
        request,
        InterpreterForm(request.POST or None, user=request.user),
        actions.add_interpreter,
        title=_("New interpreter"),
        done=_("The interpreter was recorded."),
        back=reverse("interpreter-list"),
        is_named=False,
    )


@permission_required(P.APPLICATION_CHANGE)
def change_interpreter(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Interpreter.objects.visible_to(request.user).select_related("individual")
    interpreter = get_object_or_404(rows, pk=pk)
    initial = on_file(ChangeInterpreterForm, interpreter)
    return form_response(
        request,
        ChangeInterpreterForm(request.POST or None, user=request.user, initial=initial),
        actions.change_interpreter,
        interpreter,
        title=_("Interpreter"),
        done=_("The interpreter was recorded."),
        back=reverse("interpreter-list"),
        is_named=False,
    )
