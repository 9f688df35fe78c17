"""What the board reads: beds, stays and closures of some sites on some nights."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import BooleanField, DateTimeField, ExpressionWrapper, Q, UUIDField, Value

from accounts.models import User
from casework.register.models.individual import NAME_FIELDS
from pages.questions import PLACEHOLDER, cached_rows
from shelters.board.rules import BoardNights
from shelters.choices import BedKind
from shelters.models import Bed, BedClosure, BedHold, Placement, Room
from shelters.neighbours import RoomFacts
from shelters.querysets.moment import ANY_END, ANY_NIGHT
from shelters.querysets.placement import HAS_LAPSED

# Columns of a room, after those of its bed.
ROOM_COLUMNS = ("name", "site__for_whom", "pk", *Room.FEATURES)


class BoardBed(NamedTuple):
    """A bed, and its room with what it offers."""

    site_id: uuid.UUID
    bed_id: uuid.UUID
    name: str
    kind: str
    opened_on: datetime.date
    closed_on: datetime.date | None
    room: str
    site_for: str
    room_id: uuid.UUID
    for_whom: str
    room_kind: str
    floor: int
    is_step_free: bool
    has_cot: bool
    has_own_bathroom: bool

    @property
    def facts(self) -> RoomFacts:
        return RoomFacts.of(self.site_id, self.site_for, self.room_id, *self[-len(Room.FEATURES) :])

    @property
    def is_surge(self) -> bool:
        return self.kind == BedKind.SURGE


class BoardStay(NamedTuple):
    """A stay without its person: who may not see it reads only that a bed is taken."""

    stay_id: uuid.UUID
    site_id: uuid.UUID
    bed_id: uuid.UUID | None
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    allowed_until: datetime.date | None
    has_arrived: bool
    has_lapsed: bool
    previous_id: uuid.UUID | None
    previous_site_id: uuid.UUID | None

    @property
    def leaves_on(self) -> datetime.date | None:
        return self.ends_on or self.allowed_until or self.planned_end_on


def beds_of_board(sites: Collection[uuid.UUID], board: BoardNights) -> list[BoardBed]:
    """The beds that exist at these sites on one of the nights, site by site in walking order."""
    return [BoardBed(*row) for row in cached_rows(_beds, values=_values(sites, board))]


def stays_of_board(sites: Collection[uuid.UUID], board: BoardNights) -> list[BoardStay]:
    """All stays at these sites on one of the nights, also those that the reader does not see."""
    return [BoardStay(*row) for row in cached_rows(_stays, values=_values(sites, board))]


def seen_stays(sites: Collection[uuid.UUID], board: BoardNights, *, reader: User) -> dict[Any, Any]:
    """Those of them that the reader sees, with their people, by key."""
    rows = cached_rows(_seen, reader, values=_values(sites, board))
    return {stay.pk: stay for stay in rows}


class BoardHold(NamedTuple):
    """A bed that somebody holds for a call, until the moment `lapses_at`."""

    starts_on: datetime.date
    ends_on: datetime.date | None
    lapses_at: datetime.datetime
    holder_id: uuid.UUID
    holder: str


def not_offered(
    sites: Collection[uuid.UUID], board: BoardNights
) -> tuple[dict[uuid.UUID, list[Any]], dict[uuid.UUID, list[BoardHold]]]:
    """By bed the closures: first night, first night back, and why; and by bed the holds that have not lapsed."""
    closures: dict[uuid.UUID, list[Any]] = {}
    holds: dict[uuid.UUID, list[BoardHold]] = {}
    rows = cached_rows(_not_offered, values=_values(sites, board))
    for bed, first, end, words, lapses_at, holder in rows:
        if holder is None:
            closures.setdefault(bed, []).append((first, end, words))
        else:
            holds.setdefault(bed, []).append(BoardHold(first, end, lapses_at, holder, words))
    return closures, holds


def _values(sites: Collection[uuid.UUID], board: BoardNights) -> dict[Any, Any]:
    return {PLACEHOLDER: list(sites), ANY_NIGHT: board.first, ANY_END: board.end}


def _beds() -> Any:
    rows = Bed.objects.filter(Q(closed_on=None) | Q(closed_on__gt=ANY_NIGHT))
    rows = rows.filter(room__site__in=[PLACEHOLDER], opened_on__lt=ANY_END).in_order()
    columns = ("room__site", "pk", "name", "kind", "opened_on", "closed_on")
    return rows.values_list(*columns, *(f"room__{name}" for name in ROOM_COLUMNS))


def _stays() -> Any:
    arrived = ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField())
    rows: Any = Placement.objects.overlapping(ANY_NIGHT, ANY_END).filter(site__in=[PLACEHOLDER])
    lapsed = ExpressionWrapper(HAS_LAPSED, BooleanField())
    rows = rows.annotate(has_arrived=arrived, has_lapsed=lapsed).order_by("starts_on", "placed_at")
    days = ("starts_on", "ends_on", "planned_end_on", "allowed_until", "has_arrived", "has_lapsed")
    return rows.values_list("pk", "site", "bed", *days, "previous", "previous__site")


def _seen(reader: User) -> Any:
    rows: Any = Placement.objects.filter(site__in=[PLACEHOLDER]).visible_to(reader)
    rows = rows.overlapping(ANY_NIGHT, ANY_END).select_related("individual").order_by()
    return rows.only(
        "case_id", "site_id", "individual_id", *(f"individual__{name}" for name in NAME_FIELDS)
    )


def _not_offered() -> Any:
    """Closures and holds in one query; a closure has neither an hour nor a holder."""
    shut = BedClosure.objects.overlapping(ANY_NIGHT, ANY_END).order_by()
    held = BedHold.objects.active().overlapping(ANY_NIGHT, ANY_END).order_by()
    none = (Value(None, DateTimeField()), Value(None, UUIDField()))
    at_sites, nights = {"bed__room__site__in": [PLACEHOLDER]}, ("bed", "starts_on", "ends_on")
    closures = shut.filter(**at_sites).values_list(*nights, "reason", *none)
    who = ("held_by__full_name", "lapses_at", "held_by")
    return closures.union(held.filter(**at_sites).values_list(*nights, *who), all=True)
