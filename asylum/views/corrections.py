"""Pages that correct a permit, an application or a renunciation."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, needs
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.actions import corrections, deadlines, steps
from asylum.forms.applications import (
    CorrectApplicationForm,
    CorrectEarlierStepForm,
    CorrectLastStepForm,
    CorrectTickForm,
    NeverWasForm,
)
from asylum.forms.permits import CorrectCancellationForm, CorrectPermitForm, ReasonForm
from asylum.forms.renunciations import CorrectRenunciationForm
from asylum.forms.shown import Row, as_shown
from asylum.models import (
    ApplicationStatusChange,
    AsylumApplication,
    LegalDeadline,
    Permit,
    Renunciation,
    RenunciationStatusChange,
)
from pages.answers import answer, pressed
from pages.forms import ActionForm, on_file

DONE = gettext_lazy("The correction is saved. What stood there before stays readable.")


def _frame(request: StaffRequest, row: Row, verb: str) -> dict[str, Any]:
    """The person, the link back, and a callable that records the read before the row is shown."""
    return {
        "person": row.individual,
        "back": row.get_absolute_url(),
        "looks": lambda: record_read(verb, by=request.user, about=row, case=row.case),
        "template": "asylum/form_about_person.html",
        "done": DONE,
    }


def _page(
    model: type[Row],
    permission: P,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    verb: str,
    knows_row: bool = False,
    **words: Promise,
) -> Callable[..., Any]:
    """A page with the form of the current row. A form that `knows_row` gets the row and the user."""

    @needs(permission)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        row = get_visible_or_404(request, model, pk, permission, "individual__office", "case")
        known = {"row": row, "user": request.user} if knows_row else {}
        filled = as_shown(
            form, request.POST or None, about=row, initial=on_file(form, row), **known
        )
        return answer(request, filled, action, row, **{**_frame(request, row, verb), **words})

    return page


def _step_page(
    model: type[ApplicationStatusChange] | type[RenunciationStatusChange],
    permission: P,
    action: Callable[..., Any],
    *,
    verb: str,
) -> Callable[..., Any]:
    """A page that corrects the day of one step, or marks the last step as a mistake.

    Only offers the latter if the user may not correct the day."""

    @needs(permission)
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
        return answer(
            request,
            as_shown(form, request.POST or None, about=row, initial={"on": step.day}),
            action,
            step,
            title=_("Correct the step: %(step)s") % {"step": step.get_status_display()},
            **_frame(request, row, verb),
        )

    return page


correct_permit = _page(
    Permit,
    P.PERMIT_CHANGE,
    CorrectPermitForm,
    corrections.correct_permit,
    verb="permit.read",
    title=gettext_lazy("Correct the permit"),
    knows_row=True,
)
retract_permit = _page(
    Permit,
    P.PERMIT_CHANGE,
    ReasonForm,
    corrections.retract_permit,
    verb="permit.read",
    title=gettext_lazy("It was recorded by mistake"),
    done=gettext_lazy("The permit is taken back. It says nothing about the authority."),
)
correct_application = _page(
    AsylumApplication,
    P.APPLICATION_CHANGE,
    CorrectApplicationForm,
    corrections.correct_application,
    verb="application.read",
    title=gettext_lazy("Correct the application"),
    knows_row=True,
)
correct_renunciation = _page(
    Renunciation,
    P.RENUNCIATION_CHANGE,
    CorrectRenunciationForm,
    corrections.correct_renunciation,
    verb="renunciation.read",
    title=gettext_lazy("Correct the renunciation"),
    knows_row=True,
)
correct_application_step = _step_page(
    ApplicationStatusChange,
    P.APPLICATION_CHANGE,
    steps.correct_application_step,
    verb="application.read",
)
correct_renunciation_step = _step_page(
    RenunciationStatusChange,
    P.RENUNCIATION_CHANGE,
    steps.correct_renunciation_step,
    verb="renunciation.read",
)


def _cancelled(request: StaffRequest, pk: uuid.UUID) -> Permit:
    rows = Permit.objects.visible_to(request.user, P.PERMIT_CHANGE).exclude(cancelled_on=None)
    standing = rows.filter(mistaken_on=None).select_related("individual__office", "case")
    permit: Permit = get_object_or_404(standing, pk=pk)
    return permit


@needs(P.PERMIT_CHANGE)
def correct_cancellation(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    permit = _cancelled(request, pk)
    return answer(
        request,
        as_shown(
            CorrectCancellationForm,
            request.POST or None,
            about=permit,
            initial={"on": permit.cancelled_on},
        ),
        corrections.correct_cancellation,
        permit,
        title=_("Correct the cancellation"),
        **_frame(request, permit, "permit.read"),
    )


@needs(P.PERMIT_CHANGE)
@require_POST
def cancellation_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """The undo button beside the message: marks the cancellation as a mistake. A day later, its own page asks for a
    reason."""
    permit = _cancelled(request, pk)
    done = _("The cancellation is taken back, as recorded by mistake.")
    pressed(request, corrections.correct_cancellation, permit, is_mistake=True, done=done)
    return redirect(permit)


@needs(P.APPLICATION_CHANGE)
def correct_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects the day of a tick, or marks it as a mistake."""
    rows = LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE).ticked_off()
    term = get_object_or_404(
        rows.select_related("application__individual__office", "application__case"), pk=pk
    )
    return answer(
        request,
        CorrectTickForm(request.POST or None, initial={"on": term.ended_on}),
        deadlines.correct_tick,
        term,
        title=_("Correct the tick: %(term)s") % {"term": term.get_kind_display()},
        **_frame(request, term.application, "application.read"),
    )
