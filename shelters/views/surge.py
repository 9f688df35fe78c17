"""Surge places whose review is due: keep them for now, or remove them."""

import datetime
import uuid
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from pages.dates import short_date
from shelters.actions import beds
from shelters.forms.sites import EndDayForm, SurgeReviewForm
from shelters.models import Bed, Placement
from shelters.views.sites import page_of, site_form_page


@permission_required(Permission.BED_CHANGE)
def surge_place_review(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Keeps the place until another review. The link to remove it is beside the form."""
    bed = _surge_place(request, pk)
    site, today = bed.room.site, request.user.today()
    if bed.closed_on:
        return redirect(_after_removal(request, bed))
    form = SurgeReviewForm(
        request.POST or None, site=site, user=request.user, initial={"reason": bed.reason}
    )
    return site_form_page(
        request,
        form,
        beds.review_surge_place,
        bed,
        site=site,
        title=_("Review a surge place"),
        success_url=partial(_after_keeping, request),
        template="shelters/surge_place_review.html",
        bed=bed,
        submit=_("Keep the place"),
        is_taken=Placement.objects.filter(bed=bed).overlapping(today, None).exists(),
    )


def _after_keeping(request: StaffRequest, bed: Bed) -> str:
    """Adds the message, and returns the URL of the site."""
    sentence = _("The place stays; it is reviewed again on %(day)s.")
    messages.success(request, sentence % {"day": _day(bed.review_on)})
    return page_of(bed.room.site)


def _day(day: datetime.date | None) -> str:
    return short_date(day) if day else ""


@permission_required(Permission.BED_CHANGE)
def bed_remove(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    bed = _surge_place(request, pk)
    if bed.closed_on:
        return redirect(_after_removal(request, bed))
    title = _("Take the surge place away")
    return site_form_page(
        request,
        EndDayForm(request.POST or None, initial={"on": request.user.today()}),
        beds.remove_bed,
        bed,
        site=bed.room.site,
        title=title,
        success_url=partial(_after_removal, request),
        lead=_("Surge place %(bed)s in %(room)s") % {"bed": bed.name, "room": bed.room.name},
        submit=title,
        danger=True,
    )


def _surge_place(request: StaffRequest, pk: uuid.UUID) -> Bed:
    places = Bed.objects.visible_to(request.user, Permission.BED_CHANGE).surge()
    bed: Bed = get_object_or_404(places.select_related("room__site", "approved_by"), pk=pk)
    return bed


def _after_removal(request: StaffRequest, bed: Bed) -> str:
    """Adds the message, and returns the URL of the site."""
    sentence = _("From %(day)s on, surge place %(bed)s in %(room)s is gone.")
    values = {"day": _day(bed.closed_on), "bed": bed.name, "room": bed.room.name}
    messages.info(request, sentence % values)
    return page_of(bed.room.site)
