"""Undoes the last change of a site, or of whether a bed is in service, within a day."""

import copy
import datetime
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import can, lock_for
from accounts.audit import record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.corrections.actions import in_words
from pages.addresses import fast_reverse
from shelters.actions.beds import (
    correct_closure,
    refuse_used_beds,
    refuse_who_may_not_sleep_here,
)
from shelters.actions.undo import UNDO_FOR
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.querysets.bed import BedClosureQuerySet
from shelters.refusals import NothingToUndo
from shelters.rules.stays import ONE_NIGHT

SITE_CHANGED, SITE_UNDONE = "site.changed", "site.undone"
BED_CLOSED, BED_REOPENED, BED_UNDONE = "bed.closed", "bed.reopened", "bed.undone"


@dataclass(frozen=True)
class PlaceChange:
    """The last change, by whom and when. `lines` has for each fact its name, the value now and the value before.

    `closures` are the rows of the beds that one act closed or reopened, for each its event.
    """

    event: AuditEvent
    lines: list[tuple[str, str, str]]
    closures: list[tuple[BedClosure, AuditEvent]] = field(default_factory=list)

    @property
    def undo_url(self) -> str:
        name = "site-undo" if self.event.verb == SITE_CHANGED else "bed-undo"
        return fast_reverse(name, uuid.UUID(self.event.about_id))


def facts_before(site: Site, names: Iterable[str]) -> dict[str, str | None]:
    """These facts of a site as the audit log keeps them, so that a change can be undone."""
    columns = (_field(name).attname for name in names)
    values = {column: getattr(site, column) for column in columns}
    return {column: None if value is None else str(value) for column, value in values.items()}


def last_changes_at(site: Site, reader: User) -> list[PlaceChange]:
    """What the reader can take back at this site: its last change, and those of its beds."""
    changes = []
    if can(reader, Permission.SITE_CHANGE, about=site) and (change := last_change_of_site(site)):
        changes.append(change)
    if can(reader, Permission.BED_CHANGE, about=site):
        closures = BedClosure.objects.filter(bed__room__site=site).shown_on(reader.today())
        changes += last_changes_of_beds(closures)
    return changes


def last_change_of_site(site: Site) -> PlaceChange | None:
    """The last change of the site's facts, if it can still be undone."""
    event = _newest([site], SITE_CHANGED, SITE_UNDONE).get(str(site.pk))
    if event is None or "now" not in event.details:
        return None
    as_left = _with_facts(site, event.details["now"])
    if any(getattr(as_left, name) != getattr(site, name) for name in event.details["now"]):
        return None
    before = _with_facts(site, event.details["was"])
    lines = [
        (
            str(_field(name).verbose_name),
            in_words(site, name),
            in_words(before, name),
        )
        for name in event.details["fields"]
    ]
    return PlaceChange(event, lines) if lines else None


def _with_facts(site: Site, facts: Mapping[str, str | None]) -> Site:
    """A copy of the site in memory with these facts."""
    other = copy.copy(site)
    for column, value in facts.items():
        setattr(other, column, _field(column).to_python(value))
    return other


def _field(name: str) -> Any:
    return Site._meta.get_field(name)


@transaction.atomic
def undo_site(site: Site, *, by: User) -> Site:
    """Restores the facts before the last change. Raises NothingToUndo."""
    site = lock_for(site, Permission.SITE_CHANGE, by=by)
    change = last_change_of_site(site)
    if change is None:
        raise NothingToUndo(_nothing())
    fields = change.event.details["fields"]
    before = _with_facts(site, change.event.details["was"])
    before.version += 1
    before.full_clean()
    before.save(update_fields=[*fields, "version"])
    if "for_whom" in fields:
        refuse_who_may_not_sleep_here(Placement.objects.filter(site=site), by=by)
    record("site.undone", by=by, about=before, details={"fields": fields})
    return before


