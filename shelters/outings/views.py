"""Pages of outings: who is out of a site, the list of all sites, and correcting a time."""

import datetime
import uuid
from typing import Any

from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED, correcting
from pages.answers import form_response, pressed
from pages.lists import list_page
from shelters.door.models import DoorRule
from shelters.door.people import people_at_door
from shelters.models import Placement, Site
from shelters.outings import actions
from shelters.outings.filters import OutingFilter
from shelters.outings.forms import OutingForm
from shelters.outings.models import Outing

SHOWN_FOR = datetime.timedelta(hours=24)
CorrectOutingForm = correcting(Outing, OutingForm)


def _outings(reader: User) -> Any:
    rows = Outing.objects.visible_to(reader).flagged_for(reader)
    return rows.select_related("individual", "placement__site", "placement__case")


@permission_required(Permission.PLACEMENT_CHANGE)
def outing_log(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Who is out of this site, who is here and may go out, and the outings of the last day."""
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    user = request.user
    rows = _outings(user).filter(placement__site=site)
    recent = rows.filter(out_at__gte=timezone.now() - SHOWN_FOR) | rows.out(user.today())
    outings = list(recent.order_by(F("back_at").desc(nulls_first=True), "-out_at"))
    out = {each.placement_id for each in outings if each.is_open}
    at_door = people_at_door(site, user.today(), reader=user)
    here = [each for each in at_door.here if each.stay.pk not in out]
    record_read("outings.read", by=user, about=site, details={"people": len(here) + len(out)})
    rule = DoorRule.objects.filter(site=site).first()
    context = {"site": site, "outings": outings, "here": here, "on": user.today(), "rule": rule}
    return render(request, "shelters/outings/outing_log.html", context)


@permission_required(Permission.PLACEMENT_CHANGE)
def outing_list(request: StaffRequest) -> HttpResponse:
    """All outings, the newest first."""
    record_read("outing.listed", by=request.user)
    return list_page(
        request,
        _outings(request.user).order_by("-out_at", "pk"),
        filterset=OutingFilter,
        template="shelters/outings/outing_list.html",
        list_title=gettext_lazy("Outings"),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
@require_POST
def outing_begin(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = get_visible_or_404(
        request, Placement, pk, Permission.PLACEMENT_CHANGE, "individual", "site"
    )
    name = stay.individual.display_name
    done = _("%(who)s went out.") % {"who": name}
    pressed(request, actions.go_out, stay, done=done)
    return redirect("outing-log", stay.site_id)


@permission_required(Permission.PLACEMENT_CHANGE)
@require_POST
def outing_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    outing = get_visible_or_404(
        request, Outing, pk, Permission.PLACEMENT_CHANGE, "individual", "placement"
    )
    done = _("%(who)s is back.") % {"who": outing.individual.display_name}
    pressed(request, actions.come_back, outing, done=done)
    return redirect("outing-log", outing.placement.site_id)


@permission_required(Permission.PLACEMENT_CHANGE)
def outing_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    outing = get_visible_or_404(
        request, Outing, pk, Permission.PLACEMENT_CHANGE, "individual", "placement"
    )
    record_read("placement.read", by=request.user, about=outing.placement)
    return form_response(
        request,
        CorrectOutingForm(request.POST or None, user=request.user, row=outing),
        actions.correct_outing,
        outing,
        title=_("Correct the outing"),
        lead=outing.individual.display_name,
        back=reverse("outing-log", args=[outing.placement.site_id]),
        done=CORRECTED,
    )
