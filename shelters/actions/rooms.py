"""Set up many similar rooms, and undo that while they are unused."""

from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.corrections.models import Correction
from pages.refusals import ActionRefused
from shelters.choices import BedKind, RoomKind
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.rules.room_numbers import floor_of


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
    rooms = [
        Room(
            site=site,
            name=name,
            kind=kind,
            floor=floor_of(name) if floor is None else floor,
            **offers,
        )
        for name in names
    ]
    if taken := set(site.rooms.filter(name__in=names).values_list("name", flat=True)):
        values = {"names": ", ".join(sorted(taken))}
        raise ActionRefused(
            _("These rooms are on file already: %(names)s.") % values, field="names"
        )
    Room.objects.bulk_create(rooms)
    Bed.objects.bulk_create(
        Bed(room=room, name=str(place), position=place, kind=bed_kind, opened_on=by.today())
        for room in rooms
        for place in range(1, beds + 1)
    )
    details = {"rooms": [str(room.pk) for room in rooms], "beds": beds}
    record("rooms.added", by=by, about=site, details=details)
    return site


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
