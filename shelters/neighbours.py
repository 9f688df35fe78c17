"""Finds who sleeps where and beside whom on the nights of an act, and which rules the act would break."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from django.db.models import BooleanField, ExpressionWrapper, F, Q, Value, When
from django.db.models import Case as Choice

from casework.bonds.models import Relationship
from casework.register.choices import Relation, Sex
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
from pages.questions import PLACEHOLDER, cached_rows
from pages.remembered import Remembered
from pages.together import Together, together
from reference.choices import RoomNeed
from shelters.bonds import bonds_and_needs, bonds_of_rows, needs_of_rows
from shelters.models import Bed, Placement, Room
from shelters.querysets.moment import ANY_NIGHT
from shelters.rules.protection import (
    Breach,
    Sleeper,
    apart_at_site,
    broken_at_site,
    not_meant_for,
    of_age_if_born_by,
)
from shelters.rules.room_needs import broken_in_bed, offered_by
from shelters.rules.stays import held_until
from shelters.sleepers import KNOWN, Known, sleepers

# Placeholders, besides PLACEHOLDER: cases, people related to those who get a place, and these people themselves.
CASE, KIN, PLACED = (uuid.UUID(int=number) for number in (1, 2, 3))
# Of up to this number of rooms the beds are looked up first, which makes the query of stays faster.
FEW_ROOMS = 40
# Relations to the principal of the people who lead a family.
LEADING = (Relation.PRINCIPAL, Relation.SPOUSE, Relation.PARTNER)
# Columns that the rules need: of the person, of the stay, and of the room with its site.
PERSON_COLUMNS = ("case_id", "individual_id", *KNOWN)
STAY_COLUMNS = ("pk", "site_id", "starts_on", "ends_on", "planned_end_on", "has_arrived")
ROOM_COLUMNS = ("site__for_whom", "pk", *Room.FEATURES)


class SleepingPlace(NamedTuple):
    """The room in which a person sleeps or would sleep on the nights [first, last). The end is unknown if `last` is None."""

    who: Sleeper
    site_id: uuid.UUID
    room_id: uuid.UUID | None
    for_whom: frozenset[str]
    first: datetime.date
    last: datetime.date | None
    offers: frozenset[RoomNeed] = frozenset()
    stay_id: uuid.UUID | None = None

    def is_on(self, night: datetime.date) -> bool:
        return self.first <= night and (self.last is None or night < self.last)

    def overlaps(self, first: datetime.date, last: datetime.date | None) -> bool:
        return (last is None or self.first < last) and (self.last is None or self.last > first)

    @classmethod
    def of_stay(
        cls, stay: Any, who: Sleeper, room: Any, *, today: datetime.date, since: datetime.date
    ) -> Self:
        """The remaining nights of a stay, from tonight or a later one; `room` has the columns of ROOM_COLUMNS."""
        facts, last = RoomFacts.of(stay.site_id, *room), held_until(stay, today)
        return cls(who, *facts[:3], max(stay.starts_on, since), last, facts.offers, stay.pk)

    @classmethod
    def in_room(
        cls, who: Sleeper, room: "RoomFacts", first: datetime.date, last: datetime.date | None
    ) -> Self:
        """The place of a person who got a bed in this room."""
        return cls(who, *room[:3], first, last, room.offers)


class RoomFacts(NamedTuple):
    """The facts about a room that the rules need. `room_id` is None for a stay without a bed."""

    site_id: uuid.UUID
    room_id: uuid.UUID | None
    for_whom: frozenset[str]
    offers: frozenset[RoomNeed]

    @classmethod
    def of(
        cls,
        site_id: uuid.UUID,
        site_for: str | None,
        room_id: uuid.UUID | None = None,
        *columns: Any,
    ) -> Self:
        """From the columns of ROOM_COLUMNS."""
        room_for, *offered = columns if room_id else (None,)
        for_whom = frozenset(filter(None, (site_for, room_for)))
        return cls(site_id, room_id, for_whom, offered_by(*offered) if room_id else frozenset())


class Neighbours:
    """Everybody whom the rules must consider when people get a place: read once, used for many places."""

    def __init__(
        self,
        placed: Collection[Individual],
        *,
        cases: Collection[uuid.UUID],
        rooms: Collection[uuid.UUID],
        first: datetime.date,
        today: datetime.date,
        given: Iterable[SleepingPlace] = (),
        first_facts: Mapping[str, list[dict[str, Any]]] | None = None,
    ) -> None:
        """`placed` get a place: their present stays are left out. `cases` are their families, `first` is their first night.

        `given` are proposals to others on the same page: they count as if they slept there. `first_facts` is the result of
        `read_first_facts`, if the caller has it already.
        """
        self._placed, self._cases = [each.pk for each in placed], cases
        self._first, self._today = first, today
        self._places: dict[uuid.UUID | None, SleepingPlace] = {each.stay_id: each for each in given}
        facts = first_facts or read_first_facts(
            placed, cases=cases, rooms=rooms, first=first, today=today
        )
        is_wide = "beds" not in facts
        kin = [row[name] for row in facts["kin"] for name in ("individual_a", "individual_b")]
        beds = rooms if is_wide else [uuid.UUID(row["pk"]) for row in facts["beds"]]
        self.leading = {
            uuid.UUID(row["individual"])
            for row in facts["members"]
            if row["relation_to_principal"] in LEADING
        }
        members: list[Known] = [
            (uuid.UUID(row["case"]), uuid.UUID(row["individual"]), *(row[name] for name in KNOWN))
            for row in facts["members"]
        ]
        self.families: dict[uuid.UUID, list[Sleeper]] = {}
        self._read(beds, map(uuid.UUID, kin), is_wide=is_wide, members=members)

    def read_more(self, rooms: Collection[uuid.UUID]) -> None:
        """Reads who sleeps in these rooms as well."""
        self._read(rooms, (), is_wide=True)

    def _read(
        self,
        beds: Collection[uuid.UUID],
        kin: Iterable[uuid.UUID],
        *,
        is_wide: bool,
        members: Collection[Known] = (),
    ) -> None:
        values = {
            ANY_NIGHT: self._first,
            PLACEHOLDER: beds,
            CASE: self._cases,
            KIN: list(kin),
            PLACED: self._placed,
        }
        stays = cached_rows(_stays_around, is_wide, values=values)
        sleeper_by_key = sleepers(
            [*(stay[: len(PERSON_COLUMNS)] for stay in stays), *members], self._today
        )
        for case, individual, *_known in members:
            self.families.setdefault(case, []).append(_in_family(sleeper_by_key[individual], case))
        for stay in stays:
            if stay.pk not in self._places:
                sleeper = _in_family(sleeper_by_key[stay.individual_id], stay.case_id)
                self._places[stay.pk] = SleepingPlace.of_stay(
                    stay, sleeper, stay[-len(ROOM_COLUMNS) :], today=self._today, since=self._first
                )
        people = {each.who.person for each in self.places} | {*self._placed}
        query: Together = _queries.of(self._today, lambda: _bonds_and_needs_query(self._today))
        rows = query.answers({PLACEHOLDER: people}).rows
        self.bonds, self.needs = bonds_of_rows(rows["bonds"]), needs_of_rows(rows["needs"])
        self._by_room: dict[uuid.UUID, list[SleepingPlace]] = {}
        self._by_family: dict[uuid.UUID, list[SleepingPlace]] = {}
        for place in self.places:
            self._by_family.setdefault(place.who.family, []).append(place)
            if place.room_id:
                self._by_room.setdefault(place.room_id, []).append(place)
        self._own: dict[uuid.UUID, list[SleepingPlace]] = {}

    @property
    def places(self) -> Collection[SleepingPlace]:
        return self._places.values()

    def in_room(
        self, room_id: uuid.UUID, first: datetime.date, last: datetime.date | None
    ) -> list[SleepingPlace]:
        """The places of people who sleep in the room on one of these nights."""
        return [each for each in self._by_room.get(room_id, ()) if each.overlaps(first, last)]

    def broken_by(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> dict[Breach, datetime.date]:
        """The rules that these places would break together, each with the first night.

        `beside` are other places of the same act.
        """
        found: dict[Breach, datetime.date] = {}
        for breach, night in self.breaches(places, beside=beside):
            found.setdefault(breach, night)
        return found

    def breaches(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> Iterator[tuple[Breach, datetime.date]]:
        """Yields each broken rule for every night, so that a caller who needs one refusal can stop there."""
        given = [*beside, *places]
        for place in places:
            around = self._around(place, given)
            for night in _nights_of_change(place, around):
                for breach in self._broken_on(night, place, around):
                    yield breach, night

    def _around(self, place: SleepingPlace, given: Sequence[SleepingPlace]) -> list[SleepingPlace]:
        """The places that matter for this one: those in its room, and those of the person's family at its site."""
        room_id, who = place.room_id, place.who
        in_room = self._by_room.get(room_id, []) if room_id else []
        own = [
            each
            for each in self._own_people(who)
            if each.site_id == place.site_id and (room_id is None or each.room_id != room_id)
        ]
        given_around = [
            each
            for each in given
            if each.site_id == place.site_id
            and (
                each.room_id == room_id
                or self.bonds.together(each.who, who)
                or self.bonds.are_apart(each.who, who)
            )
        ]
        apart = self.places if self.bonds.apart else ()
        apart = [
            e for e in apart if e.site_id == place.site_id and self.bonds.are_apart(e.who, who)
        ]
        return [*in_room, *own, *given_around, *apart]

    def _own_people(self, who: Sleeper) -> list[SleepingPlace]:
        """The places of people who belong together with this person; computed once for many places."""
        if who.person not in self.bonds.related:
            return self._by_family.get(who.family, [])
        if who.person not in self._own:
            together = self.bonds.together
            self._own[who.person] = [each for each in self.places if together(each.who, who)]
        return self._own[who.person]

    def adults_of(
        self, people: Iterable[Sleeper], first: datetime.date, last: datetime.date | None
    ) -> set[uuid.UUID | None]:
        """The rooms in which an adult who belongs to one of these people sleeps on one of these nights."""
        return {
            each.room_id
            for who in people
            for each in self._own_people(who)
            if not each.who.is_child and each.overlaps(first, last)
        }

    def _broken_on(
        self, night: datetime.date, place: SleepingPlace, around: Sequence[SleepingPlace]
    ) -> Iterator[Breach]:
        sleeping = [each for each in around if each.is_on(night)]
        family = self.families.get(place.who.family, [])
        at_site = [
            *broken_at_site(
                place.who, sleepers=[each.who for each in sleeping], family=family, bonds=self.bonds
            )
        ]
        yield from at_site
        elsewhere = [e.who for e in sleeping if not place.room_id or e.room_id != place.room_id]
        yield from apart_at_site(place.who, elsewhere, bonds=self.bonds)
        if not place.room_id:
            yield from not_meant_for(
                place.who, elsewhere, for_whom=place.for_whom, bonds=self.bonds
            )
        else:
            others = [each.who for each in sleeping if each.room_id == place.room_id]
            yield from broken_in_bed(
                place.who,
                others,
                at_site=[each.who for each in sleeping],
                is_alone=bool(at_site),
                for_whom=place.for_whom,
                needs=self.needs,
                offers=place.offers,
                bonds=self.bonds,
            )


