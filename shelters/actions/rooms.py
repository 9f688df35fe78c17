"""Set up many similar rooms and undo that while they are unused; close or end a whole room."""

import datetime
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, ProtectedError, Q, Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record, save_and_record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.corrections.models import Correction
from pages.refusals import ActionRefused
from shelters.actions.beds import (
    refuse_ended,
    refuse_used_beds,
    reopen_bed,
    require_a_night,
    still_in_use,
    take_out_of_service,
)
from shelters.choices import BedKind, ClosureReason, RoomKind
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.rules.room_numbers import floor_of

# Name and kind of each bed of a room, in their order.
Beds = list[tuple[str, BedKind | str]]


@transaction.atomic
def add_rooms(
    site: Site,
    *,
    names: list[str],
    beds: int,
    bed_kind: BedKind | str = BedKind.BED,
    kind: RoomKind | str = RoomKind.ROOM,
    floor: int | None = None,
    by: User,
    **offers: bool,
) -> Site:
    """Adds a room for each name, each with the same number of beds. Without `floor`, it is read from the door number."""
    site = lock_for(site, Permission.BED_CHANGE, by=by)
    if bed_kind == BedKind.SURGE:
        raise ActionRefused(_("A surge place needs somebody who approves it."), field="bed_kind")
    features = {"kind": kind, **offers}
    rooms = [
        Room(site=site, name=name, floor=floor_of(name) if floor is None else floor, **features)
        for name in names
    ]
    return _set_up(site, [(room, _numbered(beds, bed_kind)) for room in rooms], by=by)


@transaction.atomic
def add_rooms_of_sheet(
    site: Site, *, rooms: Sequence[tuple[Room, int, BedKind | str]], by: User
) -> list[Room]:
    """Adds these rooms, each with its number of beds and their kind, and returns them. A room on file stays as it is.

    Raises ActionRefused if all of them are on file.
    """
    site = lock_for(site, Permission.BED_CHANGE, by=by)
    on_file = names_on_file(site)
    new = [each for each in rooms if each[0].name.casefold() not in on_file]
    for room, _beds, _kind in new:
        room.site = site
    if not new:
        raise ActionRefused(_("All rooms of the sheet are on file already."), field="file")
    if any(kind == BedKind.SURGE for _room, _beds, kind in new):
        raise ActionRefused(_("A surge place needs somebody who approves it."), field="file")
    _set_up(site, [(room, _numbered(beds, kind)) for room, beds, kind in new], by=by)
    return [room for room, _beds, _kind in new]


def names_on_file(site: Site) -> set[str]:
    """The names of the rooms of the site, in small letters: a sheet may write « a1 » for « A1 »."""
    return {name.casefold() for name in site.rooms.values_list("name", flat=True)}


def _numbered(beds: int, kind: BedKind | str) -> Beds:
    return [(str(place), kind) for place in range(1, beds + 1)]


@transaction.atomic
def copy_room(room: Room, *, names: list[str], by: User) -> Site:
    """Adds a room like this one, with as many beds of the same kinds, for each name; surge places are not copied.

    The floor is read from the door number if that of this room says its floor.
    """
    room = lock_for(room, Permission.BED_CHANGE, by=by)
    beds = room.beds.filter(closed_on=None).exclude(kind=BedKind.SURGE)
    says_floor = floor_of(room.name) == room.floor
    features = dict(zip(Room.FEATURES, room.facts, strict=True)) | {"wing": room.wing}
    rooms = [
        Room(
            site=room.site,
            name=name,
            **features | ({"floor": floor_of(name)} if says_floor else {}),
        )
        for name in names
    ]
    names_and_kinds = list(beds.values_list("name", "kind"))
    return _set_up(room.site, [(each, names_and_kinds) for each in rooms], by=by)


def _set_up(site: Site, rooms: Sequence[tuple[Room, Beds]], *, by: User) -> Site:
    """Saves the rooms, each with its beds. Raises ActionRefused for names that are on file."""
    names = [room.name for room, _beds in rooms]
    if taken := set(site.rooms.filter(name__in=names).values_list("name", flat=True)):
        values = {"names": ", ".join(sorted(taken))}
        raise ActionRefused(
            _("These rooms are on file already: %(names)s.") % values, field="names"
        )
    Room.objects.bulk_create(room for room, _beds in rooms)
    new = Bed.objects.bulk_create(
        Bed(room=room, name=name, position=place, kind=kind, opened_on=by.today())
        for room, beds in rooms
        for place, (name, kind) in enumerate(beds, start=1)
    )
    details = {"rooms": [str(room.pk) for room, _beds in rooms], "beds": len(new)}
    record("rooms.added", by=by, about=site, details=details)
    return site


