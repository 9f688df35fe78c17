"""Surge places whose review is due: keep them for now, or take them away."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission
from pages.dates import short_date
from shelters.actions import beds
from shelters.forms.sites import DayForm, SurgeReviewForm
from shelters.models import Bed, Placement


@needs(Permission.BED_CHANGE)
def surge_place_review(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Shall the place stay, and until when? The way to take it away stands beside it."""
    bed = _surge_place(request, pk)
    site, today = bed.room.site, request.user.today()
    if bed.closed_on:
        return _gone(request, bed)
    form = SurgeReviewForm(
        request.POST or None, site=site, user=request.user, initial={"reason": bed.reason}
    )
    if form.is_valid() and form.does(beds.review_surge_place, bed, by=request.user):
        messages.success(
            request,
            _("The place stays; it is reviewed again on %(day)s.")
            % {"day": short_date(form.result.review_on)},
        )
        return redirect("site-detail", site.pk)
    return render(
        request,
        "shelters/surge_place_review.html",
        {
            "form": form,
            "bed": bed,
            "site": site,
            "title": _("Review a surge place"),
            "submit": _("Keep the place"),
            "is_taken": Placement.objects.filter(bed=bed).overlapping(today, None).exists(),
        },
    )


@needs(Permission.BED_CHANGE)
def bed_remove(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    bed = _surge_place(request, pk)
    if bed.closed_on:
        return _gone(request, bed)
    form = DayForm(request.POST or None, initial={"on": request.user.today()})
    if form.is_valid() and form.does(beds.remove_bed, bed, by=request.user):
        return _gone(request, form.result)
    title = _("Take the surge place away")
    lead = _("Surge place %(bed)s in %(room)s") % {"bed": bed.name, "room": bed.room.name}
    return render(
        request,
        "shelters/site_form.html",
        {
            "form": form,
            "site": bed.room.site,
            "title": title,
            "lead": lead,
            "submit": title,
            "danger": True,
        },
    )


def _surge_place(request: StaffRequest, pk: uuid.UUID) -> Bed:
    places = Bed.objects.visible_to(request.user, Permission.BED_CHANGE).surge()
    bed: Bed = get_object_or_404(places.select_related("room__site", "approved_by"), pk=pk)
    return bed


def _gone(request: StaffRequest, bed: Bed) -> HttpResponse:
    messages.info(
        request,
        _("From %(day)s on, surge place %(bed)s in %(room)s is gone.")
        % {
            "day": short_date(bed.closed_on) if bed.closed_on else "",
            "bed": bed.name,
            "room": bed.room.name,
        },
    )
    return redirect("site-detail", bed.room.site_id)
