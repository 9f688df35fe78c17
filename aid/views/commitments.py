"""Commitments of aid."""

import uuid
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.actions import commitments
from aid.conditions import may_see_unmet
from aid.filters import CommitmentFilter
from aid.forms.commitments import CommitmentForm, CorrectCommitmentForm, EndCommitmentForm
from aid.models import Commitment
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.answers import form_response
from pages.lists import list_page
from pages.per_day import ONE_DAY
from shelters.models import Site

TARGETS: dict[str, Any] = {"site": Site, "case": Case, "individual": Individual}


@permission_required(Permission.AID_READ)
def commitment_list(request: StaffRequest) -> HttpResponse:
    """Visible commitments, latest first."""
    return list_page(
        request,
        Commitment.objects.visible_to(request.user)
        .with_end()
        .defer("source")
        .select_related("agreement__payer", "site", "case", "individual"),
        filterset=CommitmentFilter,
        template="aid/commitment_list.html",
        list_title=_("Commitments"),
        may_see_unmet=may_see_unmet(request.user),
        empty_text=_("No aid is committed yet. Commit it from a family's or a site's page."),
    )


@permission_required(Permission.AID_READ)
def commitment_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """One commitment, with its source."""
    commitment = get_object_or_404(_commitments(request), pk=pk)
    record_read("commitment.read", by=request.user, about=commitment, case=commitment.case)
    today = request.user.today()
    return render(
        request,
        "aid/commitment_detail.html",
        {
            "commitment": commitment,
            "corrections": Correction.objects.of(commitment),
            "may_change": commitments.may_change(request.user, commitment.target),
            "may_forecast": can(request.user, Permission.FORECAST_READ)
            and not (commitment.effective_until and commitment.effective_until <= today),
            "tomorrow": (today + ONE_DAY).isoformat(),
        },
    )


@permission_required(Permission.AID_CHANGE)
def aid_commit(request: StaffRequest, target: str, pk: uuid.UUID) -> HttpResponse:
    """Commits aid to a site, a family or a person."""
    about = get_target_or_404(request, target, pk)
    return form_response(
        request,
        CommitmentForm(request.POST or None, target=about, user=request.user),
        commitments.commit_aid,
        about,
        title=_("Commit aid: %(target)s") % {"target": about},
        back=reverse("commitment-list"),
        success_url=partial(_page_after, request),
    )


@permission_required(Permission.AID_CHANGE)
def commitment_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Ends a commitment, after the page has explained the consequences."""
    commitment = get_object_or_404(_commitments(request), pk=pk)
    if not commitments.may_change(request.user, commitment.target):
        raise Http404
    return form_response(
        request,
        EndCommitmentForm(request.POST or None, initial={"until": request.user.today()}),
        commitments.end_commitment,
        commitment,
        title=_("End this commitment"),
        back=_commitment_url(commitment),
        template="pages/confirm.html",
        sentences=[
            _("%(kind)s for %(target)s ends on the day you name.")
            % {"kind": commitment.get_kind_display(), "target": commitment.target},
            _("Whoever it reaches loses this aid unless another commitment covers them."),
        ],
        submit=_("End it"),
        danger=True,
    )


@permission_required(Permission.AID_CHANGE)
def commitment_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects a commitment."""
    commitment = get_object_or_404(_commitments(request), pk=pk)
    if not commitments.may_change(request.user, commitment.target):
        raise Http404
    return form_response(
        request,
        CorrectCommitmentForm(request.POST or None, row=commitment, user=request.user),
        commitments.correct_commitment,
        commitment,
        title=_("Correct this commitment"),
        lead=_("Recorded by mistake? Let its first day without be the day on which it starts."),
        back=_commitment_url(commitment),
        success_url=partial(_page_after, request),
        done=CORRECTED,
        looks=lambda: record_read(
            "commitment.read", by=request.user, about=commitment, case=commitment.case
        ),
    )


def get_target_or_404(request: StaffRequest, target: str, pk: uuid.UUID) -> Any:
    """The site, case or individual. `target` is a key of TARGETS. Raises Http404 unless the user may change its aid."""
    if target not in TARGETS:
        raise Http404
    about = get_visible_or_404(request, TARGETS[target], pk, Permission.AID_CHANGE, "office")
    if not commitments.may_change(request.user, about):
        raise Http404
    return about


def _page_after(request: StaffRequest, commitment: Commitment) -> str:
    """The page of the commitment, or the list: a family that a promise lodges elsewhere may be out of sight after the act."""
    is_seen = _commitments(request).filter(pk=commitment.pk).exists()
    return _commitment_url(commitment) if is_seen else reverse("commitment-list")


def _commitment_url(commitment: Commitment) -> str:
    return reverse("commitment-detail", args=[commitment.pk])


def _commitments(request: StaffRequest) -> Any:
    return (
        Commitment.objects.visible_to(request.user)
        .with_end()
        .select_related("agreement__payer", "site", "case", "individual", "committed_by")
    )
