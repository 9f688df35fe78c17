"""The page that marks a paper of a checklist."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.checklists import actions
from asylum.checklists.forms import MarkForm
from asylum.pathways.models import PathwayPaper
from asylum.procedure.models.application import AsylumApplication
from pages.answers import form_response


@permission_required(P.APPLICATION_CHANGE)
def mark_paper(request: StaffRequest, pk: uuid.UUID, code: int) -> HttpResponse:
    application = get_object_or_404(
        AsylumApplication.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related(
            "individual__office", "case"
        ),
        pk=pk,
    )
    paper = get_object_or_404(PathwayPaper, pk=code, country=application.country)
    record_read("application.read", by=request.user, about=application, case=application.case)
    return form_response(
        request,
        MarkForm(request.POST or None),
        actions.mark_paper,
        application,
        paper,
        title=str(paper),
        done=_("The checklist was brought up to date."),
        back=application.get_absolute_url(),
        template="asylum/form_about_person.html",
        person=application.individual,
    )
