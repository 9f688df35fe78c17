"""Agreements with payers."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.permissions import Permission
from aid.actions import agreements
from aid.filters import AgreementFilter
from aid.forms.agreements import AgreementForm, NoticeForm
from aid.models import Agreement, Commitment
from pages.lists import list_page


@needs(Permission.AGREEMENT_READ)
def agreement_list(request: StaffRequest) -> HttpResponse:
    """Agreements of the own offices, the next to end first."""
    return list_page(
        request,
        Agreement.objects.visible_to(request.user).select_related("payer", "office"),
        filterset=AgreementFilter,
        template="aid/agreement_list.html",
        list_title=_("Agreements"),
        may_record=can(request.user, Permission.AGREEMENT_CHANGE),
    )


@needs(Permission.AGREEMENT_READ)
def agreement_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """One agreement, and the commitments to sites that rest on it."""
    rows = Agreement.objects.visible_to(request.user).select_related("payer", "office")
    agreement = get_object_or_404(rows, pk=pk)
    resting = Commitment.objects.filter(agreement=agreement).with_end()
    return render(
        request,
        "aid/agreement_detail.html",
        {
            "agreement": agreement,
            "to_sites": resting.filter(site__isnull=False).select_related("site"),
            "others": resting.filter(site=None).count(),
            "may_change": can(request.user, Permission.AGREEMENT_CHANGE, about=agreement),
        },
    )


@needs(Permission.AGREEMENT_CHANGE)
def agreement_record(request: StaffRequest) -> HttpResponse:
    """A new agreement."""
    form = AgreementForm(request.POST or None, user=request.user)
    if form.is_valid() and form.does(agreements.record_agreement, by=request.user):
        return redirect("agreement-detail", form.result.pk)
    return render(
        request,
        "pages/form.html",
        {"title": _("New agreement"), "form": form, "cancel_url": reverse("agreement-list")},
    )


@needs(Permission.AGREEMENT_CHANGE)
def agreement_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects or prolongs an agreement."""
    rows = Agreement.objects.visible_to(request.user, Permission.AGREEMENT_CHANGE)
    agreement = get_object_or_404(rows, pk=pk)
    form = AgreementForm(request.POST or None, user=request.user, agreement=agreement)
    if form.is_valid() and form.does(agreements.change_agreement, agreement, by=request.user):
        return redirect("agreement-detail", agreement.pk)
    return render(
        request,
        "pages/form.html",
        {
            "title": _("Change agreement %(reference)s") % {"reference": agreement.reference},
            "form": form,
            "cancel_url": reverse("agreement-detail", args=[agreement.pk]),
        },
    )


@needs(Permission.AGREEMENT_CHANGE)
def notice_give(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Somebody gave notice: the agreement ends on a day."""
    rows = Agreement.objects.visible_to(request.user, Permission.AGREEMENT_CHANGE)
    agreement = get_object_or_404(rows, pk=pk)
    form = NoticeForm(request.POST or None, initial={"given_on": request.user.today()})
    if form.is_valid() and form.does(agreements.give_notice, agreement, by=request.user):
        return redirect("agreement-detail", agreement.pk)
    return render(
        request,
        "pages/form.html",
        {
            "title": _("Notice for %(reference)s") % {"reference": agreement.reference},
            "lead": _("Every commitment that rests on this agreement ends with it."),
            "form": form,
            "cancel_url": reverse("agreement-detail", args=[agreement.pk]),
        },
    )
