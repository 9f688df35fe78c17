"""Undoes the last change of a site or a bed, after a page that says what it was and what it will be again."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from pages.forms import ConfirmForm
from shelters.actions.undo_places import (
    PlaceChange,
    last_change_of_bed,
    last_change_of_site,
    undo_bed,
    undo_site,
)
from shelters.models import Bed, Site
from shelters.views.sites import site_form_page


@permission_required(Permission.SITE_CHANGE)
def site_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.SITE_CHANGE)
    return _asked(request, undo_site, site, site, last_change_of_site(site))


@permission_required(Permission.BED_CHANGE)
def bed_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    bed = get_visible_or_404(request, Bed, pk, Permission.BED_CHANGE, "room__site")
    return _asked(request, undo_bed, bed, bed.room.site, last_change_of_bed(bed))


def _asked(
    request: StaffRequest,
    action: Callable[..., Any],
    row: Site | Bed,
    site: Site,
    change: PlaceChange | None,
) -> HttpResponse:
    return site_form_page(
        request,
        ConfirmForm(request.POST or None),
        action,
        row,
        site=site,
        title=_("Take back"),
        submit=_("Take back"),
        template="shelters/place_undo.html",
        change=change,
        done=_("Taken back. It is as it was before."),
    )
