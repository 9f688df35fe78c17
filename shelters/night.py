"""One site's night: every bed with who sleeps in it, as far as the reader may know."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from casework.register.models.individual import beside_names
from shelters.choices import StayStatus
from shelters.models import Bed, BedClosure, Placement, Room, Site
from shelters.rules.occupancy import Occupancy

LATE = frozenset({StayStatus.OVERDUE, StayStatus.NOT_ARRIVED})


@dataclass(frozen=True)
class Line:
    """One bed on that night. `stay` only where the reader sees it; a taken bed without it is somebody else's."""

    bed: Any
    is_taken: bool
    stay: Placement | None
    closure: BedClosure | None
    status: StayStatus | None

    @property
    def is_free(self) -> bool:
        return not self.is_taken and self.closure is None

    @property
    def is_to_act(self) -> bool:
        """Whether somebody is to be checked in or out: most rows of a night have nothing to do."""
        if self.stay is None or self.status is None:
            return False
        gone_on = getattr(self.stay, "gone_on", None)
        return self.status.awaits_check_in or self.status.awaits_check_out or gone_on is not None


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
    occupancy: Occupancy
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


def night_of(site: Any, on: datetime.date, *, reader: User) -> Night:
    """The night [on, next day) at this site, asked for `with_sleepers(on)`, seen by `reader`; statuses are those of
    that day."""
    stays = Placement.objects.filter(site=site).visible_to(reader).of_night(on)
    rows = stays.with_day_gone().select_related("individual", "bed__room").in_order()
    shown = list(rows.defer(*beside_names("individual")))
    seen = [stay for stay in shown if stay.sleeps_here]
    _say_who_arrives_together(seen, on)
    by_bed = {stay.bed_id: stay for stay in seen if stay.bed_id}
    beds = Bed.objects.filter(room__site=site).of_night(on).select_related("room").in_order()
    lines = [_line(bed, on, by_bed.get(bed.pk)) for bed in beds]
    leaving = [stay for stay in shown if stay.leaves_that_day]
    return Night(
        site=site,
        on=on,
        rooms=_by_room(lines),
        without_bed=[(stay, stay.status_on(on)) for stay in seen if not stay.bed_id],
        occupancy=_occupancy(site, lines),
        arriving=[stay for stay in seen if stay.starts_on == on],
        leaving=sorted(leaving, key=lambda stay: (stay.starts_on, stay.placed_at), reverse=True),
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


def _line(bed: Any, on: datetime.date, stay: Placement | None) -> Line:
    # Django sets a joined row of a filtered relation only where there is one.
    closure = getattr(bed, "closure", None)
    return Line(bed, bed.is_taken, stay, closure, stay.status_on(on) if stay else None)


def _occupancy(site: Any, lines: list[Line]) -> Occupancy:
    """What `Site.objects.with_occupancy(on)` counts, from the beds at hand."""
    in_service = [line for line in lines if line.bed.is_standing and line.closure is None]
    regular = [line for line in in_service if not line.bed.is_surge]
    surge = [line for line in in_service if line.bed.is_surge]
    return Occupancy(
        sleepers=site.sleepers,
        beds=len(regular),
        free=sum(line.is_free for line in regular),
        surge=len(surge),
        surge_free=sum(line.is_free for line in surge),
        kept=site.kept_places,
    )


def _by_room(lines: list[Line]) -> list[RoomOfNight]:
    rooms: dict[Any, RoomOfNight] = {}
    for line in lines:
        room = line.bed.room
        rooms.setdefault(room.pk, RoomOfNight(room, [])).lines.append(line)
    return list(rooms.values())