def _nights_of_change(place: SleepingPlace, around: Sequence[SleepingPlace]) -> list[datetime.date]:
    """The nights of the place on which its neighbours change: the first one, and each one when somebody arrives or has left."""
    days = {place.first, *(day for each in around for day in (each.first, each.last) if day)}
    return sorted(day for day in days if place.is_on(day))


_queries = Remembered(50)


def _in_family(one: Sleeper, case: uuid.UUID) -> Sleeper:
    """The person as a member of this case: their stay may have begun in another one."""
    return one if one.family == case else one._replace(family=case)


def read_first_facts(
    placed: Collection[Individual],
    *,
    cases: Collection[uuid.UUID],
    rooms: Collection[uuid.UUID],
    first: datetime.date,
    today: datetime.date,
    with_others: bool = False,
) -> dict[str, list[dict[str, Any]]]:
    """Rows that are read before the stays: bonds of the placed people to anybody, the current members of their cases, and
    for few rooms the beds. `with_others` adds the rows of `_others_in`, for `rooms_that_ask`."""
    is_wide = with_others or len(rooms) > FEW_ROOMS
    query: Together = _queries.of(
        (is_wide, with_others, today), lambda: _first_facts_query(is_wide, with_others, today)
    )
    values = {
        PLACED: [each.pk for each in placed],
        PLACEHOLDER: rooms,
        ANY_NIGHT: first,
        CASE: cases,
    }
    return query.answers(values).rows


