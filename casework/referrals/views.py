"""Referrals to services outside: the list with its figures, one referral, its steps."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.consents.sharing import may_share
from casework.documents.views import papers_of
from casework.referrals import actions as referrals
from casework.referrals.choices import OutsideService, ReferralStatus
from casework.referrals.filters import ReferralFilter
from casework.referrals.forms import MoveReferralForm, SendReferralForm, WriteReferralForm
from casework.referrals.models import Referral
from casework.referrals.rules import DAYS_TO_COMPLETE, referral_figures
from casework.register.models.case import Case
from casework.register.views import answer_in_case
from pages.lists import list_page


def _referral(request: StaffRequest, referral_id: uuid.UUID, permission: Permission) -> Referral:
    rows = Referral.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "organisation", "written_by"
    )
    referral: Referral = get_object_or_404(rows, pk=referral_id)
    record_read("referral.read", by=request.user, about=referral, case=referral.case)
    return referral


@needs(Permission.REFERRAL_READ)
def referral_list(request: StaffRequest) -> HttpResponse:
    """Referrals in sight; with the figure of those completed in time for who sees exact figures."""
    user = request.user
    rows = Referral.objects.visible_to(user).select_related("individual", "organisation", "case")
    record_read("referral.listed", by=user)
    figures = []
    if user.holds(Permission.REPORT_EXACT_READ):
        figures = [
            (OutsideService(each.service).label, DAYS_TO_COMPLETE[each.service], each)
            for each in referral_figures(rows.outcomes(), user.today())
        ]
    return list_page(
        request,
        rows,
        filterset=ReferralFilter,
        template="casework/referrals/referral_list.html",
        list_title=_("Referrals"),
        figures=figures,
        today=user.today(),
        empty_text=_("Nobody was referred to a service outside yet. A referral begins in a file."),
    )


@needs(Permission.REFERRAL_READ)
def referral_detail(request: StaffRequest, referral_id: uuid.UUID) -> HttpResponse:
    referral = _referral(request, referral_id, Permission.REFERRAL_READ)
    today = request.user.today()
    may_change = referral.is_open and can(request.user, Permission.REFERRAL_MAKE, referral)
    return render(
        request,
        "casework/referrals/referral_detail.html",
        {
            "referral": referral,
            "case": referral.case,
            "has_agreed": may_share(referral.individual, referral.purpose, today),
            "is_overdue": referral.is_overdue(today),
            "offers": list(referral.offers.visible_to(request.user)),
            "steps": list(referral.steps.select_related("by")),
            "may_send": may_change and ReferralStatus.SENT in referral.lawful_moves,
            "may_move": may_change,
        },
    )


@needs(Permission.REFERRAL_MAKE)
def referral_write(request: StaffRequest, number: str) -> HttpResponse:
    cases = Case.objects.visible_to(request.user, Permission.REFERRAL_MAKE)
    case = get_object_or_404(cases, number=number)
    record_read("case.read", by=request.user, about=case, details={"panels": ["referrals"]})
    return answer_in_case(
        request,
        WriteReferralForm(request.POST or None, case=case, user=request.user),
        referrals.write_referral,
        case,
        case=case,
        title=_("Refer to a service outside"),
        done=_("The referral is written. It leaves the house only when you send it."),
        back=papers_of(case, "referrals"),
    )


@needs(Permission.REFERRAL_MAKE)
def referral_send(request: StaffRequest, referral_id: uuid.UUID) -> HttpResponse:
    referral = _referral(request, referral_id, Permission.REFERRAL_MAKE)
    has_agreed = may_share(referral.individual, referral.purpose, request.user.today())
    consent = _("Consent on file: %(purpose)s.") if has_agreed else _("No consent: %(purpose)s.")
    return answer_in_case(
        request,
        SendReferralForm(request.POST or None, user=request.user, has_agreed=has_agreed),
        referrals.send_referral,
        referral,
        case=referral.case,
        title=_("Send the referral"),
        submit=_("Send the referral"),
        done=_("The referral is recorded as sent."),
        back=referral.get_absolute_url(),
        sentences=[
            referral.individual.display_name,
            f"{referral.get_service_display()} · {referral.organisation}",
            consent % {"purpose": referral.purpose.label},
        ],
    )


@needs(Permission.REFERRAL_MAKE)
def referral_move(request: StaffRequest, referral_id: uuid.UUID) -> HttpResponse:
    referral = _referral(request, referral_id, Permission.REFERRAL_MAKE)
    return answer_in_case(
        request,
        MoveReferralForm(request.POST or None, user=request.user, referral=referral),
        referrals.move_referral,
        referral,
        case=referral.case,
        title=_("Record what came of it"),
        done=_("The new state was recorded."),
        back=referral.get_absolute_url(),
        sentences=[
            referral.individual.display_name,
            f"{referral.get_service_display()} · {referral.organisation}",
        ],
    )
