"""Pages that put right what was typed wrong in a permit, an application or a renunciation."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.actions import corrections
from asylum.forms.applications import CorrectApplicationForm
from asylum.forms.permits import CorrectPermitForm, ReasonForm
from asylum.forms.renunciations import CorrectRenunciationForm
from asylum.models import AsylumApplication, Permit, Renunciation
from pages.answers import answer
from pages.forms import ActionForm, on_file


def _look_at_permit(user: User, row: Permit) -> None:
    record_read("permit.read", by=user, about=row, case=row.case)


def _look_at_application(user: User, row: AsylumApplication) -> None:
    record_read("application.read", by=user, about=row, case=row.case)


def _look_at_renunciation(user: User, row: Renunciation) -> None:
    record_read("renunciation.read", by=user, about=row, case=row.case)


def _page(
    model: type[Permit] | type[AsylumApplication] | type[Renunciation],
    permission: P,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    look: Callable[[User, Any], object],
    title: Promise,
    done: Promise,
) -> Callable[..., Any]:
    """A page with the row as it is on file; the look is written down before it is shown."""

    @needs(permission)
    def page(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
        row = get_object_or_404(
            model.objects.visible_to(request.user, permission).select_related(
                "individual__office", "case"
            ),
            pk=pk,
        )
        return answer(
            request,
            form(request.POST or None, initial=on_file(form, row)),
            action,
            row,
            title=title,
            done=done,
            back=row.get_absolute_url(),
            looks=lambda: look(request.user, row),
            template="asylum/renunciation_record.html",
            person=row.individual,
        )

    return page


DONE = gettext_lazy("The correction is saved. What stood there before stays readable.")

correct_permit = _page(
    Permit,
    P.PERMIT_CHANGE,
    CorrectPermitForm,
    corrections.correct_permit,
    look=_look_at_permit,
    title=gettext_lazy("Correct the permit"),
    done=DONE,
)
retract_permit = _page(
    Permit,
    P.PERMIT_CHANGE,
    ReasonForm,
    corrections.retract_permit,
    look=_look_at_permit,
    title=gettext_lazy("It was recorded by mistake"),
    done=gettext_lazy("The permit is taken back. It says nothing about the authority."),
)
correct_application = _page(
    AsylumApplication,
    P.APPLICATION_CHANGE,
    CorrectApplicationForm,
    corrections.correct_application,
    look=_look_at_application,
    title=gettext_lazy("Correct the application"),
    done=DONE,
)
correct_renunciation = _page(
    Renunciation,
    P.RENUNCIATION_CHANGE,
    CorrectRenunciationForm,
    corrections.correct_renunciation,
    look=_look_at_renunciation,
    title=gettext_lazy("Correct the renunciation"),
    done=DONE,
)
