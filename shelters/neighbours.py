"""Who sleeps where and beside whom on the nights of an act, and which rules that would break."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from django.db.models import BooleanField, ExpressionWrapper, Q

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.needs.querysets import room_needs_in
from casework.register.choices import Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from pages.questions import ANY_KEY, kept_rows
from pages.remembered import Remembered
from pages.together import Together, together
from reference.choices import RoomNeed
from shelters.models import Bed, Placement, Room
from shelters.querysets.moment import ANY_NIGHT
from shelters.rules.protection import (
    Bonds,
    Breach,
    Sleeper,
    broken_at_site,
    broken_in_room,
    without_adult_in_room,
)
from shelters.rules.room_needs import lacking_in_room, offered_by
from shelters.rules.stays import held_until
from shelters.sleepers import KNOWN, Known, sleepers

# Marks beside that of the beds.
CASE, KIN, PLACED = (uuid.UUID(int=number) for number in (1, 2, 3))
FEW_ROOMS = 40
# Whoever leads a family.
LEADING = (Relation.PRINCIPAL, Relation.SPOUSE, Relation.PARTNER)
# What the rules read of a stay: who sleeps, where and until when; and of its room, as `offered_by` asks for it.
WHO = ("case_id", "individual_id", *KNOWN)
STAY = ("pk", "site_id", "starts_on", "ends_on", "planned_end_on", "has_arrived")
ROOM = ("pk", "is_women_only", "kind", "floor", "is_step_free", "has_cot")


class SleepingPlace(NamedTuple):
    """Where somebody sleeps or would sleep, on the nights [first, last); without `last` nobody knows the end."""

    who: Sleeper
    site_id: uuid.UUID
    room_id: uuid.UUID | None
    is_women_only: bool
    first: datetime.date
    last: datetime.date | None
    offers: frozenset[RoomNeed] = frozenset()
    stay_id: uuid.UUID | None = None

    def is_on(self, night: datetime.date) -> bool:
        return self.first <= night and (self.last is None or night < self.last)

    @classmethod
    def of_stay(
        cls, stay: Any, who: Sleeper, room: Any, *, today: datetime.date, since: datetime.date
    ) -> Self:
        """The nights of a stay that are still to come, from tonight or a later one; `room` has the columns that ROOM names."""
        asked, last = RoomAsked.of(stay.site_id, *room), held_until(stay, today)
        return cls(who, *asked[:3], max(stay.starts_on, since), last, asked.offers, stay.pk)

    @classmethod
    def in_room(
        cls, who: Sleeper, room: "RoomAsked", first: datetime.date, last: datetime.date | None
    ) -> Self:
        """What somebody would have who got a bed in this room."""
        return cls(who, *room[:3], first, last, room.offers)


class RoomAsked(NamedTuple):
    """What the rules ask of a room; of a stay without a bed there is none."""

    site_id: uuid.UUID
    room_id: uuid.UUID | None
    is_women_only: bool
    offers: frozenset[RoomNeed]

    @classmethod
    def of(cls, site_id: uuid.UUID, room_id: uuid.UUID | None = None, *asked: Any) -> Self:
        """Of the columns that ROOM names."""
        if room_id is None:
            return cls(site_id, None, False, frozenset())
        is_women_only, *offered = asked
        return cls(site_id, room_id, is_women_only, offered_by(*offered))


class Neighbours:
    """Everybody whom the rules have to look at when some people get a place: read once, asked for many places."""

    def __init__(
        self,
        placed: Collection[Individual],
        *,
        cases: Collection[uuid.UUID],
        rooms: Collection[uuid.UUID],
        first: datetime.date,
        today: datetime.date,
        given: Iterable[SleepingPlace] = (),
    ) -> None:
        """`placed` are left out of who sleeps there already; `cases` are their families; `first` is their first night.

        `given` are proposed to others by the same page: they count as if they slept there.
        """
        self._placed, self._cases = [each.pk for each in placed], cases
        self._first, self._today = first, today
        self._places: dict[uuid.UUID | None, SleepingPlace] = {each.stay_id: each for each in given}
        is_wide = len(rooms) > FEW_ROOMS
        words: Together = _words.of((is_wide, today), lambda: _first_known(is_wide, today))
        marks = {PLACED: self._placed, ANY_KEY: rooms, ANY_NIGHT: first, CASE: cases}
        found = words.answers(marks).rows
        kin = [row[name] for row in found["kin"] for name in ("individual_a", "individual_b")]
        beds = rooms if is_wide else [uuid.UUID(row["pk"]) for row in found["beds"]]
        self.leading = {
            uuid.UUID(row["individual"])
            for row in found["members"]
            if row["relation_to_principal"] in LEADING
        }
        members: list[Known] = [
            (uuid.UUID(row["case"]), uuid.UUID(row["individual"]), *(row[name] for name in KNOWN))
            for row in found["members"]
        ]
        self.families: dict[uuid.UUID, list[Sleeper]] = {}
        self._read(beds, map(uuid.UUID, kin), is_wide=is_wide, members=members)

    def read_more(self, rooms: Collection[uuid.UUID]) -> None:
        """Who sleeps in these rooms, too."""
        self._read(rooms, (), is_wide=True)

    def _read(
        self,
        beds: Collection[uuid.UUID],
        kin: Iterable[uuid.UUID],
        *,
        is_wide: bool,
        members: Collection[Known] = (),
    ) -> None:
        around = {
            ANY_NIGHT: self._first,
            ANY_KEY: beds,
            CASE: self._cases,
            KIN: list(kin),
            PLACED: self._placed,
        }
        stays = kept_rows(_stays_around, is_wide, values=around)
        who = sleepers([*(stay[: len(WHO)] for stay in stays), *members], self._today)
        for case, individual, *_known in members:
            self.families.setdefault(case, []).append(_in_family(who[individual], case))
        for stay in stays:
            if stay.pk not in self._places:
                one = _in_family(who[stay.individual_id], stay.case_id)
                self._places[stay.pk] = SleepingPlace.of_stay(
                    stay, one, stay[-len(ROOM) :], today=self._today, since=self._first
                )
        people = {each.who.person for each in self.places} | {*self._placed}
        words: Together = _words.of(self._today, lambda: _on_file(self._today))
        on_file = words.answers({ANY_KEY: people}).rows
        self.bonds, self.needs = bonds_of_rows(on_file["bonds"]), needs_of_rows(on_file["needs"])
        self._by_room: dict[uuid.UUID, list[SleepingPlace]] = {}
        for place in self.places:
            if place.room_id:
                self._by_room.setdefault(place.room_id, []).append(place)
        self._own: dict[uuid.UUID, list[SleepingPlace]] = {}

    @property
    def places(self) -> Collection[SleepingPlace]:
        return self._places.values()

    def in_room(
        self, room_id: uuid.UUID, first: datetime.date, last: datetime.date | None
    ) -> list[SleepingPlace]:
        """Who sleeps in the room on one of these nights."""
        return [
            each
            for each in self._by_room.get(room_id, ())
            if (last is None or each.first < last) and (each.last is None or each.last > first)
        ]

    def broken_by(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> dict[Breach, datetime.date]:
        """What these places, given together, would break, each with the first night on which it would.

        `beside` are other places that the same act gives.
        """
        found: dict[Breach, datetime.date] = {}
        for breach, night in self.breaches(places, beside=beside):
            found.setdefault(breach, night)
        return found

    def breaches(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> Iterator[tuple[Breach, datetime.date]]:
        """As `broken_by`, one after the other and of every night: whoever looks for one refusal stops there."""
        given = [*beside, *places]
        for place in places:
            around = self._around(place, given)
            for night in _nights_of_change(place, around):
                for breach in self._broken_on(night, place, around):
                    yield breach, night

    def _around(self, place: SleepingPlace, given: Sequence[SleepingPlace]) -> list[SleepingPlace]:
        """Whom the rules look at beside this place: who sleeps in its room, and the own people at its site."""
        room_id, who = place.room_id, place.who
        in_room = self._by_room.get(room_id, []) if room_id else []
        own = [
            each
            for each in self._own_people(who)
            if each.site_id == place.site_id and (room_id is None or each.room_id != room_id)
        ]
        with_it = [
            each
            for each in given
            if each.site_id == place.site_id
            and (each.room_id == room_id or self.bonds.together(each.who, who))
        ]
        return [*in_room, *own, *with_it]

    def _own_people(self, who: Sleeper) -> list[SleepingPlace]:
        """Where those sleep who belong together with this person; looked for once, and asked for many places."""
        if who.person not in self._own:
            together = self.bonds.together
            self._own[who.person] = [each for each in self.places if together(each.who, who)]
        return self._own[who.person]

    def _broken_on(
        self, night: datetime.date, place: SleepingPlace, around: Sequence[SleepingPlace]
    ) -> Iterator[Breach]:
        here = [each for each in around if each.is_on(night)]
        family = self.families.get(place.who.family, [])
        alone = [
            *broken_at_site(
                place.who, here=[each.who for each in here], family=family, bonds=self.bonds
            )
        ]
        yield from alone
        if place.room_id:
            others = [each.who for each in here if each.room_id == place.room_id]
            yield from broken_in_room(
                place.who, others, is_women_only=place.is_women_only, bonds=self.bonds
            )
            if not alone:
                yield from without_adult_in_room(place.who, others, bonds=self.bonds)
            yield from lacking_in_room(
                place.who, others, needs=self.needs, offers=place.offers, bonds=self.bonds
            )


def _nights_of_change(place: SleepingPlace, around: Sequence[SleepingPlace]) -> list[datetime.date]:
    """The first night of the place, and each on which somebody around it comes or has gone."""
    days = {place.first, *(day for each in around for day in (each.first, each.last) if day)}
    return sorted(day for day in days if place.is_on(day))


_words = Remembered(50)


def _in_family(one: Sleeper, case: uuid.UUID) -> Sleeper:
    """Somebody whose stay began in another case than the one they are in today is of the family that each row names."""
    return one if one.family == case else one._replace(family=case)


def _first_known(is_wide: bool, today: datetime.date) -> Together:
    """Who belongs to one of those who are placed by a bond on file, whatever the case; who is in their families today; of
    few rooms their beds."""
    kin = Relationship.objects.on(ANY_NIGHT).touching([PLACED]).exclude(kind=Bond.APART)
    members = FamilyMember.objects.on(today).filter(case__in=[CASE]).order_by()
    known = {
        "kin": kin.order_by().values("individual_a", "individual_b"),
        "members": members.values("case", "individual", "relation_to_principal", *KNOWN),
    }
    if not is_wide:
        known["beds"] = Bed.objects.filter(room__in=[ANY_KEY]).order_by().values("pk")
    return together({}, known)


def _on_file(day: datetime.date) -> Together:
    return together({}, bonds_and_needs([ANY_KEY], day))


def _stays_around(is_wide: bool) -> Any:
    """In these beds, of these cases and of who belongs to them: each is looked up by an index of its own.

    Who looks at many rooms names the rooms: looked up first, they are not held against each stay one after the other.
    """
    rooms = Room.objects.filter(pk__in=[ANY_KEY]).values("pk")
    here = Q(bed__room__in=rooms) if is_wide else Q(bed__in=[ANY_KEY])
    here |= Q(case__in=[CASE]) | Q(individual__in=[KIN])
    rows: Any = Placement.objects.overlapping(ANY_NIGHT, None).filter(here)
    rows = rows.exclude(individual__in=[PLACED])
    # A moment of each is slower to read than that there is one.
    arrived = ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField())
    rows = rows.annotate(has_arrived=arrived)
    return rows.values_list(*WHO, *STAY, *(f"bed__room__{name}" for name in ROOM), named=True)


def bonds_among(people: Any) -> Any:
    """How they belong together, or are kept apart; and what one of them is to somebody else, of whom nobody asks."""
    rows = Relationship.objects.open().filter(individual_a__in=people)
    return rows.values_list("kind", "individual_a", "individual_b")


def bonds_and_needs(people: Collection[uuid.UUID], day: datetime.date) -> dict[str, Any]:
    """The questions who of them belongs together or is kept apart, and what their rooms must offer."""
    needs = SpecificNeed.objects.of_rooms(people, day)
    return {
        "bonds": bonds_among(people).order_by().values("kind", "individual_a", "individual_b"),
        "needs": needs.order_by().values("individual", "code__room_needs"),
    }


def bonds_of_rows(rows: Iterable[Mapping[str, Any]]) -> Bonds:
    """Of what `bonds_and_needs` asks, as JSON has it."""
    return bonds_in(
        (row["kind"], uuid.UUID(row["individual_a"]), uuid.UUID(row["individual_b"]))
        for row in rows
    )


def needs_of_rows(rows: Iterable[Mapping[str, Any]]) -> dict[Any, list[RoomNeed]]:
    return room_needs_in((uuid.UUID(row["individual"]), row["code__room_needs"]) for row in rows)


def bonds_in(rows: Iterable[tuple[str, uuid.UUID, uuid.UUID]]) -> Bonds:
    """Of rows of `bonds_among`."""
    pairs = [(kind, frozenset((one, other))) for kind, one, other in rows]
    return Bonds(
        kin={pair for kind, pair in pairs if kind != Bond.APART},
        apart={pair for kind, pair in pairs if kind == Bond.APART},
    )
