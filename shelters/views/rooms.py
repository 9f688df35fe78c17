"""Rooms: many at once with preview and undo, copies, more beds, out of service, no longer used."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from casework.corrections.models import Correction
from pages.answers import pressed
from pages.sheets import sheet_response
from shelters.actions import beds, rooms
from shelters.forms.room_sheet import Reader, RoomsSheetForm, words_by_column
from shelters.forms.rooms import DoorsForm, MoreBedsForm, RoomsForm
from shelters.forms.sites import BedsOutForm, ChangeRoomForm, EndDayForm, RoomForm
from shelters.models import BedClosure, Placement, Room, Site
from shelters.views.sites import keeping_stays, site_form_page, stays_in_use


@permission_required(Permission.BED_CHANGE)
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


@permission_required(Permission.BED_CHANGE)
def rooms_sheet(request: StaffRequest, pk: uuid.UUID, read: Reader) -> HttpResponse:
    """Shows what a sheet would set up, row by row; the button below sets it up."""
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    form = RoomsSheetForm(request, site=site, read=read)
    is_valid = form.is_valid()
    is_confirmed = is_valid and not request.FILES
    if is_confirmed and form.does(rooms.add_rooms_of_sheet, site, by=request.user):
        number = len(form.result)
        words = ngettext("%(count)d room is set up.", "%(count)d rooms are set up.", number)
        messages.success(request, words % {"count": number})
        return redirect("site-detail", site.pk)
    return render(
        request,
        "shelters/rooms_sheet.html",
        {
            "site": site,
            "form": form,
            "has_preview": is_valid and form.new,
            "columns": words_by_column(),
        },
    )


@permission_required(Permission.BED_CHANGE)
@require_GET
def rooms_sheet_blank(request: StaffRequest) -> HttpResponse:
    """An empty sheet with the headings that are read."""
    headings = [heading for heading, _words in words_by_column()]
    return sheet_response([headings], name=_("rooms"), form="xlsx")


@permission_required(Permission.BED_CHANGE)
@require_POST
def rooms_take_back(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    pressed(request, rooms.take_back_rooms, site, done=_("The rooms are gone again."))
    return redirect("site-detail", site.pk)


def _room(request: StaffRequest, pk: uuid.UUID) -> Room:
    return get_visible_or_404(request, Room, pk, Permission.BED_CHANGE, "site")


@permission_required(Permission.BED_CHANGE)
def room_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    return site_form_page(
        request,
        RoomForm(request.POST or None),
        beds.add_room,
        site,
        site=site,
        title=_("New room"),
        done=_("The room is set up."),
    )


@permission_required(Permission.BED_CHANGE)
def room_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room, in_the_way = _room(request, pk), list[Placement]()
    return site_form_page(
        request,
        ChangeRoomForm(request.POST or None, instance=room),
        keeping_stays(beds.change_room, in_the_way),
        room,
        site=room.site,
        title=_("Change the room"),
        done=_what_changed,
        refused=lambda: stays_in_use(request, in_the_way, can_be_moved=False),
    )


def _what_changed(room: Room) -> str:
    changes = Correction.objects.of(room)[0].changes.splitlines()
    return _("The room is changed: %(what)s.") % {"what": "; ".join(changes)}


@permission_required(Permission.BED_CHANGE)
def room_beds_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room = _room(request, pk)
    return site_form_page(
        request,
        MoreBedsForm(request.POST or None),
        beds.add_beds,
        room,
        site=room.site,
        title=_("Add beds"),
        lead=_("Room %(room)s") % {"room": room.name},
        done=_("The beds are set up."),
    )


@permission_required(Permission.BED_CHANGE)
def room_copy(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room = _room(request, pk)
    return site_form_page(
        request,
        DoorsForm(request.POST or None, site=room.site),
        rooms.copy_room,
        room,
        site=room.site,
        title=_("Rooms like this one"),
        lead=_("Room %(room)s") % {"room": room.name},
        done=_("The rooms are set up."),
    )


@permission_required(Permission.BED_CHANGE)
def room_close(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room, in_the_way = _room(request, pk), list[Placement]()
    return site_form_page(
        request,
        BedsOutForm(request.POST or None, initial={"starts_on": request.user.today()}),
        keeping_stays(rooms.close_room, in_the_way),
        room,
        site=room.site,
        title=_("Take the room out of service"),
        lead=_("Room %(room)s") % {"room": room.name},
        done=_("The room is out of service."),
        refused=lambda: stays_in_use(request, in_the_way),
    )


@permission_required(Permission.BED_CHANGE)
@require_POST
def room_reopen(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    closure = get_visible_or_404(request, BedClosure, pk, Permission.BED_CHANGE, "bed__room")
    pressed(request, rooms.reopen_room, closure, done=_("The beds are back in service."))
    return redirect("site-detail", closure.bed.room.site_id)


@permission_required(Permission.BED_CHANGE)
def room_end(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room, in_the_way = _room(request, pk), list[Placement]()
    return site_form_page(
        request,
        EndDayForm(request.POST or None, initial={"on": request.user.today()}),
        keeping_stays(rooms.end_room, in_the_way),
        room,
        site=room.site,
        title=_("No longer use the room"),
        lead=_("Room %(room)s") % {"room": room.name},
        done=_("The room is no longer used from that night on."),
        refused=lambda: stays_in_use(request, in_the_way),
        danger=True,
    )


@permission_required(Permission.BED_CHANGE)
@require_POST
def room_bring_back(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    room = _room(request, pk)
    pressed(request, rooms.bring_back_room, room, done=_("The room is in use again."))
    return redirect("site-detail", room.site_id)