def last_changes_of_beds(closures: BedClosureQuerySet) -> list[PlaceChange]:
    """Each closing or reopening that was the last change of its beds, if it can still be undone.

    Beds of a room that one act closed or reopened are one change.
    """
    rows = list(closures.select_related("bed__room").order_by("bed__room__name", "bed__position"))
    events = _events([row.bed for row in rows], BED_CLOSED, BED_REOPENED, BED_UNDONE)
    newest = {event.about_id: _act_of(event) for event in events}
    made = {
        event.details.get("closure"): event
        for event in events
        if newest[event.about_id] == _act_of(event)
    }
    changes = dict[str, PlaceChange]()
    for row in rows:
        event = made.get(str(row.pk))
        if event and _is_as_left(row, event):
            change = changes.setdefault(_act_of(event), PlaceChange(event, []))
            change.lines.append(_line(row, event))
            change.closures.append((row, event))
    return list(changes.values())


def last_change_of_bed(bed: Bed) -> PlaceChange | None:
    """The last change of the bed, and of the beds of its room in the same act, if it can still be undone."""
    changes = last_changes_of_beds(BedClosure.objects.filter(bed__room=bed.room_id))
    return next(
        (each for each in changes if any(row.bed_id == bed.pk for row, _event in each.closures)),
        None,
    )


def _act_of(event: AuditEvent) -> str:
    """What the events of one act on several beds have in common; for a single event its own key."""
    return event.details.get("together") or str(event.pk)


def _is_as_left(closure: BedClosure, event: AuditEvent) -> bool:
    """Whether the event made the closure what it is."""
    said = event.details
    days = [str(closure.starts_on), str(closure.ends_on or "")]
    return bool(said.get("closure") == str(closure.pk) and said.get("now") == days)


def _line(closure: BedClosure, event: AuditEvent) -> tuple[str, str, str]:
    bed = f"{closure.bed.room.name} · {closure.bed.name}"
    if event.verb == BED_CLOSED:
        return bed, closed_in_words(closure), _("in service")
    before = copy.copy(closure)
    before.ends_on = _day(event.details["was"])
    return bed, closed_in_words(closure), closed_in_words(before)


def closed_in_words(closure: BedClosure) -> str:
    """The nights on which the bed is out of service."""
    days = {"first": in_words(closure, "starts_on")}
    if closure.ends_on is None:
        return _("out of service from %(first)s, nobody knows until when") % days
    if closure.is_mistake:
        return _("in service")
    last = copy.copy(closure)
    last.ends_on = closure.ends_on - ONE_NIGHT
    return _("out of service from %(first)s through the night of %(last)s") % {
        **days,
        "last": in_words(last, "ends_on"),
    }


@transaction.atomic
def undo_bed(bed: Bed, *, by: User) -> Bed:
    """Puts the bed back into service, or out of it, as before the last change, with the beds of the same act.

    Raises NothingToUndo, or StillInUse if somebody got the bed meanwhile.
    """
    # The room first, as whoever closes all of it does.
    Room.objects.lock(bed.room)
    bed = lock_for(bed, Permission.BED_CHANGE, by=by)
    change = last_change_of_bed(bed)
    if change is None:
        raise NothingToUndo(_nothing())
    for row, event in change.closures:
        closure = BedClosure.objects.lock(row)
        if event.verb == BED_CLOSED:
            correct_closure(
                closure,
                starts_on=closure.starts_on,
                ends_on=closure.ends_on,
                why_closed=closure.reason,
                is_mistake=True,
                by=by,
            )
        else:
            closure.ends_on = _day(event.details["was"])
            refuse_used_beds([row.bed], closure.starts_on, closure.ends_on, today=by.today())
            closure.full_clean()
            closure.save(update_fields=["ends_on"])
        record("bed.undone", by=by, about=row.bed, details={"act": event.verb})
    return bed


def _newest(rows: Iterable[Site], *verbs: str) -> dict[str, AuditEvent]:
    """By key of the row its newest event of these verbs, of the last day."""
    return {event.about_id: event for event in _events(rows, *verbs)}


def _events(rows: Iterable[Site | Bed], *verbs: str) -> list[AuditEvent]:
    """The events of these verbs about the rows, of the last day, the oldest first."""
    keys = {str(row.pk): row._meta.label_lower for row in rows}
    events = AuditEvent.objects.filter(
        about_type__in=set(keys.values()),
        about_id__in=keys,
        verb__in=verbs,
        at__gte=timezone.now() - UNDO_FOR,
    )
    return list(events.select_related("actor").order_by("at"))


def _day(text: str) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def _nothing() -> str:
    return _("There is nothing to take back: too long ago, or changed since.")
