"""The search for places without a file, the beds that are held, and their release."""

import uuid
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.answers import pressed
from shelters.holds.actions import hold_beds, release_call
from shelters.holds.forms import CallForm, HoldForm
from shelters.holds.models import BedHold
from shelters.holds.search import CallSearch
from shelters.models import Site

MOST_SITES = 8


@permission_required(Permission.PLACEMENT_CHANGE)
def place_search(request: StaffRequest) -> HttpResponse:
    """The best places at each site for people who have no file, and the beds held by now."""
    today = request.user.today()
    sites = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    asked = CallForm(request.GET or None, sites=sites, today=today)
    is_asked = asked.is_bound and asked.is_valid()
    hold = HoldForm(request.POST or None, asked=asked, user=request.user)
    if request.method == "POST" and is_asked and _holds(request, hold):
        return redirect("place-search")
    found = _found(request, asked, sites) if is_asked else {}
    record_read("place.searched", by=request.user, details={"people": found.get("size", 0)})
    context = {"asked": asked, "is_asked": is_asked, "hold": hold, **found}
    return render(
        request, "shelters/holds/place_search.html", {**context, "calls": _calls(request)}
    )


def _holds(request: StaffRequest, form: HoldForm) -> bool:
    if not (form.is_valid() and form.does(hold_beds, by=request.user)):
        return False
    until = timezone.localtime(form.result[0].lapses_at)
    messages.success(request, _("Held for you until %(time)s.") % {"time": f"{until:%H:%M}"})
    return True


def _found(request: StaffRequest, asked: CallForm, sites: Any) -> dict[str, Any]:
    said, callers = asked.cleaned_data, asked.callers
    wanted = sites.open_on(said["first"]).select_related("municipality")
    if said["municipality"]:
        wanted = wanted.filter(municipality=said["municipality"])
    search = CallSearch(
        callers,
        needs=said["needs"],
        sites=wanted,
        night=said["first"],
        until=said["ends_on"],
        reader=request.user,
    )
    offers = search.offers(most_sites=MOST_SITES)
    keys = [each.run.key for site in offers for each in site.offers]
    run = request.POST.get("run", "")
    return {
        "offers": offers,
        "further_sites": search.left_out,
        "picked": run if run in keys else next(iter(keys), ""),
        "size": len(callers),
    }


def _calls(request: StaffRequest) -> list[list[BedHold]]:
    """The beds that are held now at the reader's sites, by call."""
    rows = BedHold.objects.visible_to(request.user).active()
    rows = rows.select_related("bed__room__site", "held_by").order_by("lapses_at", "call", "pk")
    return [list(beds) for _call, beds in groupby(rows, key=lambda hold: hold.call)]


@permission_required(Permission.PLACEMENT_CHANGE)
@require_POST
def call_release(request: StaffRequest, call: uuid.UUID) -> HttpResponse:
    pressed(request, release_call, call, done=_("The beds are free for everybody again."))
    return redirect("place-search")
