"""Ends of aid for which nothing can be done."""

import datetime
import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.actions.gaps import correct_gap, record_gap
from aid.choices import AidKind
from aid.forms.gaps import CorrectGapForm, GapForm
from aid.models import OpenGap
from aid.views.commitments import TARGETS
from aid.words import aid_until
from casework.corrections.forms import CORRECTED
from pages.answers import form_response, way_back


@permission_required(Permission.AID_CHANGE)
def gap_record(
    request: StaffRequest, target: str, pk: uuid.UUID, kind: str, day: str
) -> HttpResponse:
    """Records that nothing can be done about this aid. `day` is the first day without it, as 2026-11-27."""
    if target not in TARGETS or kind not in AidKind.values:
        raise Http404
    try:
        lost_on = datetime.date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    about = get_visible_or_404(request, TARGETS[target], pk, Permission.AID_CHANGE, "office")
    return form_response(
        request,
        GapForm(request.POST or None, initial={"on": request.user.today()}),
        record_gap,
        about,
        kind,
        lost_on,
        title=_("Nothing can be done: %(aid)s") % {"aid": aid_until(kind, lost_on)},
        lead=str(about),
        back=way_back(request, reverse("fall-list")),
        done=_("It is recorded."),
    )


@permission_required(Permission.AID_CHANGE)
def gap_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects what was said, or takes it back."""
    rows = OpenGap.objects.visible_to(request.user, Permission.AID_CHANGE).given()
    readable = rows.with_is_readable(request.user).filter(is_readable=True)
    gap = get_object_or_404(readable.select_related("site", "case", "individual"), pk=pk)
    return form_response(
        request,
        CorrectGapForm(request.POST or None, user=request.user, row=gap),
        correct_gap,
        gap,
        title=_("Correct what was said"),
        lead=f"{gap.target} · {aid_until(gap.kind, gap.lost_on)}",
        back=way_back(request, reverse("fall-list")),
        done=CORRECTED,
        looks=lambda: record_read("forecast.read", by=request.user, about=gap, case=gap.case),
    )
