"""Who sleeps where and beside whom on the nights of an act, and which rules that would break."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from django.db.models import BooleanField, ExpressionWrapper, F, Q, Value, When
from django.db.models import Case as Choice

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.needs.querysets import room_needs_in
from casework.register.choices import Relation, Sex
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
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
    of_age_if_born_by,
    without_adult_in_room,
)
from shelters.rules.room_needs import lacking_in_room, offered_by
from shelters.rules.stays import held_until
from shelters.sleepers import KNOWN, Known, sleepers

# Further placeholders beside that of the beds.
CASE, KIN, PLACED = (uuid.UUID(int=number) for number in (1, 2, 3))
FEW_ROOMS = 40
# Relations that lead a family.
LEADING = (Relation.PRINCIPAL, Relation.SPOUSE, Relation.PARTNER)
# Columns that the rules need of a stay (who, where, until when) and of its room, as `offered_by` takes them.
WHO = ("case_id", "individual_id", *KNOWN)
STAY = ("pk", "site_id", "starts_on", "ends_on", "planned_end_on", "has_arrived")
ROOM = ("pk", "is_women_only", "kind", "floor", "is_step_free", "has_cot")


class SleepingPlace(NamedTuple):
    """Where a person sleeps or would sleep, on the nights [first, last); without `last` the end is unknown."""

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
        """The remaining nights of a stay, from tonight or a later one; `room` has the columns of ROOM."""
        asked, last = RoomAsked.of(stay.site_id, *room), held_until(stay, today)
        return cls(who, *asked[:3], max(stay.starts_on, since), last, asked.offers, stay.pk)

    @classmethod
    def in_room(
        cls, who: Sleeper, room: "RoomAsked", first: datetime.date, last: datetime.date | None
    ) -> Self:
        """The place of a person who got a bed in this room."""
        return cls(who, *room[:3], first, last, room.offers)


class RoomAsked(NamedTuple):
    """The facts about a room that the rules need; None for a stay without a bed."""

    site_id: uuid.UUID
    room_id: uuid.UUID | None
    is_women_only: bool
    offers: frozenset[RoomNeed]

    @classmethod
    def of(cls, site_id: uuid.UUID, room_id: uuid.UUID | None = None, *asked: Any) -> Self:
        """From the columns of ROOM."""
        if room_id is None:
            return cls(site_id, None, False, frozenset())
        is_women_only, *offered = asked
        return cls(site_id, room_id, is_women_only, offered_by(*offered))


class Neighbours:
    """Everybody whom the rules must look at when some people get a place: read once, used for many places."""

    def __init__(
        self,
        placed: Collection[Individual],
        *,
        cases: Collection[uuid.UUID],
        rooms: Collection[uuid.UUID],
        first: datetime.date,
        today: datetime.date,
        given: Iterable[SleepingPlace] = (),
        known: Mapping[str, list[dict[str, Any]]] | None = None,
    ) -> None:
        """`placed` are not counted as sleeping there already; `cases` are their families; `first` is their first night.

        `given` are proposals to others on the same page: they count as if they slept there. `known` is what `first_known`
        found, where that was asked before.
        """
        self._placed, self._cases = [each.pk for each in placed], cases
        self._first, self._today = first, today
        self._places: dict[uuid.UUID | None, SleepingPlace] = {each.stay_id: each for each in given}
        found = known or first_known(placed, cases=cases, rooms=rooms, first=first, today=today)
        is_wide = "beds" not in found
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
        """People who sleep in the room on one of these nights."""
        return [
            each
            for each in self._by_room.get(room_id, ())
            if (last is None or each.first < last) and (each.last is None or each.last > first)
        ]

    def broken_by(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> dict[Breach, datetime.date]:
        """The rules that these places, given together, would break, each with the first night.

        `beside` are other places of the same act.
        """
        found: dict[Breach, datetime.date] = {}
        for breach, night in self.breaches(places, beside=beside):
            found.setdefault(breach, night)
        return found

    def breaches(
        self, places: Sequence[SleepingPlace], *, beside: Sequence[SleepingPlace] = ()
    ) -> Iterator[tuple[Breach, datetime.date]]:
        """As `broken_by`, lazily and for every night: a caller who needs one refusal can stop there."""
        given = [*beside, *places]
        for place in places:
            around = self._around(place, given)
            for night in _nights_of_change(place, around):
                for breach in self._broken_on(night, place, around):
                    yield breach, night

    def _around(self, place: SleepingPlace, given: Sequence[SleepingPlace]) -> list[SleepingPlace]:
        """The people to check for this place: those in its room, and the person's own family at its site."""
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
        """Where people sleep who belong together with this person; computed once for many places."""
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
    """The first night of the place, and each night on which somebody around it arrives or has left."""
    days = {place.first, *(day for each in around for day in (each.first, each.last) if day)}
    return sorted(day for day in days if place.is_on(day))


_words = Remembered(50)


def _in_family(one: Sleeper, case: uuid.UUID) -> Sleeper:
    """A person whose stay began in another case belongs to the family of their current case."""
    return one if one.family == case else one._replace(family=case)


