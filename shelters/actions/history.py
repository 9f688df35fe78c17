"""What the history and the audit log say of the last act on a stay, and of the stays that it changed besides."""

import datetime
from collections.abc import Sequence
from typing import Protocol, cast

from django.db.models import Q

from accounts.models import AuditEvent
from shelters.actions.moves import history_of_stays, moved_from
from shelters.choices import CancelReason
from shelters.models import Placement

# Verbs of events that accompany an act and are no act themselves.
ACCOMPANYING = ("placement.reason_given",)
LEFT = "placement.checked_out"
# What a stay that gives way to nights really slept loses.
PUT_OFF_FIELDS = ("starts_on", "cancelled_at", "cancel_reason")
RUNS_ON = "placement.runs_on"


class StayVersion(Protocol):
    """A row of the history of a stay."""

    pgh_created_at: datetime.datetime
    starts_on: datetime.date
    cancelled_at: datetime.datetime | None
    cancel_reason: str
    provisional_until: datetime.datetime | None
    allowed_until: datetime.date | None
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    checked_in_at: datetime.datetime | None
    checked_out_at: datetime.datetime | None
    left_to: str
    left_because: str


def last_event(stay: Placement) -> AuditEvent | None:
    """The event of the last act on the stay, which may be an undo."""
    events = AuditEvent.objects.filter(
        about_type=stay._meta.label_lower, about_id=str(stay.pk), is_read=False
    )
    return events.exclude(verb__in=ACCOMPANYING).select_related("actor").order_by("-at").first()


def versions(stay: Placement) -> list[StayVersion]:
    """The latest and the previous version of the stay."""
    return cast(
        list[StayVersion], list(history_of_stays().filter(pgh_obj=stay).order_by("-pgh_id")[:2])
    )


def ended_by(stays: Sequence[Placement]) -> list[Placement]:
    """The stays that the check-in of these ended, unless something else happened to them since."""
    ended = []
    for stay in stays:
        before = moved_from(stay)
        while before and (event := last_event(before)):
            if event.verb == LEFT and event.details.get("arrived_at") == str(stay.pk):
                ended.append(before)
            before = moved_from(before)
    return ended


def put_off_by(
    stays: Sequence[Placement], at: datetime.datetime
) -> list[tuple[Placement, StayVersion]]:
    """The expected stays that gave way at that moment to nights really slept in these stays, unless changed since."""
    beds = [stay.bed_id for stay in stays if stay.bed_id]
    people = [stay.individual_id for stay in stays]
    others = Placement.objects.filter(Q(bed__in=beds) | Q(individual__in=people))
    others = others.filter(checked_in_at=None, as_known__pgh_created_at=at).distinct()
    return [
        (each, versions(each)[1])
        for each in others.exclude(pk__in=[stay.pk for stay in stays])
        if (event := last_event(each)) and _gave_way(each, event)
    ]


def _gave_way(stay: Placement, event: AuditEvent) -> bool:
    if event.verb == "placement.cancelled":
        return stay.cancel_reason == CancelReason.BED_TAKEN
    return event.verb == "placement.postponed"


def resumed_by(stays: Sequence[Placement]) -> list[tuple[Placement, StayVersion]]:
    """The earlier stays that run on since these were cancelled, with their state before, unless changed since."""
    return [
        (before, versions(before)[1])
        for stay in stays
        if (before := moved_from(stay)) and (event := last_event(before)) and event.verb == RUNS_ON
    ]
