"""Creating many rooms: form, preview, creation, and undo."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, needs
from accounts.permissions import Permission
from pages.answers import pressed
from shelters.actions import rooms
from shelters.forms.rooms import RoomsForm
from shelters.models import Site


@needs(Permission.BED_CHANGE)
def rooms_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Previews the rooms of the form in the URL; the button below the preview creates them."""
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    is_sent = request.method == "POST"
    typed = request.POST if is_sent else request.GET
    form = RoomsForm(typed if is_sent or "names" in typed else None, site=site)
    if is_sent and form.is_valid() and form.does(rooms.add_rooms, site, by=request.user):
        number = len(form.cleaned_data["names"])
        words = ngettext("%(count)d room is set up.", "%(count)d rooms are set up.", number)
        messages.success(request, words % {"count": number})
        return redirect("site-detail", site.pk)
    return render(
        request,
        "shelters/rooms_add.html",
        {"site": site, "form": form, "has_preview": form.is_bound and form.is_valid()},
    )


@needs(Permission.BED_CHANGE)
@require_POST
def rooms_take_back(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    pressed(request, rooms.take_back_rooms, site, done=_("The rooms are gone again."))
    return redirect("site-detail", site.pk)
