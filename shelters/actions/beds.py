"""Set up rooms and beds, take beds out of service, approve surge places."""

import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import lock_for, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import apply_correction, refuse_mistake
from pages.dates import short_date
from pages.refusals import ActionRefused
from shelters.actions.clashes import bed_in_words
from shelters.actions.protecting import breaking
from shelters.choices import BedKind, BedRule, ClosureReason, RoomKind, SurgeReason
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.refusals import InTheWay, StillInUse

MOST_BEDS_AT_ONCE = 100


@transaction.atomic
def add_room(
    site: Site,
    *,
    name: str,
    beds: int = 0,
    bed_kind: BedKind | str = BedKind.BED,
    kind: RoomKind | str = RoomKind.ROOM,
    opened_on: datetime.date | None = None,
    by: User,
    **offers: Any,
) -> Room:
    """Sets up a room with `beds` beds, named 1, 2, 3. `offers` are the room's other fields."""
    require(by, Permission.BED_CHANGE, about=site)
    room = Room(site=site, name=name, kind=kind, **offers)
    room.full_clean()
    add_and_record(room, "room.added", by=by, details={"site": str(site.pk)})
    if beds:
        add_beds(room, number=beds, kind=bed_kind, opened_on=opened_on, by=by)
    return room


@transaction.atomic
def add_beds(
    room: Room,
    *,
    number: int,
    kind: BedKind | str = BedKind.BED,
    opened_on: datetime.date | None = None,
    by: User,
) -> list[Bed]:
    """Adds beds of one kind, with the next numbers. Surge places are added by `add_surge_places`."""
    if kind == BedKind.SURGE:
        raise ActionRefused(_("A surge place needs somebody who approves it."), field="kind")
    require(by, Permission.BED_CHANGE, about=room)
    refuse_ended(room)
    beds = _new_beds(room, number=number, kind=kind, opened_on=opened_on or by.today())
    record("beds.added", by=by, about=room, details={"number": number, "kind": str(kind)})
    return beds


@transaction.atomic
def add_surge_places(
    room: Room,
    *,
    number: int,
    reason: SurgeReason | str,
    review_on: datetime.date,
    approved_by: User,
    opened_on: datetime.date | None = None,
    by: User,
) -> list[Bed]:
    """Adds places beyond the room's capacity, to be reviewed on `review_on`."""
    require(by, Permission.BED_CHANGE, about=room)
    opened_on = opened_on or by.today()
    _refuse_who_may_not_approve(approved_by, room)
    if review_on <= opened_on:
        raise ActionRefused(_("The review comes after the first night."), field="review_on")
    beds = _new_beds(
        room,
        number=number,
        kind=BedKind.SURGE,
        opened_on=opened_on,
        reason=reason,
        review_on=review_on,
        approved_by=approved_by,
    )
    details = {"number": number, "reason": str(reason), "review_on": review_on.isoformat()}
    record("surge_places.added", by=by, about=room, details=details)
    return beds


@transaction.atomic
def review_surge_place(
    bed: Bed,
    *,
    reason: SurgeReason | str,
    review_on: datetime.date,
    approved_by: User,
    by: User,
) -> Bed:
    """Keeps the surge place for this reason until the next review on `review_on`."""
    bed = lock_for(bed, Permission.BED_CHANGE, by=by)
    _refuse_removed(bed)
    if not bed.is_surge:
        raise ActionRefused(_("Only surge places are reviewed."))
    _refuse_who_may_not_approve(approved_by, bed.room)
    if review_on <= by.today():
        raise ActionRefused(_("The next review lies in the future."), field="review_on")
    was = bed.review_on
    bed.reason, bed.review_on, bed.approved_by = reason, review_on, approved_by
    bed.full_clean()
    details = {"reason": str(reason), "review_on": str(review_on), "was": str(was or "")}
    fields = ("reason", "review_on", "approved_by")
    return save_and_record(bed, *fields, verb="surge_place.reviewed", by=by, details=details)


