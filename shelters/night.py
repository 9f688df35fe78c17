"""One site's night: every bed with who sleeps in it, as far as the reader may know."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from shelters.choices import StayStatus
from shelters.models import Bed, BedClosure, Placement, Room, Site

LATE = frozenset({StayStatus.OVERDUE, StayStatus.NOT_ARRIVED})


@dataclass(frozen=True)
class Line:
    """One bed on that night. `stay` only where the reader sees it; a taken bed without it is somebody else's."""

    bed: Bed
    is_taken: bool
    stay: Placement | None
    closure: BedClosure | None
    status: StayStatus | None

    @property
    def is_free(self) -> bool:
        return not self.is_taken and self.closure is None


@dataclass(frozen=True)
class RoomOfNight:
    room: Room
    lines: list[Line]

    @property
    def free(self) -> int:
        return sum(line.is_free for line in self.lines)


@dataclass(frozen=True)
class Night:
    """What the page and the printed roster of a night show."""

    site: Site
    on: datetime.date
    rooms: list[RoomOfNight]
    without_bed: list[tuple[Placement, StayStatus]]
    arriving: list[Placement] = field(default_factory=list)
    leaving: list[Placement] = field(default_factory=list)

    @property
    def sleepers(self) -> list[tuple[Placement, StayStatus]]:
        """Everybody whom the reader sees there that night."""
        lines = [line for room in self.rooms for line in room.lines]
        in_beds = [(line.stay, line.status) for line in lines if line.stay and line.status]
        return [*in_beds, *self.without_bed]

    @property
    def late(self) -> list[Placement]:
        """Who should have left, or come, before that day."""
        return [stay for stay, status in self.sleepers if status in LATE]


def night_of(site: Site, on: datetime.date, *, reader: User) -> Night:
    """The night [on, next day) at this site, seen by `reader`; statuses are those of that day."""
    everybody = Placement.objects.filter(site=site)
    taken = set(everybody.sleeping_on(on).exclude(bed=None).values_list("bed", flat=True))
    seen = list(everybody.sleeping_on(on).visible_to(reader).with_people().in_order())
    leaving = list(everybody.leaving_on(on).visible_to(reader).with_people())
    _say_who_arrives_together(seen, on)
    by_bed = {stay.bed_id: stay for stay in seen if stay.bed_id}
    closures = {
        closure.bed_id: closure
        for closure in BedClosure.objects.on(on).filter(bed__room__site=site)
    }
    lines = [
        _line(bed, on, bed.pk in taken, by_bed.get(bed.pk), closures.get(bed.pk))
        for bed in beds_shown(site, on, taken)
    ]
    return Night(
        site=site,
        on=on,
        rooms=_by_room(lines),
        without_bed=[(stay, stay.status_on(on)) for stay in seen if not stay.bed_id],
        arriving=[stay for stay in seen if stay.starts_on == on],
        leaving=leaving,
    )


def _say_who_arrives_together(stays: Iterable[Placement], on: datetime.date) -> None:
    """Puts the number of a family that is expected on the first of its stays."""
    families: dict[Any, list[Placement]] = {}
    for stay in stays:
        if stay.status_on(on).awaits_check_in:
            families.setdefault(stay.case_id, []).append(stay)
    for family in families.values():
        if len(family) > 1:
            family[0].arrives_with = len(family)


def beds_shown(site: Site, on: datetime.date, taken: Iterable[Any]) -> list[Bed]:
    """Beds that stand that night, and any bed in which somebody sleeps all the same."""
    at_site = Bed.objects.filter(room__site=site)
    standing = at_site.standing_on(on) | at_site.filter(pk__in=list(taken))
    return list(standing.select_related("room").in_order())


def _line(
    bed: Bed,
    on: datetime.date,
    is_taken: bool,
    stay: Placement | None,
    closure: BedClosure | None,
) -> Line:
    return Line(bed, is_taken, stay, closure, stay.status_on(on) if stay else None)


def _by_room(lines: list[Line]) -> list[RoomOfNight]:
    rooms: dict[Any, RoomOfNight] = {}
    for line in lines:
        room = line.bed.room
        rooms.setdefault(room.pk, RoomOfNight(room, [])).lines.append(line)
    return list(rooms.values())
