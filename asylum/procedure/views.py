"""Factories of views that correct a claim, a permit or a renunciation."""

import datetime
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.papers.models.renunciation import RenunciationStatusChange
from asylum.procedure import steps
from asylum.procedure.forms import (
    CorrectEarlierStepForm,
    CorrectLastStepForm,
    NeverWasForm,
    Row,
    as_shown,
)
from asylum.procedure.models.application import ApplicationStatusChange
from pages.answers import form_response
from pages.forms import ActionForm, on_file

DONE = gettext_lazy("The correction is saved. What stood there before stays readable.")


def frame(request: StaffRequest, row: Row, verb: str) -> dict[str, Any]:
    """Returns the context of the page: the person, the link back, and a callable that records the read."""
    return {
        "person": row.individual,
        "back": row.get_absolute_url(),
        "looks": lambda: record_read(verb, by=request.user, about=row, case=row.case),
        "template": "asylum/form_about_person.html",
        "done": DONE,
    }


def correction_page(
    model: type[Row],
    permission: P,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    verb: str,
    passes_row: bool = False,
    **words: Promise,
) -> Callable[..., Any]:
    """Returns a view that corrects a row with this form. A form that `passes_row` gets `row` and `user`."""

    @permission_required(permission)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        row = get_visible_or_404(request, model, pk, permission, "individual__office", "case")
        known = {"row": row, "user": request.user} if passes_row else {}
        filled = as_shown(
            form, request.POST or None, about=row, initial=on_file(form, row), **known
        )
        return form_response(request, filled, action, row, **{**frame(request, row, verb), **words})

    return page


def step_page(
    model: type[ApplicationStatusChange] | type[RenunciationStatusChange],
    permission: P,
    action: Callable[..., Any],
    *,
    verb: str,
) -> Callable[..., Any]:
    """Returns a view that corrects the day of a step, or marks the last step as a mistake.

    A user who may not correct the day can only mark the last step as a mistake.
    """

    @permission_required(permission)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        moves = model.objects.visible_to(request.user, permission).standing().with_day()
        about = f"{moves.subject}__individual__office", f"{moves.subject}__case"
        step = get_object_or_404(moves.select_related(*about), pk=pk)
        row = step.subject
        is_last = row.status_changes.standing().first() == step
        form: type[ActionForm] = CorrectLastStepForm if is_last else CorrectEarlierStepForm
        if not steps.may_date(step, request.user):
            if not is_last:
                raise Http404
            form = NeverWasForm
        return correct_day(
            request,
            partial(as_shown, form, about=row),
            action,
            step,
            day=step.day,
            title=_("Correct the step: %(step)s") % {"step": step.get_status_display()},
            **frame(request, row, verb),
        )

    return page


def correct_day(
    request: StaffRequest,
    make: Callable[..., ActionForm],
    action: Callable[..., Any],
    row: Any,
    *,
    day: datetime.date | None,
    **framed: Any,
) -> HttpResponse:
    """Answers with the form that `make` returns, with the day on file prefilled."""
    return form_response(
        request, make(request.POST or None, initial={"on": day}), action, row, **framed
    )


def state_recorded(row: Any) -> str:
    """Returns a sentence with the current state of the row."""
    return _("Recorded by you: %(state)s.") % {"state": row.get_status_display()}