@transaction.atomic
def remove_bed(bed: Bed, *, on: datetime.date, by: User) -> Bed:
    """Removes the bed from that night on. Raises StillInUse while a stay holds it on that night or later."""
    bed = lock_for(bed, Permission.BED_CHANGE, by=by)
    _refuse_removed(bed)
    if stays := list(Placement.objects.filter(bed=bed).overlapping(on, None)):
        raise still_in_use(stays, on)
    bed.closed_on = on
    bed.full_clean()
    return save_and_record(
        bed, "closed_on", verb="bed.removed", by=by, details={"on": on.isoformat()}
    )


@transaction.atomic
def close_bed(
    bed: Bed,
    *,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    reason: ClosureReason | str,
    by: User,
) -> BedClosure:
    """Takes the bed out of service; `ends_on` is the first night it is back. Raises StillInUse."""
    bed = lock_for(bed, Permission.BED_CHANGE, by=by)
    refuse_used_beds([bed], starts_on, ends_on, today=by.today())
    return take_out_of_service(bed, starts_on, ends_on, reason=reason, by=by)


def take_out_of_service(
    bed: Bed,
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    *,
    reason: ClosureReason | str,
    by: User,
    together: str = "",
) -> BedClosure:
    """Writes the closure of a bed that the caller locked. What has the same `together` is undone in one act."""
    closure = BedClosure(bed=bed, starts_on=starts_on, ends_on=ends_on, reason=reason, closed_by=by)
    closure.full_clean()
    closure.save(force_insert=True)
    details = {"reason": str(reason), "closure": str(closure.pk), "now": _days(closure)}
    record("bed.closed", by=by, about=bed, details=details | {"together": together})
    return closure


@transaction.atomic
def reopen_bed(
    closure: BedClosure, *, on: datetime.date, by: User, together: str = ""
) -> BedClosure:
    """Puts the bed back into service from that night. What has the same `together` is undone in one act."""
    closure = lock_for(closure, Permission.BED_CHANGE, by=by)
    refuse_mistake(closure)
    if on < closure.starts_on:
        raise ActionRefused(_("The end is before the start."), field="on")
    was = str(closure.ends_on or "")
    closure.ends_on = on
    closure.save(update_fields=["ends_on"])
    details = {"closure": str(closure.pk), "was": was, "now": _days(closure)}
    record("bed.reopened", by=by, about=closure.bed, details=details | {"together": together})
    return closure


@transaction.atomic
def correct_closure(
    closure: BedClosure,
    *,
    starts_on: datetime.date,
    ends_on: datetime.date | None,
    why_closed: ClosureReason | str,
    is_mistake: bool = False,
    by: User,
    reason: str = "",
) -> BedClosure:
    """Corrects the nights and the reason of a closure. Raises ActionRefused, or StillInUse.

    With `is_mistake` the closure then covers no night, and cannot be corrected again.
    """
    row = lock_for(closure, Permission.BED_CHANGE, by=by)
    refuse_mistake(row)
    if is_mistake:
        starts_on, ends_on, why_closed = row.starts_on, row.starts_on, row.reason
    else:
        require_a_night(starts_on, ends_on)
        if (starts_on, ends_on) != (row.starts_on, row.ends_on):
            refuse_used_beds([row.bed], starts_on, ends_on, today=by.today())
    facts = {"starts_on": starts_on, "ends_on": ends_on, "reason": why_closed}
    fields = apply_correction(row, facts, reason=reason, by=by, recorded_at=row.closed_at)
    row.full_clean()
    return save_and_record(
        row, *fields, verb="bed_closure.corrected", by=by, details={"fields": fields}
    )


def _days(closure: BedClosure) -> list[str]:
    return [str(closure.starts_on), str(closure.ends_on or "")]


def require_a_night(starts_on: datetime.date, ends_on: datetime.date | None) -> None:
    if ends_on and ends_on < starts_on:
        raise ActionRefused(_("The end is before the start."), field="ends_on")
    if ends_on == starts_on:
        raise ActionRefused(
            _("The first night back comes after the first night out. Was it never out? Tick that."),
            field="ends_on",
        )


