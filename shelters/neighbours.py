"""Who sleeps where and beside whom on the nights of an act, and which rules that would break."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Q, QuerySet

from casework.families.choices import Bond
from casework.families.models import Relationship
from casework.needs.models import SpecificNeed
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from pages.questions import ANY_KEY, kept_rows
from reference.choices import RoomNeed
from shelters.models import Bed, Placement
from shelters.querysets.moment import ANY_NIGHT
from shelters.rules.protection import Bonds, Breach, Sleeper, broken_at_site, broken_in_room
from shelters.rules.room_needs import lacking_in_room
from shelters.rules.stays import held_until

# Marks beside that of the beds.
CASE, KIN, PLACED = (uuid.UUID(int=number) for number in (1, 2, 3))
FEW_ROOMS = 40
# What the rules read of a person, and of where somebody sleeps.
OF_PERSON = ("key_id", "sex", "born_on", "birth_year", "birth_precision")
OF_STAY = (
    "individual_id", "case_id", "site_id", "starts_on", "ends_on", "planned_end_on", "checked_in_at",
    "bed__room__is_women_only", "bed__room__kind", "bed__room__floor", "bed__room__is_step_free",
    "bed__room__has_cot",
)  # fmt: skip


@dataclass(frozen=True)
class Place:
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
        cls, stay: Placement, today: datetime.date, *, since: datetime.date | None = None
    ) -> Self:
        """The nights of a stay that are still to come, from tonight or a later one."""
        room = stay.bed.room if stay.bed else None
        return cls(
            who=sleeper(stay.individual, stay.case_id, today),
            site_id=stay.site_id,
            room_id=room.pk if room else None,
            is_women_only=room is not None and room.is_women_only,
            first=max(stay.starts_on, since or today),
            last=held_until(stay, today),
            offers=room.offers if room else frozenset(),
            stay_id=stay.pk,
        )

    @classmethod
    def in_bed(
        cls, who: Sleeper, bed: Bed, first: datetime.date, last: datetime.date | None
    ) -> Self:
        """What somebody would have who got this bed."""
        room = bed.room
        return cls(who, room.site_id, room.pk, room.is_women_only, first, last, room.offers)


def sleeper(individual: Individual, family: uuid.UUID, day: datetime.date) -> Sleeper:
    """The person as the rules know them on that day."""
    age = individual.age_on(day)
    if age and not individual.is_birthday_known:
        # The birthday of that year may be still to come.
        age -= 1
    return Sleeper(individual.pk, family, individual.sex, age)


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
    ) -> None:
        """`placed` are left out of who sleeps there already; `cases` are their families; `first` is their first night."""
        kin = kept_rows(_kin, values={ANY_KEY: [each.pk for each in placed], ANY_NIGHT: first})
        is_wide = len(rooms) > FEW_ROOMS
        beds = rooms if is_wide else kept_rows(_beds_in, values={ANY_KEY: rooms})
        around = {
            ANY_NIGHT: first,
            ANY_KEY: beds,
            CASE: cases,
            KIN: [each for pair in kin for each in pair],
            PLACED: [each.pk for each in placed],
        }
        stays = kept_rows(_stays_around, is_wide, values=around)
        self.places = [Place.of_stay(stay, today, since=first) for stay in stays]
        self.families: dict[uuid.UUID, list[Sleeper]] = {}
        for member in kept_rows(_members_of, values={ANY_KEY: cases, ANY_NIGHT: today}):
            one = sleeper(member.individual, member.case_id, today)
            self.families.setdefault(member.case_id, []).append(one)
        people = {each.who.person for each in self.places} | {person.pk for person in placed}
        self.bonds = bonds_of(people)
        self.needs = SpecificNeed.objects.room_needs_of(people, today)

    def in_room(
        self, room_id: uuid.UUID, first: datetime.date, last: datetime.date | None
    ) -> list[Place]:
        """Who sleeps in the room on one of these nights."""
        return [
            each
            for each in self.places
            if each.room_id == room_id
            and (last is None or each.first < last)
            and (each.last is None or each.last > first)
        ]

    def broken_by(
        self, places: Sequence[Place], *, beside: Sequence[Place] = ()
    ) -> dict[Breach, datetime.date]:
        """What these places, given together, would break, each with the first night on which it would.

        `beside` are other places that the same act gives.
        """
        everywhere = [*self.places, *beside, *places]
        found: dict[Breach, datetime.date] = {}
        for place in places:
            for night in self._nights_of_change(place, everywhere):
                for breach in self._broken_on(night, place, everywhere):
                    found.setdefault(breach, night)
        return found

    def _broken_on(
        self, night: datetime.date, place: Place, everywhere: list[Place]
    ) -> Iterator[Breach]:
        here = [each for each in everywhere if each.site_id == place.site_id and each.is_on(night)]
        family = self.families.get(place.who.family, [])
        yield from broken_at_site(
            place.who, here=[each.who for each in here], family=family, bonds=self.bonds
        )
        if place.room_id:
            others = [each.who for each in here if each.room_id == place.room_id]
            yield from broken_in_room(
                place.who, others, is_women_only=place.is_women_only, bonds=self.bonds
            )
            yield from lacking_in_room(
                place.who, others, needs=self.needs, offers=place.offers, bonds=self.bonds
            )

    def _nights_of_change(self, place: Place, everywhere: list[Place]) -> list[datetime.date]:
        """The first night of the place, and each on which somebody comes or has gone who matters to it."""
        nights = {place.first} if place.is_on(place.first) else set()
        for each in everywhere:
            is_family = self.bonds.together(each.who, place.who)
            matters = is_family or each.room_id == place.room_id
            if matters and each.site_id == place.site_id:
                nights |= {day for day in (each.first, each.last) if day and place.is_on(day)}
        return sorted(nights)


def _kin() -> Any:
    """Who belongs to one of them by a bond on file, whatever the case."""
    rows = Relationship.objects.on(ANY_NIGHT).touching([ANY_KEY]).exclude(kind=Bond.APART)
    return rows.values_list("individual_a", "individual_b")


def _beds_in() -> Any:
    return Bed.objects.filter(room__in=[ANY_KEY]).order_by().values_list("pk", flat=True)


def _stays_around(is_wide: bool) -> Any:
    """In these beds, of these cases and of who belongs to them: each is looked up by an index of its own.

    Who looks at many rooms names the rooms.
    """
    here = Q(bed__room__in=[ANY_KEY]) if is_wide else Q(bed__in=[ANY_KEY])
    here |= Q(case__in=[CASE]) | Q(individual__in=[KIN])
    rows = Placement.objects.overlapping(ANY_NIGHT, None).filter(here)
    rows = rows.exclude(individual__in=[PLACED]).select_related("individual", "bed__room")
    return rows.only(*OF_STAY, *(f"individual__{name}" for name in OF_PERSON))


def _members_of() -> Any:
    rows = FamilyMember.objects.on(ANY_NIGHT).filter(case__in=[ANY_KEY])
    return rows.select_related("individual").only(
        "case_id", *(f"individual__{name}" for name in OF_PERSON)
    )


def bonds_among(people: Any) -> Any:
    """How two of them belong together, or are kept apart."""
    rows = Relationship.objects.open().filter(individual_a__in=people, individual_b__in=people)
    return rows.values_list("kind", "individual_a", "individual_b")


def _bonds() -> Any:
    return bonds_among([ANY_KEY])


def bonds_of(people: Collection[uuid.UUID] | QuerySet[Any]) -> Bonds:
    """All that is on file about two of them."""
    asked = isinstance(people, QuerySet)
    rows = bonds_among(people) if asked else kept_rows(_bonds, values={ANY_KEY: people})
    return bonds_in(rows)


def bonds_in(rows: Iterable[tuple[str, uuid.UUID, uuid.UUID]]) -> Bonds:
    """Of rows of `bonds_among`."""
    pairs = [(kind, frozenset((one, other))) for kind, one, other in rows]
    return Bonds(
        kin={pair for kind, pair in pairs if kind != Bond.APART},
        apart={pair for kind, pair in pairs if kind == Bond.APART},
    )
