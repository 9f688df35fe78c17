"""One site's night: every bed with who sleeps in it, as far as the user may know."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import NAME_FIELDS
from pages.questions import PLACEHOLDER, cached_rows
from shelters.choices import BedKind, ClosureReason, StayStatus
from shelters.models import Bed, Placement, Room, Site
from shelters.querysets.moment import ANY_NIGHT
from shelters.querysets.placement import HAS_LAPSED
from shelters.rules.occupancy import Occupancy

LATE = frozenset({StayStatus.OVERDUE, StayStatus.NOT_ARRIVED})
# Only these columns of stays and rooms are read, because most nights have a hundred lines.
STAY_COLUMNS = (
    "bed_id", "case_id", "individual_id", "starts_on", "ends_on", "planned_end_on", "checked_in_at",
    "checked_out_at", "cancelled_at", "placed_at", "previous_id", "provisional_until", "allowed_until",
    *(f"individual__{name}" for name in NAME_FIELDS),
)  # fmt: skip
ROOM_COLUMNS = ("id", "name", *Room.FEATURES)


class BedOfNight(NamedTuple):
    """The bed of a line, and its closure, if any."""

    pk: uuid.UUID
    name: str
    kind: str
    is_standing: bool
    is_taken: bool
    closed_by: uuid.UUID | None
    closed_until: datetime.date | None
    closed_because: str

    @property
    def is_plain(self) -> bool:
        return self.kind == BedKind.BED

    @property
    def is_surge(self) -> bool:
        return self.kind == BedKind.SURGE

    @property
    def get_kind_display(self) -> str:
        return str(BedKind(self.kind).label)

    @property
    def why_closed(self) -> str:
        return str(ClosureReason(self.closed_because).label)


@dataclass(frozen=True)
class BedLine:
    """One bed on that night. If the bed is taken and `stay` is None, the user does not see the stay."""

    bed: BedOfNight
    stay: Placement | None
    status: StayStatus | None

    @property
    def is_taken(self) -> bool:
        return self.bed.is_taken

    @property
    def is_closed(self) -> bool:
        return self.bed.closed_by is not None

    @property
    def is_free(self) -> bool:
        return not self.is_taken and not self.is_closed

    @property
    def needs_action(self) -> bool:
        """Whether somebody is to be checked in or out, or has left without a check-out. Most lines have nothing to do."""
        if self.stay is None or self.status is None:
            return False
        is_gone = self.stay.gone_on is not None
        return self.status.awaits_check_in or self.status.awaits_check_out or is_gone


@dataclass(frozen=True)
class RoomOfNight:
    room: Room
    lines: list[BedLine]

    @cached_property
    def free(self) -> int:
        return sum(line.is_free for line in self.lines)

    @property
    def is_empty(self) -> bool:
        return self.free == len(self.lines)


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
    # Tonight the provisional places, of any later night too, that nobody confirmed in time.
    lapsed: list[Placement] = field(default_factory=list)
    is_tonight: bool = False

    @cached_property
    def sleepers(self) -> list[tuple[Placement, StayStatus]]:
        """The visible stays of everybody who sleeps there that night."""
        lines = [line for room in self.rooms for line in room.lines]
        in_beds = [(line.stay, line.status) for line in lines if line.stay and line.status]
        return [*in_beds, *self.without_bed]

    @property
    def to_arrive(self) -> int:
        """How many people arrive that day, or for tonight are still to arrive. People with an exit do not count."""
        coming = [stay for stay in self.arriving if not stay.gone_on]
        return sum(not (self.is_tonight and stay.checked_in_at) for stay in coming)

    @property
    def to_leave(self) -> int:
        """How many people leave that day, or for tonight are still here."""
        return sum(not (self.is_tonight and stay.checked_out_at) for stay in self.leaving)

    @cached_property
    def late(self) -> list[Placement]:
        """People who should have left, or arrived, before that day."""
        return [stay for stay, status in self.sleepers if status in LATE]

    @cached_property
    def allowed(self) -> list[Placement]:
        """People who stay past the planned end because somebody allowed it."""
        return [stay for stay, status in self.sleepers if status == StayStatus.ALLOWED]


def site_of_night(pk: uuid.UUID, on: datetime.date, *, reader: User) -> Site | None:
    """The site with the numbers of that night; None if the reader may not see its sleepers."""
    rows = cached_rows(_site, reader, values={PLACEHOLDER: pk, ANY_NIGHT: on})
    return rows[0] if rows else None


def _site(reader: User) -> Any:
    seen = Site.objects.visible_to(reader, Permission.PLACEMENT_READ)
    return seen.with_sleepers(ANY_NIGHT).filter(pk=PLACEHOLDER)


def _stays(reader: User) -> Any:
    rows = (
        Placement.objects.filter(site=PLACEHOLDER)
        .visible_to(reader)
        .of_night(ANY_NIGHT, also=HAS_LAPSED)
    )
    return rows.with_day_gone().select_related("individual").in_order().only(*STAY_COLUMNS)


def _beds() -> Any:
    rows = Bed.objects.filter(room__site=PLACEHOLDER).of_night(ANY_NIGHT).in_order()
    closure = ("closure__id", "closure__ends_on", "closure__reason")
    columns = ("pk", "name", "kind", "is_standing", "is_taken", *closure)
    return rows.values_list(*columns, *(f"room__{name}" for name in ROOM_COLUMNS))


def night_of(site: Any, on: datetime.date, *, reader: User) -> Night:
    """The night that begins on this day, as `reader` sees it. `site` comes from `site_of_night`."""
    values = {PLACEHOLDER: site.pk, ANY_NIGHT: on}
    shown = cached_rows(_stays, reader, values=values)
    seen = [stay for stay in shown if stay.sleeps_here]
    is_tonight = on == reader.today()
    leaving, arriving = _leaving_and_arriving(shown, on, is_tonight=is_tonight)
    _set_arriving_families(seen, on)
    rooms = _by_room(cached_rows(_beds, values=values), seen, on)
    night = Night(
        site=site,
        on=on,
        rooms=rooms,
        without_bed=[(stay, stay.status_on(on)) for stay in seen if not stay.bed_id],
        occupancy=_occupancy(site, [line for room in rooms for line in room.lines]),
        arriving=arriving,
        leaving=sorted(leaving, key=lambda stay: (stay.starts_on, stay.placed_at), reverse=True),
        lapsed=[stay for stay in shown if is_tonight and stay.has_lapsed],
        is_tonight=is_tonight,
    )
    _set_beds([*night.lapsed, *night.arriving, *night.leaving, *night.late, *night.allowed], rooms)
    return night


def _leaving_and_arriving(
    shown: Sequence[Any], on: datetime.date, *, is_tonight: bool
) -> tuple[list[Placement], list[Placement]]:
    """People who leave the site on that day, and people who arrive.

    A change of room is neither. But if the person is still to be checked in to the new room tonight, it is an arrival.
    """
    stays = {stay.pk: stay for stay in shown}
    moved_on = {stay.previous_id for stay in stays.values()}

    def arrives(stay: Any) -> bool:
        if is_tonight and stay.status_on(on).awaits_check_in:
            return True
        while stay.previous_id in stays and stay.starts_on == on:
            stay = stays[stay.previous_id]
        return bool(stay.starts_on == on)

    starting = [stay for stay in shown if stay.sleeps_here and stay.starts_on == on]
    leaving = [stay for stay in shown if stay.leaves_that_day and stay.pk not in moved_on]
    return leaving, [stay for stay in starting if arrives(stay)]


def _by_room(
    rows: Iterable[Any], seen: Iterable[Placement], on: datetime.date
) -> list[RoomOfNight]:
    by_bed = {stay.bed_id: stay for stay in seen if stay.bed_id}
    rooms: dict[Any, RoomOfNight] = {}
    for row in rows:
        bed, values = BedOfNight(*row[: -len(ROOM_COLUMNS)]), row[-len(ROOM_COLUMNS) :]
        if values[0] not in rooms:
            room = Room(**dict(zip(ROOM_COLUMNS, values, strict=True)))
            rooms[room.pk] = RoomOfNight(room, [])
        stay = by_bed.get(bed.pk)
        rooms[values[0]].lines.append(BedLine(bed, stay, stay.status_on(on) if stay else None))
    return list(rooms.values())


def _set_beds(stays: list[Placement], rooms: Iterable[RoomOfNight]) -> None:
    """Sets the bed of each stay, because the lists of arrivals and departures name it."""
    wanted = {stay.bed_id for stay in stays if stay.bed_id}
    beds = {
        line.bed.pk: Bed(id=line.bed.pk, name=line.bed.name, room=room.room)
        for room in rooms
        for line in room.lines
        if line.bed.pk in wanted
    }
    if missing := wanted - beds.keys():
        beds |= Bed.objects.select_related("room").in_bulk(missing)
    for stay in stays:
        stay.bed = beds.get(stay.bed_id) if stay.bed_id else None


def _set_arriving_families(stays: Iterable[Placement], on: datetime.date) -> None:
    """Sets `arrives_with`, the size of an expected family, on the first of its stays."""
    families: dict[Any, list[Placement]] = {}
    for stay in stays:
        if stay.status_on(on).awaits_check_in and not stay.gone_on:
            families.setdefault(stay.case_id, []).append(stay)
    for family in families.values():
        if len(family) > 1:
            family[0].arrives_with = len(family)


def _occupancy(site: Any, lines: list[BedLine]) -> Occupancy:
    """The same counts as `Site.objects.with_occupancy(on)`, from beds that are already read."""
    in_service = [line for line in lines if line.bed.is_standing and not line.is_closed]
    regular = [line for line in in_service if not line.bed.is_surge]
    surge = [line for line in in_service if line.bed.is_surge]
    return Occupancy(
        sleepers=site.sleepers,
        beds=len(regular),
        free=sum(line.is_free for line in regular),
        surge=len(surge),
        surge_free=sum(line.is_free for line in surge),
        kept=site.kept_places,
        expected=site.expected_places,
    )