@transaction.atomic
def change_room(room: Room, *, by: User, reason: str = "", **facts: Any) -> Room:
    """Changes or corrects a room's name, location and features.

    Old and new values stay readable. Raises ActionRefused if somebody sleeps in it and no reason is given, and InTheWay
    if the room becomes one for women or men only and somebody sleeps there who may not.
    """
    row = lock_for(room, Permission.BED_CHANGE, by=by)
    changes = {
        name: [str(getattr(row, name)), str(value)]
        for name, value in facts.items()
        if getattr(row, name) != value
    }
    if not changes:
        raise ActionRefused(_("Nothing was changed."))
    tonight = Placement.objects.filter(bed__room=row).sleeping_on(by.today())
    if not reason.strip() and tonight.exists():
        raise ActionRefused(
            _("Somebody sleeps in this room: say why it is changed."), field="reason"
        )
    apply_correction(row, facts, reason=reason, by=by, recorded_at=timezone.now())
    row.full_clean()
    row = save_and_record(row, *changes, verb="room.changed", by=by, details=changes)
    if "for_whom" in changes:
        refuse_who_may_not_sleep_here(Placement.objects.filter(bed__room=row), by=by)
    return row


def refuse_who_may_not_sleep_here(stays: Any, *, by: User) -> None:
    """Raises InTheWay if one of these stays breaks a rule about for whom its room or site is.

    It names beds and no people: users who set up rooms may not see who sleeps in them.
    """
    stays = list(stays.overlapping(by.today(), None).with_people().in_order())
    rules = (BedRule.WOMEN_ONLY, BedRule.MEN_ONLY)
    if unsafe := [stay for rule in rules for stay in breaking(stays, rule, today=by.today())]:
        where = {bed_in_words(stay.bed) if stay.bed else stay.site.name for stay in unsafe}
        raise InTheWay(
            _("%(beds)s: somebody for whom it would no longer be. Move them first.")
            % {"beds": capfirst(", ".join(sorted(where)))},
            stays=unsafe,
            field="for_whom",
        )


def _new_beds(
    room: Room,
    *,
    number: int,
    kind: BedKind | str,
    opened_on: datetime.date,
    **surge: Any,
) -> list[Bed]:
    if not 1 <= number <= MOST_BEDS_AT_ONCE:
        raise ActionRefused(
            _("Between 1 and %(most)s at once.") % {"most": MOST_BEDS_AT_ONCE}, field="number"
        )
    Room.objects.select_for_update().get(pk=room.pk)
    last = room.beds.aggregate(last=Max("position"))["last"] or 0
    beds = [
        Bed(room=room, name=str(place), position=place, kind=kind, opened_on=opened_on, **surge)
        for place in range(last + 1, last + number + 1)
    ]
    return Bed.objects.bulk_create(beds)


def _refuse_who_may_not_approve(approved_by: User, room: Room) -> None:
    if room.site.office_id not in approved_by.office_ids(Permission.BED_CHANGE):
        raise ActionRefused(
            _("%(who)s may not approve places at this site.") % {"who": approved_by},
            field="approved_by",
        )


def _refuse_removed(bed: Bed) -> None:
    if bed.closed_on:
        raise ActionRefused(
            _("Somebody took this bed away already, from %(day)s on.")
            % {"day": short_date(bed.closed_on)}
        )


def refuse_ended(room: Room) -> None:
    if room.closed_on:
        raise ActionRefused(
            _("This room is no longer used from %(day)s on.") % {"day": short_date(room.closed_on)}
        )


def refuse_used_beds(
    beds: Any, first: datetime.date, last: datetime.date | None, *, today: datetime.date
) -> None:
    """Raises StillInUse. Ignores people who plan to leave by `first`, unless that day has passed without a check-out."""
    stays = Placement.objects.filter(bed__in=beds).overlapping(first, last).with_people()
    used = [
        stay
        for stay in stays.in_order()
        if not (stay.leaves_on and today <= stay.leaves_on <= first)
    ]
    if used:
        raise still_in_use(used, first)


def still_in_use(stays: list[Placement], first: datetime.date) -> StillInUse:
    day = short_date(max(first, min(stay.starts_on for stay in stays)))
    sentence = ngettext(
        "Somebody has this bed on or after %(day)s. Move them first.",
        "%(count)d people have these beds on or after %(day)s. Move them first.",
        len(stays),
    )
    return StillInUse(sentence % {"day": day, "count": len(stays)}, stays=stays)
