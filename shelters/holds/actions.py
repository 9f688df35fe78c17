"""Holding beds for a call, releasing them, and what a place does to the beds that its giver holds."""

import datetime
import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from shelters.actions.locks import lock_in_order
from shelters.holds.models import BedHold
from shelters.models import Bed, Placement, Room
from shelters.refusals import BedTaken

HELD_FOR = datetime.timedelta(hours=2)


@transaction.atomic
def hold_beds(
    beds: Sequence[Bed],
    *,
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    note: str = "",
    by: User,
) -> list[BedHold]:
    """Holds beds of one site for two hours. Raises BedTaken if one of them is not free or is held already."""
    site = beds[0].room.site
    require(by, Permission.PLACEMENT_CHANGE, about=site)
    # Whoever gives a place locks the room too: of the two the later one sees what the earlier one wrote.
    lock_in_order(Room, (bed.room_id for bed in beds))
    free = Bed.objects.free_from(starts_on, ends_on, at=[site.pk])
    if free.filter(pk__in=[bed.pk for bed in beds]).count() < len(beds):
        raise BedTaken(_("One of these beds is no longer free: search again."))
    call, lapses_at = uuid.uuid4(), timezone.now() + HELD_FOR
    holds = BedHold.objects.bulk_create(
        BedHold(
            call=call,
            bed=bed,
            starts_on=starts_on,
            ends_on=ends_on,
            note=note.strip(),
            held_by=by,
            lapses_at=lapses_at,
        )
        for bed in beds
    )
    record("beds.held", by=by, about=site, details={"beds": len(holds)})
    return holds


@transaction.atomic
def release_call(call: uuid.UUID, *, by: User) -> list[BedHold]:
    """Gives the beds of a call back. Raises ActionRefused if they are no longer held."""
    seen = BedHold.objects.visible_to(by).active().filter(call=call)
    holds = list(seen.select_for_update(of=["self"]).select_related("bed__room__site"))
    if not holds:
        raise ActionRefused(_("These beds are held no more."))
    _end(holds, by)
    about = holds[0].bed.room.site
    record("beds.hold_released", by=by, about=about, details={"beds": len(holds)})
    return holds


def settle_holds(stays: Sequence[Placement], *, by: User) -> None:
    """Ends the holds of whoever gives these places. Raises BedTaken if somebody else holds one of the beds.

    Call it with the rooms of the stays locked.
    """
    beds = [stay.bed_id for stay in stays if stay.bed_id]
    held = BedHold.objects.active().filter(bed__in=beds).select_related("bed__room", "held_by")
    nights = {stay.bed_id: (stay.starts_on, stay.leaves_on) for stay in stays}
    holds = [hold for hold in held if _meets(hold, *nights[hold.bed_id])]
    for hold in holds:
        if hold.held_by_id != by.pk:
            until = timezone.localtime(hold.lapses_at)
            raise BedTaken(
                _("%(who)s holds bed %(bed)s in %(room)s for a call until %(time)s.")
                % {
                    "who": hold.held_by,
                    "bed": hold.bed.name,
                    "room": hold.bed.room.name,
                    "time": f"{until:%H:%M}",
                }
            )
    if holds:
        _end(holds, by)
        record("beds.hold_used", by=by, about=stays[0], details={"beds": len(holds)})


def _meets(hold: BedHold, first: datetime.date, last: datetime.date | None) -> bool:
    begins_before = last is None or hold.starts_on < last
    return begins_before and (hold.ends_on is None or hold.ends_on > first)


def _end(holds: Iterable[BedHold], by: User) -> None:
    keys = [hold.pk for hold in holds]
    BedHold.objects.filter(pk__in=keys).update(released_at=timezone.now(), released_by=by)