def _first_facts_query(is_wide: bool, with_others: bool, today: datetime.date) -> Together:
    kin = Relationship.objects.on(ANY_NIGHT).touching([PLACED])
    members = FamilyMember.objects.on(today).filter(case__in=[CASE]).order_by()
    queries = {
        "kin": kin.order_by().values("individual_a", "individual_b"),
        "members": members.values("case", "individual", "relation_to_principal", *KNOWN),
    }
    if not is_wide:
        queries["beds"] = Bed.objects.filter(room__in=[PLACEHOLDER]).order_by().values("pk")
    if with_others:
        queries["others"] = _others_in(members, today)
    return together({}, queries)


# The value for a child in `_others_in`, where adults have their sex.
A_CHILD = "child"


def _others_in(members: Any, today: datetime.date) -> Any:
    """The rooms with the sex of each adult of other families, or A_CHILD. Only people whose year of birth decides it."""
    of_age, under_age = of_age_if_born_by(today), today.year - AGE_OF_MAJORITY
    certain = Q(individual__birth_year__lte=of_age) | Q(individual__birth_year__gt=under_age)
    who = Choice(
        When(individual__birth_year__gt=under_age, then=Value(A_CHILD)), default="individual__sex"
    )
    rooms = Room.objects.filter(pk__in=[PLACEHOLDER]).values("pk")
    stays = Placement.objects.overlapping(ANY_NIGHT, None).filter(certain, bed__room__in=rooms)
    others = stays.filter(starts_on__lte=ANY_NIGHT).exclude(individual__in=[PLACED])
    others = others.exclude(case__in=[CASE]).exclude(individual__in=members.values("individual"))
    return others.order_by().values(room=F("bed__room"), who=who).distinct()


