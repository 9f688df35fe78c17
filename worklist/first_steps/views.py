"""The list of first steps, and the buttons that confirm them."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.mails import mail_folder
from accounts.permissions import Permission
from pages.answers import pressed, way_back
from worklist.first_steps import actions as actions
from worklist.first_steps.actions import MailOutcome
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.order import list_of_steps, put_away_confirmation
from worklist.first_steps.server import confirmation_scope


@permission_required(Permission.OFFICE_CHANGE)
def first_steps(request: StaffRequest) -> HttpResponse:
    """The whole list of first steps, also after it was put away from Today."""
    context = {"steps": list_of_steps(request.user), "put_away": put_away_confirmation()}
    return render(request, "worklist/first_steps.html", context)


@permission_required(Permission.OFFICE_CHANGE)
@require_POST
def mail_test(request: StaffRequest) -> HttpResponse:
    """Sends a test mail to the user, and says what became of it."""
    outcome = actions.send_test_mail(by=request.user)
    values = {
        "server": confirmation_scope(ConfirmedStep.MAIL),
        "address": request.user.email,
        "folder": mail_folder(),
    }
    match outcome:
        case MailOutcome.SENT:
            words = _(
                "%(server)s took a mail for %(address)s. Look whether it arrives, and say so."
            )
            messages.success(request, words % values)
        case MailOutcome.FAILED:
            words = _(
                "%(server)s did not take the mail, so no mail leaves now. Tell whoever runs the server to look at "
                "AMPARO_MAIL_HOST and its neighbours."
            )
            messages.error(request, words % values)
        case MailOutcome.IN_FOLDER:
            words = _(
                "The mail lies as a file in the folder %(folder)s on the server. No mail leaves here."
            )
            messages.warning(request, words % values)
        case MailOutcome.NO_SERVER:
            messages.error(request, _("No mail server is configured, so no mail left."))
    return _back(request)


@permission_required(Permission.OFFICE_CHANGE)
@require_POST
def first_step_say(request: StaffRequest, step: str) -> HttpResponse:
    """Confirms a step, or puts the list away."""
    if step not in ConfirmedStep.values:
        raise Http404
    confirmed = ConfirmedStep(step)
    is_list = confirmed == ConfirmedStep.PUT_AWAY
    done = (
        _("The list is put away. It stays under All lists.")
        if is_list
        else _("Noted, with your name and today.")
    )
    pressed(request, actions.say_step, confirmed, done=done)
    return _back(request)


@permission_required(Permission.OFFICE_CHANGE)
@require_POST
def first_step_take_back(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Withdraws the confirmation of a step."""
    confirmation = get_visible_or_404(request, StepSaid, pk, Permission.OFFICE_CHANGE)
    pressed(
        request,
        actions.take_back_step,
        confirmation,
        done=_("Taken back: the step is to be done again."),
    )
    return _back(request)


def _back(request: StaffRequest) -> HttpResponse:
    return redirect(way_back(request, reverse("first-steps")))
