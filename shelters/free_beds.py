"""Which beds are free on the nights asked for, and the facts about them that offers show."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef

from accounts.models import User
from pages.questions import PLACEHOLDER, cached_rows
from shelters.choices import BedKind
from shelters.models import Bed, BedHold, Placement, Site
from shelters.neighbours import ROOM_COLUMNS, RoomFacts
from shelters.querysets.moment import ANY_END, ANY_NIGHT
from shelters.rules.runs import FreeBed
from shelters.rules.stays import ONE_NIGHT

# The placeholder of the user whose held beds are offered.
HOLDER = uuid.UUID(int=4)


def free_beds(
    sites: Iterable[Site], night: datetime.date, until: datetime.date | None, *, reader: User
) -> tuple[list[FreeBed], dict[uuid.UUID, RoomFacts]]:
    """The beds that are free on these nights or held by the reader, in order, and the facts about their rooms by key."""
    values = {
        PLACEHOLDER: [site.pk for site in sites],
        HOLDER: reader.pk,
        **nights_asked(night, until),
    }
    free, rooms = list[FreeBed](), dict[uuid.UUID, RoomFacts]()
    rows = cached_rows(_free, until is not None, values=values)
    for site, bed, position, kind, site_for, room, *columns in rows:
        free.append(FreeBed(site, room, bed, position, kind == BedKind.SURGE))
        if room not in rooms:
            rooms[room] = RoomFacts.of(site, site_for, room, *columns)
    return free, rooms


def not_cleaned(
    sites: Iterable[Site],
    people: Iterable[uuid.UUID],
    *,
    since: datetime.date | None = None,
    until: datetime.date | None = None,
) -> set[uuid.UUID]:
    """The keys of beds that are still to be cleaned on the night `since`, because others than these people left them.

    With `until` also of those that others get before they are clean, if somebody leaves them on that day.
    """
    asking = [site for site in sites if site.cleaning_nights]
    stays = Placement.objects.filter(site__in=asking, bed__isnull=False)
    near = [
        *([stays.still_cleaned_on(since)] if asking and since else []),
        *([stays.before_cleaned_after(until)] if asking and until else []),
    ]
    beds = (rows.exclude(individual__in=people).order_by() for rows in near)
    return {bed for rows in beds for bed in rows.values_list("bed", flat=True)}


def nights_asked(night: datetime.date, until: datetime.date | None) -> dict[Any, Any]:
    """The values of the night placeholders. Without an end, closures are checked for the first night only."""
    return {ANY_NIGHT: night, ANY_END: until or night + ONE_NIGHT}


def _free(has_end: bool) -> Any:
    last = ANY_END if has_end else None
    beds = Bed.objects.free_from(ANY_NIGHT, last, at=[PLACEHOLDER], holder=HOLDER)
    room_columns = (f"room__{name}" for name in ROOM_COLUMNS)
    return beds.in_order().values_list("room__site", "pk", "position", "kind", *room_columns)


def beds_with_rooms(reader: User, has_end: bool) -> Any:
    """Beds with their rooms, and as `seen` the stays in the room that the reader sees."""
    stays = Placement.objects.visible_to(reader).filter(bed__room=OuterRef("room"))
    seen = stays.overlapping(ANY_NIGHT, ANY_END if has_end else None).order_by().values("pk")
    beds = Bed.objects.filter(pk__in=[PLACEHOLDER]).select_related("room")
    held = BedHold.objects.active().filter(bed=OuterRef("pk"))
    return beds.annotate(seen=ArraySubquery(seen), is_held=Exists(held))
