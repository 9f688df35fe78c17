"""Pages that add the image of a paper, and withdraw a wrong one."""

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.papers.models.scan import PaperScan
from asylum.scans import actions
from asylum.scans.forms import ScanForm, WithdrawScanForm
from casework.uploads.views import takes_files
from pages.answers import form_response, sent


@takes_files
@permission_required(P.PERMIT_READ)
def add_to_permit(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Permit.objects.visible_to(request.user).select_related("individual", "case")
    permit = get_object_or_404(rows, pk=pk)
    record_read("permit.read", by=request.user, about=permit, case=permit.case)
    return _add(request, permit, permit)


@takes_files
@permission_required(P.RENUNCIATION_READ)
def add_to_renunciation(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Renunciation.objects.visible_to(request.user).select_related("individual", "case")
    paper = get_object_or_404(rows, pk=pk)
    record_read("renunciation.read", by=request.user, about=paper, case=paper.case)
    return _add(request, paper, paper)


@takes_files
@permission_required(P.RENUNCIATION_READ)
def add_to_step(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Adds the image of the act behind a step of a renunciation, for example its verification."""
    rows = RenunciationStatusChange.objects.visible_to(request.user, P.RENUNCIATION_READ)
    step = get_object_or_404(rows.select_related("renunciation__individual"), pk=pk)
    paper = step.renunciation
    record_read("renunciation.read", by=request.user, about=paper, case=paper.case)
    return _add(request, step, paper)


def _add(request: StaffRequest, paper: actions.Paper, whole: Permit | Renunciation) -> HttpResponse:
    if actions.right_to_add(paper, request.user) is None:
        raise Http404
    return form_response(
        request,
        ScanForm(*sent(request), user=request.user, row=paper),
        actions.add_scan,
        paper,
        title=_("Add the image of this paper"),
        done=_("The image was received, and is being checked."),
        back=whole.get_absolute_url(),
        template="asylum/scan_add.html",
        person=whole.individual,
        paper_title=actions.title_of(paper),
    )


@permission_required(P.DOCUMENT_READ)
def withdraw(request: StaffRequest, document_id: uuid.UUID) -> HttpResponse:
    """Withdraws an image that does not show this paper."""
    rows: Any = PaperScan.objects.visible_to(request.user).standing()
    scan = get_object_or_404(
        rows.select_related("document__case", "permit", "renunciation", "step"),
        document=document_id,
    )
    if actions.right_to_add(scan.paper, request.user) is None:
        raise Http404
    document = scan.document
    record_read("document.read", by=request.user, about=document, case=document.case)
    whole = scan.permit or scan.renunciation
    return form_response(
        request,
        WithdrawScanForm(request.POST or None, user=request.user, row=scan),
        actions.withdraw_scan,
        scan,
        title=_("Withdraw the image"),
        done=_("The document is withdrawn."),
        back=whole.get_absolute_url(),
        template="asylum/scan_add.html",
        person=whole.individual,
        paper_title=document.title,
    )