@transaction.atomic
def close_room(
    room: Room,
    *,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    reason: ClosureReason | str,
    by: User,
) -> list[BedClosure]:
    """Takes every bed of the room out of service; `ends_on` is the first night they are back.

    A bed that is out of service on some of these nights already keeps that, and is closed on the others. It is undone in
    one act, as that of a bed is. Raises StillInUse, which names everybody who has one of the beds.
    """
    room = lock_for(room, Permission.BED_CHANGE, by=by)
    require_a_night(starts_on, ends_on)
    # Locked, so that somebody who gives one of them a place waits, and then sees that it is closed.
    beds = list(Bed.objects.select_for_update().filter(room=room).order_by("pk"))
    refuse_used_beds(beds, starts_on, ends_on, today=by.today())
    together = str(uuid.uuid4())
    closures = [
        take_out_of_service(bed, first, last, reason=reason, by=by, together=together)
        for bed in beds
        if bed.closed_on is None or bed.closed_on > starts_on
        for first, last in _nights_in_service(bed, starts_on, ends_on)
    ]
    if not closures:
        raise ActionRefused(_("All beds of the room are out of service on these nights already."))
    details = {"reason": str(reason), "beds": len(closures)}
    record("room.closed", by=by, about=room, details=details)
    return closures


def _nights_in_service(
    bed: Bed, first: datetime.date, last: datetime.date | None
) -> Iterator[tuple[datetime.date, datetime.date | None]]:
    """The nights of [first, last) on which the bed is in service."""
    start: datetime.date | None = first
    for closure in bed.closures.overlapping(first, last).order_by("starts_on"):
        if start and closure.starts_on > start:
            yield start, closure.starts_on
        start = closure.ends_on
    if start and (last is None or start < last):
        yield start, last


@transaction.atomic
def reopen_room(closure: BedClosure, *, by: User) -> list[BedClosure]:
    """Puts back into service every bed of the room that was closed for the same nights and reason as this one."""
    alike = BedClosure.objects.filter(
        bed__room=closure.bed.room_id,
        starts_on=closure.starts_on,
        ends_on=closure.ends_on,
        reason=closure.reason,
    )
    on, together = max(by.today(), closure.starts_on), str(uuid.uuid4())
    return [reopen_bed(each, on=on, by=by, together=together) for each in alike.order_by("pk")]


@transaction.atomic
def end_room(room: Room, *, on: datetime.date, by: User) -> Room:
    """From that night on the room and its beds are no longer used. Raises StillInUse while somebody has one later."""
    room = lock_for(room, Permission.BED_CHANGE, by=by)
    refuse_ended(room)
    stays = Placement.objects.filter(bed__room=room).overlapping(on, None)
    if later := list(stays.with_people().in_order()):
        raise still_in_use(later, on)
    beds = Bed.objects.select_for_update().filter(room=room)
    beds.filter(Q(closed_on=None) | Q(closed_on__gt=on)).update(
        closed_on=Greatest("opened_on", Value(on))
    )
    room.closed_on = on
    room.full_clean()
    return save_and_record(
        room, "closed_on", verb="room.ended", by=by, details={"on": on.isoformat()}
    )


@transaction.atomic
def bring_back_room(room: Room, *, by: User) -> Room:
    """Takes back that the room ended, with the beds that ended with it."""
    room = lock_for(room, Permission.BED_CHANGE, by=by)
    if room.closed_on is None:
        raise ActionRefused(_("This room is in use."))
    ended = Q(closed_on=room.closed_on) | Q(closed_on=F("opened_on"), opened_on__gt=room.closed_on)
    room.beds.filter(ended).update(closed_on=None)
    room.closed_on = None
    return save_and_record(room, "closed_on", verb="room.brought_back", by=by)


def last_added(site: Site) -> tuple[AuditEvent, list[Room]] | None:
    """The last batch of rooms and its event; None if a room was used or no longer exists."""
    events: Any = AuditEvent.objects.filter(about_id=str(site.pk), verb="rooms.added")
    event = events.select_related("actor").order_by("-at").first()
    if event is None:
        return None
    rooms = list(Room.objects.filter(site=site, pk__in=event.details["rooms"]))
    is_whole = len(rooms) == len(event.details["rooms"])
    return (event, rooms) if is_whole and not _used(rooms) else None


def _used(rooms: list[Room]) -> bool:
    """Whether one of their beds was ever assigned or out of service, or one of the rooms corrected."""
    return (
        Placement.objects.filter(bed__room__in=rooms).exists()
        or BedClosure.objects.filter(bed__room__in=rooms).exists()
        or Correction.objects.of(*rooms).exists()
    )


@transaction.atomic
def take_back_rooms(site: Site, *, by: User) -> Site:
    """Deletes the rooms of the last batch. Raises ActionRefused once one was used."""
    site = lock_for(site, Permission.BED_CHANGE, by=by)
    batch = last_added(site)
    if batch is None:
        raise ActionRefused(
            _("These rooms are in use already, or gone: change them, or take their beds away.")
        )
    rooms = list(Room.objects.select_for_update().filter(pk__in=[room.pk for room in batch[1]]))
    try:
        Bed.objects.filter(room__in=rooms).delete()
        Room.objects.filter(pk__in=[room.pk for room in rooms]).delete()
    except ProtectedError as error:
        raise ActionRefused(
            _("These rooms are in use already, or gone: change them, or take their beds away.")
        ) from error
    details = {"rooms": [room.name for room in rooms]}
    record("rooms.taken_back", by=by, about=site, details=details)
    return site