def rooms_that_ask(who: Collection[Sleeper], known: Mapping[str, Any]) -> set[uuid.UUID]:
    """Rooms where each of these adults certainly needs a reason: beside an adult of another sex, or a man beside a child.

    Empty if somebody has relatives in other families, because the relatives may be those who sleep there.
    """
    if known["kin"]:
        return set()
    by_room: dict[str, set[str]] = {}
    for row in known["others"]:
        by_room.setdefault(row["room"], set()).add(row["who"])
    allowed = [{each.sex, A_CHILD} if each.sex == Sex.FEMALE else {each.sex} for each in who]
    rooms = (room for room, others in by_room.items() if all(others - each for each in allowed))
    return {uuid.UUID(room) for room in rooms}


def _bonds_and_needs_query(day: datetime.date) -> Together:
    return together({}, bonds_and_needs([PLACEHOLDER], day))


def _stays_around(is_wide: bool) -> Any:
    """Stays in these beds, of these cases and of related people: each condition has an index of its own.

    If `is_wide`, PLACEHOLDER holds rooms and not beds: a subquery is faster than comparing many beds with every stay.
    """
    rooms = Room.objects.filter(pk__in=[PLACEHOLDER]).values("pk")
    wanted = Q(bed__room__in=rooms) if is_wide else Q(bed__in=[PLACEHOLDER])
    wanted |= Q(case__in=[CASE]) | Q(individual__in=[KIN])
    rows: Any = Placement.objects.overlapping(ANY_NIGHT, None).filter(wanted)
    rows = rows.exclude(individual__in=[PLACED])
    # Reading a boolean is faster than reading each moment.
    arrived = ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField())
    rows = rows.annotate(has_arrived=arrived)
    return rows.values_list(
        *PERSON_COLUMNS, *STAY_COLUMNS, *(f"bed__room__{name}" for name in ROOM_COLUMNS), named=True
    )
