"""Agreements with payers."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.permissions import Permission
from aid.actions import agreements
from aid.conditions import may_see_unmet
from aid.filters import AgreementFilter
from aid.forms.agreements import AgreementForm, CorrectEndNoticeForm, EndNoticeForm
from aid.models import Agreement, Commitment
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from pages.answers import form_response
from pages.lists import list_page


@permission_required(Permission.AGREEMENT_READ)
def agreement_list(request: StaffRequest) -> HttpResponse:
    """Agreements of the user's offices, the next to end first."""
    return list_page(
        request,
        Agreement.objects.visible_to(request.user).select_related("payer", "office"),
        filterset=AgreementFilter,
        template="aid/agreement_list.html",
        list_title=_("Agreements"),
        empty_text=_("No agreement is on file yet: who pays for what, and until when."),
        may_record=can(request.user, Permission.AGREEMENT_CHANGE),
    )


@permission_required(Permission.AGREEMENT_READ)
def agreement_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """One agreement, and the commitments to sites based on it."""
    agreement = get_visible_or_404(
        request, Agreement, pk, Permission.AGREEMENT_READ, "payer", "office"
    )
    may_change = can(request.user, Permission.AGREEMENT_CHANGE, about=agreement)
    commitments = Commitment.objects.filter(agreement=agreement).with_end()
    return render(
        request,
        "aid/agreement_detail.html",
        {
            "agreement": agreement,
            "to_sites": commitments.filter(site__isnull=False).select_related("site"),
            "others": commitments.filter(site=None).count(),
            "may_change": may_change,
            "may_see_unmet": may_see_unmet(request.user),
            "corrections": Correction.objects.of(agreement) if may_change else [],
        },
    )


@permission_required(Permission.AGREEMENT_CHANGE)
def agreement_record(request: StaffRequest) -> HttpResponse:
    """Records an agreement."""
    return form_response(
        request,
        AgreementForm(request.POST or None, user=request.user),
        agreements.record_agreement,
        title=_("New agreement"),
        back=reverse("agreement-list"),
        success_url=_agreement_url,
    )


@permission_required(Permission.AGREEMENT_CHANGE)
def agreement_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects or extends an agreement."""
    agreement = get_visible_or_404(request, Agreement, pk, Permission.AGREEMENT_CHANGE)
    form = AgreementForm(request.POST or None, user=request.user, agreement=agreement)
    return form_response(
        request,
        form,
        agreements.change_agreement,
        agreement,
        title=_("Change agreement %(reference)s") % {"reference": agreement.reference},
        back=_agreement_url(agreement),
    )


@permission_required(Permission.AGREEMENT_CHANGE)
def notice_give(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Records a notice, with which the agreement ends."""
    agreement = get_visible_or_404(request, Agreement, pk, Permission.AGREEMENT_CHANGE)
    return form_response(
        request,
        EndNoticeForm(request.POST or None, initial={"given_on": request.user.today()}),
        agreements.give_notice,
        agreement,
        title=_("Notice for %(reference)s") % {"reference": agreement.reference},
        lead=_("Every commitment that rests on this agreement ends with it."),
        back=_agreement_url(agreement),
    )


@permission_required(Permission.AGREEMENT_CHANGE)
def notice_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects a notice, or says that none was given."""
    agreement = get_visible_or_404(request, Agreement, pk, Permission.AGREEMENT_CHANGE)
    return form_response(
        request,
        CorrectEndNoticeForm(request.POST or None, user=request.user, row=agreement),
        agreements.correct_notice,
        agreement,
        title=_("Correct the notice for %(reference)s") % {"reference": agreement.reference},
        lead=_("Every commitment that rests on this agreement ends with it."),
        back=_agreement_url(agreement),
        done=CORRECTED,
    )


def _agreement_url(agreement: Agreement) -> str:
    return reverse("agreement-detail", args=[agreement.pk])
