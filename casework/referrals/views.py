"""Pages of referrals: the list with its figures, one referral, its steps."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED, CorrectStepForm
from casework.corrections.models import Correction
from casework.referrals import actions as referrals
from casework.referrals import corrections
from casework.referrals.choices import HowReferralsCounted, OutsideService, ReferralStatus
from casework.referrals.filters import ReferralFilter
from casework.referrals.forms import (
    CorrectReferralForm,
    MoveReferralForm,
    SendReferralForm,
    WriteReferralForm,
)
from casework.referrals.models import Referral, ReferralStep
from casework.referrals.rules import DAYS_TO_COMPLETE, referral_figures
from casework.register.models.case import Case
from casework.register.views import file_page_url, form_view_of_row, get_case_or_404
from pages.dates import short_date
from pages.lists import list_page


def _referral(request: StaffRequest, referral_id: uuid.UUID, permission: Permission) -> Referral:
    rows = Referral.objects.visible_to(request.user, permission).select_related(
        "case", "individual", "organisation", "written_by"
    )
    referral: Referral = get_object_or_404(rows, pk=referral_id)
    record_read("referral.read", by=request.user, about=referral, case=referral.case)
    return referral


@permission_required(Permission.REFERRAL_READ)
def referral_list(request: StaffRequest) -> HttpResponse:
    """Lists referrals, with indicator I19 for users who see exact figures."""
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
        definition=HowReferralsCounted.IN_TIME,
        today=user.today(),
        empty_text=_("Nobody was referred to a service outside yet. A referral begins in a file."),
    )


@permission_required(Permission.REFERRAL_READ)
def referral_detail(request: StaffRequest, referral_id: uuid.UUID) -> HttpResponse:
    referral = _referral(request, referral_id, Permission.REFERRAL_READ)
    today = request.user.today()
    may_make = bool(can(request.user, Permission.REFERRAL_MAKE, referral))
    may_change = referral.is_open and may_make
    steps = list(referral.steps.with_day().with_mistake().select_related("by"))
    drafts = Referral.objects.visible_to(request.user).drafts_beside(referral)
    return render(
        request,
        "casework/referrals/referral_detail.html",
        {
            "referral": referral,
            "case": referral.case,
            "lacking": referral.missing_consents(today),
            "refused": (refused := referral.refused_consents(today)),
            "against": referrals.AGAINST_A_REFUSAL % {"answers": refused},
            "is_overdue": referral.is_overdue(today),
            "offers": list(referral.offers.visible_to(request.user)),
            "steps": steps,
            "waiting": drafts.select_related("individual"),
            "corrections": Correction.objects.of(referral, *steps),
            "may_correct": may_make and referral.case.is_open,
            "may_send": may_change and ReferralStatus.SENT in referral.lawful_moves,
            "may_move": may_change,
        },
    )


def _context_of_case(request: StaffRequest, case: Case) -> dict[str, Any]:
    record_read("case.read", by=request.user, about=case, details={"panels": ["referrals"]})
    return {"case": case, "back": file_page_url(case, "papers", "referrals")}


referral_write = form_view_of_row(
    Permission.REFERRAL_MAKE,
    get_case_or_404,
    WriteReferralForm,
    referrals.write_referral,
    _context_of_case,
    title=_("Refer to a service outside"),
    done=_(
        "The referral is written. Amparo sends nothing: hand it over or call, then record here that it was sent."
    ),
)


def _context(request: StaffRequest, referral: Referral) -> dict[str, Any]:
    return {
        "case": referral.case,
        "back": referral.get_absolute_url(),
        "sentences": [
            referral.individual.display_name,
            f"{referral.get_service_display()} · {referral.organisation}",
        ],
    }


def _context_of_sending(request: StaffRequest, referral: Referral) -> dict[str, Any]:
    """Returns context that also says whether a consent is on file."""
    context = _context(request, referral)
    context["sentences"].append(
        _(
            "Amparo sends nothing to the organisation: hand it over, mail it or call, and record it here."
        )
    )
    today = request.user.today()
    missing_purposes = referral.missing_consents(today)
    consent = (
        _("No consent: %(purpose)s.") if missing_purposes else _("Consent on file: %(purpose)s.")
    )
    context["sentences"].append(
        consent % {"purpose": missing_purposes or referral.purposes_in_words}
    )
    if refused := referral.refused_consents(today):
        context["sentences"].append(referrals.AGAINST_A_REFUSAL % {"answers": refused})
    return context


referral_send = form_view_of_row(
    Permission.REFERRAL_MAKE,
    _referral,
    SendReferralForm,
    referrals.send_referral,
    _context_of_sending,
    title=_("Record that the referral was sent"),
    submit=_("Record"),
    done=_("The referral is recorded as sent."),
)


def _state_message(referral: Referral) -> str:
    state = {"state": referral.get_status_display()}
    return gettext("The referral is now “%(state)s”.") % state


referral_move = form_view_of_row(
    Permission.REFERRAL_MAKE,
    _referral,
    MoveReferralForm,
    referrals.move_referral,
    _context,
    title=_("Record what came of it"),
    done=_state_message,
)


def _context_of_correction(request: StaffRequest, referral: Referral) -> dict[str, Any]:
    """Returns context that says, for a sent referral, that its recipient cannot be corrected."""
    context = _context(request, referral)
    if referral.sent_on:
        values = {"organisation": referral.organisation, "day": short_date(referral.sent_on)}
        context["sentences"].append(corrections.SENT_TO % values)
    return context


referral_correct = form_view_of_row(
    Permission.REFERRAL_MAKE,
    _referral,
    CorrectReferralForm,
    corrections.correct_referral,
    _context_of_correction,
    title=_("Correct the referral"),
    done=CORRECTED,
)


def _step(request: StaffRequest, pk: uuid.UUID, permission: Permission) -> ReferralStep:
    """Returns a valid step, with its corrected day."""
    rows = ReferralStep.objects.visible_to(request.user, permission).standing().with_day()
    related = rows.select_related(
        "referral__case", "referral__individual", "referral__organisation"
    )
    step: ReferralStep = get_object_or_404(related, pk=pk)
    about = step.referral
    record_read("referral.read", by=request.user, about=about, case=about.case)
    return step


def _context_of_step(request: StaffRequest, step: ReferralStep) -> dict[str, Any]:
    context = _context(request, step.referral)
    context["sentences"].append(step.get_status_display())
    return context


step_correct = form_view_of_row(
    Permission.REFERRAL_MAKE,
    _step,
    CorrectStepForm,
    corrections.correct_referral_step,
    _context_of_step,
    title=_("Correct the step"),
    done=CORRECTED,
)