def first_known(
    placed: Collection[Individual],
    *,
    cases: Collection[uuid.UUID],
    rooms: Collection[uuid.UUID],
    first: datetime.date,
    today: datetime.date,
    with_others: bool = False,
) -> dict[str, list[dict[str, Any]]]:
    """What is read before the stays: the bonds of the placed people, whatever the case; their current family members;
    for few rooms also the beds; `with_others` for `rooms_that_ask` who else sleeps in each room on the first night."""
    is_wide = with_others or len(rooms) > FEW_ROOMS
    words: Together = _words.of(
        (is_wide, with_others, today), lambda: _first_known(is_wide, with_others, today)
    )
    marks = {PLACED: [each.pk for each in placed], ANY_KEY: rooms, ANY_NIGHT: first, CASE: cases}
    return words.answers(marks).rows


def _first_known(is_wide: bool, with_others: bool, today: datetime.date) -> Together:
    kin = Relationship.objects.on(ANY_NIGHT).touching([PLACED]).exclude(kind=Bond.APART)
    members = FamilyMember.objects.on(today).filter(case__in=[CASE]).order_by()
    known = {
        "kin": kin.order_by().values("individual_a", "individual_b"),
        "members": members.values("case", "individual", "relation_to_principal", *KNOWN),
    }
    if not is_wide:
        known["beds"] = Bed.objects.filter(room__in=[ANY_KEY]).order_by().values("pk")
    if with_others:
        known["others"] = _others_in(members, today)
    return together({}, known)


# Beside the sexes of adults.
A_CHILD = "child"


def _others_in(members: Any, today: datetime.date) -> Any:
    """In each room the sexes of adults, and whether a child sleeps there: of other families, and if the year says so."""
    of_age, under_age = of_age_if_born_by(today), today.year - AGE_OF_MAJORITY
    certain = Q(individual__birth_year__lte=of_age) | Q(individual__birth_year__gt=under_age)
    who = Choice(
        When(individual__birth_year__gt=under_age, then=Value(A_CHILD)), default="individual__sex"
    )
    rooms = Room.objects.filter(pk__in=[ANY_KEY]).values("pk")
    stays = Placement.objects.overlapping(ANY_NIGHT, None).filter(certain, bed__room__in=rooms)
    others = stays.filter(starts_on__lte=ANY_NIGHT).exclude(individual__in=[PLACED])
    others = others.exclude(case__in=[CASE]).exclude(individual__in=members.values("individual"))
    return others.order_by().values(room=F("bed__room"), who=who).distinct()


def rooms_that_ask(who: Collection[Sleeper], known: Mapping[str, Any]) -> set[uuid.UUID]:
    """Rooms where each of these adults needs a reason for sure: beside an adult of another sex, or a man beside a child.

    None for people with relatives in other families, who may sleep there.
    """
    if known["kin"]:
        return set()
    here: dict[str, set[str]] = {}
    for row in known["others"]:
        here.setdefault(row["room"], set()).add(row["who"])
    fine = [{each.sex, A_CHILD} if each.sex == Sex.FEMALE else {each.sex} for each in who]
    return {uuid.UUID(room) for room, others in here.items() if all(others - each for each in fine)}


def _on_file(day: datetime.date) -> Together:
    return together({}, bonds_and_needs([ANY_KEY], day))


def _stays_around(is_wide: bool) -> Any:
    """Stays in these beds, of these cases and of related people: each found by an index of its own.

    With many rooms, pass the rooms: a subquery looks them up once instead of comparing each with every stay.
    """
    rooms = Room.objects.filter(pk__in=[ANY_KEY]).values("pk")
    here = Q(bed__room__in=rooms) if is_wide else Q(bed__in=[ANY_KEY])
    here |= Q(case__in=[CASE]) | Q(individual__in=[KIN])
    rows: Any = Placement.objects.overlapping(ANY_NIGHT, None).filter(here)
    rows = rows.exclude(individual__in=[PLACED])
    # Reading a boolean is faster than reading each moment.
    arrived = ExpressionWrapper(Q(checked_in_at__isnull=False), BooleanField())
    rows = rows.annotate(has_arrived=arrived)
    return rows.values_list(*WHO, *STAY, *(f"bed__room__{name}" for name in ROOM), named=True)


def bonds_among(people: Any) -> Any:
    """Who belongs together, or is kept apart; other bonds are not read."""
    rows = Relationship.objects.open().filter(individual_a__in=people)
    return rows.values_list("kind", "individual_a", "individual_b")


def bonds_and_needs(people: Collection[uuid.UUID], day: datetime.date) -> dict[str, Any]:
    """The queries for bonds between people, and for what their rooms must offer."""
    needs = SpecificNeed.objects.of_rooms(people, day)
    return {
        "bonds": bonds_among(people).order_by().values("kind", "individual_a", "individual_b"),
        "needs": needs.order_by().values("individual", "code__room_needs"),
    }


def bonds_of_rows(rows: Iterable[Mapping[str, Any]]) -> Bonds:
    """From the JSON rows of `bonds_and_needs`."""
    return bonds_in(
        (row["kind"], uuid.UUID(row["individual_a"]), uuid.UUID(row["individual_b"]))
        for row in rows
    )


def needs_of_rows(rows: Iterable[Mapping[str, Any]]) -> dict[Any, list[RoomNeed]]:
    return room_needs_in((uuid.UUID(row["individual"]), row["code__room_needs"]) for row in rows)


def bonds_in(rows: Iterable[tuple[str, uuid.UUID, uuid.UUID]]) -> Bonds:
    """From rows of `bonds_among`."""
    pairs = [(kind, frozenset((one, other))) for kind, one, other in rows]
    return Bonds(
        kin={pair for kind, pair in pairs if kind != Bond.APART},
        apart={pair for kind, pair in pairs if kind == Bond.APART},
    )
