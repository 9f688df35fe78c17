"""Which families fit into which rooms, and which rules of protection a plan would break. Pure.

A family moves whole: to one site, into one room or several of it. A person keeps one bed for all of the nights.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from casework.register.choices import Sex
from reference.choices import RoomNeed
from shelters.choices import Severity
from shelters.rules.protection import (
    Bonds,
    Breach,
    Sleeper,
    adult_beside,
    adults_among,
    apart_at_site,
    broken_at_site,
)
from shelters.rules.room_needs import Needs, broken_in_bed
from shelters.rules.runs import FreeBed, Run, spread_over_rooms

# What counts after nights without a place, in this order: reasons that somebody must give, rooms, moves, surge places,
# nights that are not paid. Each outweighs a few of the next.
REASON, ROOM, MOVE, SURGE, UNPAID = 10_000, 1_000, 100, 10, 1
MOST_UNPAID = 9
# Up to this number of ways of one family over the rooms of a site, all of them are tried; otherwise MOST_SPLITS likely ones.
ALL_WAYS, MOST_SPLITS = 256, 6


class PlanRoom(NamedTuple):
    """A room with free beds. `beds` has for each the first night on which it is no longer free, None without an end.

    `sleepers` are those who sleep there already on any of the nights.
    """

    room_id: uuid.UUID
    site_id: uuid.UUID
    beds: tuple[datetime.date | None, ...]
    for_whom: frozenset[str] = frozenset()
    offers: frozenset[RoomNeed] = frozenset(RoomNeed)
    is_surge: bool = False
    sleepers: tuple[Sleeper, ...] = ()

    def free_until(self, day: datetime.date | None) -> int:
        """The number of beds that are free on every night before that day."""
        return sum(until is None or (day is not None and until >= day) for until in self.beds)


class PlanFamily(NamedTuple):
    """People who move together, the small children first. `until` is the first night for which they need no bed; None if unknown.

    `bed_nights` are the nights of the plan, of all of them. `others` are members of the family who do not move. `moves` has
    for each site how far it is: 0 for their own, then 1 for their own town and 2 for another.
    """

    key: uuid.UUID
    people: tuple[Sleeper, ...]
    bed_nights: int
    until: datetime.date | None = None
    others: tuple[Sleeper, ...] = ()
    moves: Mapping[uuid.UUID, int] = {}


@dataclass(frozen=True)
class PlanTask:
    """Families, and the rooms of the sites that may take them. `unpaid` are the nights of the plan that are not covered, by
    site; `at_site` those who sleep there already and belong to somebody who moves."""

    families: Sequence[PlanFamily]
    rooms: Sequence[PlanRoom]
    bonds: Bonds = field(default_factory=Bonds)
    needs: Needs = field(default_factory=dict)
    unpaid: Mapping[uuid.UUID, int] = field(default_factory=dict)
    at_site: Mapping[uuid.UUID, Sequence[Sleeper]] = field(default_factory=dict)

    @property
    def bed_nights(self) -> int:
        return sum(family.bed_nights for family in self.families)


class MoveWay(NamedTuple):
    """One way to sleep a family at a site: for each of its people the index of the room."""

    site_id: uuid.UUID
    rooms: tuple[int, ...]
    cost: int

    def parts(self) -> dict[int, list[int]]:
        """By room the indexes of its people."""
        parts: dict[int, list[int]] = {}
        for person, room in enumerate(self.rooms):
            parts.setdefault(room, []).append(person)
        return parts


# By the index of each family that has a place.
MoveWays = Mapping[int, MoveWay]


def ways_of(
    task: PlanTask, family: PlanFamily, *, most: int = ALL_WAYS
) -> tuple[list[MoveWay], bool]:
    """The ways that no rule refuses, the cheapest first, and whether they are all that exist.

    All are tried at sites where there are at most `most`; at others those in one room, and some likely ones in several.
    """
    by_site: dict[uuid.UUID, list[int]] = {}
    for index, room in enumerate(task.rooms):
        if room.free_until(family.until):
            by_site.setdefault(room.site_id, []).append(index)
    ways, is_complete = list[MoveWay](), True
    for site, rooms in by_site.items():
        reasons = _reasons_at(task, family, site)
        if reasons is None:
            continue
        size, free = len(family.people), {i: task.rooms[i].free_until(family.until) for i in rooms}
        if len(rooms) ** size <= most:
            tried: Iterable[tuple[int, ...]] = product(rooms, repeat=size)
        else:
            is_complete = is_complete and size == 1
            tried = [(room,) * size for room in rooms] + _likely_splits(task, family, rooms)
        judged: dict[tuple[object, ...], int | None] = {}
        for beds in dict.fromkeys(tried):
            if all(beds.count(room) <= free[room] for room in beds):
                cost = _cost(task, family, beds, judged)
                if cost is not None:
                    ways.append(MoveWay(site, beds, cost + reasons * REASON))
    return sorted(ways, key=lambda way: way.cost), is_complete


def _reasons_at(task: PlanTask, family: PlanFamily, site: uuid.UUID) -> int | None:
    """How many rules ask for a reason because of the site alone; None if one refuses it."""
    around = [*family.people, *task.at_site.get(site, ())]
    whole = [*family.people, *family.others]
    broken = {
        breach
        for one in family.people
        for breach in (
            *broken_at_site(one, sleepers=around, family=whole, bonds=task.bonds),
            *apart_at_site(one, around, bonds=task.bonds),
        )
    }
    return None if has_refusal(broken) else len({breach.rule for breach in broken})


def _cost(
    task: PlanTask,
    family: PlanFamily,
    beds: tuple[int, ...],
    judged: dict[tuple[object, ...], int | None],
) -> int | None:
    """What this way costs; None if a rule refuses it. `judged` keeps what was found for rooms that are alike."""
    way, reasons = MoveWay(task.rooms[beds[0]].site_id, beds, 0), 0
    for index, part in way.parts().items():
        room = task.rooms[index]
        alike = (room.room_id if room.sleepers else None, room.for_whom, room.offers)
        key = (*alike, *part)
        if key not in judged:
            inside = [family.people[person] for person in part]
            broken = set(broken_in(task, room, inside, family=family.people))
            judged[key] = None if has_refusal(broken) else len({each.rule for each in broken})
        asked = judged[key]
        if asked is None:
            return None
        reasons += asked
    rooms = set(beds)
    surge = sum(task.rooms[index].is_surge for index in beds)
    unpaid = min(task.unpaid.get(way.site_id, 0), MOST_UNPAID)
    moves = family.moves.get(way.site_id, 0)
    return (
        reasons * REASON + (len(rooms) - 1) * ROOM + moves * MOVE + surge * SURGE + unpaid * UNPAID
    )


def _likely_splits(
    task: PlanTask, family: PlanFamily, rooms: Sequence[int]
) -> list[tuple[int, ...]]:
    """MoveWays over as few rooms as possible: an adult in every room if there is one, the youngest beside the adults."""
    size, people = len(family.people), family.people
    of_room = {task.rooms[index].room_id: index for index in rooms}
    by_size = sorted(rooms, key=lambda i: -task.rooms[i].free_until(family.until))
    # Rooms of one size are alike: each next way begins with a smaller one.
    starts = {
        task.rooms[i].free_until(family.until): at for at, i in reversed([*enumerate(by_size)])
    }
    found = []
    for start in [*sorted(starts.values()), *range(1, len(by_size))][:MOST_SPLITS]:
        beds: list[FreeBed] = []
        for index in by_size[start:]:
            room = task.rooms[index]
            wanted = min(room.free_until(family.until), size - len(beds))
            beds += [FreeBed(room.site_id, room.room_id, room.room_id, at) for at in range(wanted)]
        if len(beds) < size or beds[0].room_id == beds[-1].room_id:
            continue
        run = spread_over_rooms(
            Run(tuple(beds), 2, 0, 0, 0),
            [not each.is_child for each in people],
            adult_beside(people, ()),
            [each.least_age for each in people],
        )
        found.append(tuple(of_room[bed.room_id] for bed in run.beds))
    return found


def broken_in(
    task: PlanTask,
    room: PlanRoom,
    people: Sequence[Sleeper],
    *,
    family: Sequence[Sleeper] = (),
) -> Iterator[Breach]:
    """The rules that these people break together in the room, with those who sleep there already.

    `family` are those who move to the site with them: another split of it may keep a girl from being alone.
    """
    at_site = [*family, *task.at_site.get(room.site_id, ())]
    everybody = [*room.sleepers, *people]
    has_adult = adults_among(everybody, task.bonds)
    for one in people:
        others = [each for each in everybody if each.person != one.person]
        yield from broken_in_bed(
            one,
            others,
            at_site=at_site,
            is_alone=False,
            for_whom=room.for_whom,
            needs=task.needs,
            offers=room.offers,
            bonds=task.bonds,
            has_adult=has_adult,
        )


def in_rooms(task: PlanTask, ways: MoveWays) -> dict[int, list[tuple[int, Sleeper]]]:
    """By room who gets a bed in it, each with the index of the family."""
    rooms: dict[int, list[tuple[int, Sleeper]]] = {}
    for number, way in ways.items():
        for person, room in zip(task.families[number].people, way.rooms, strict=True):
            rooms.setdefault(room, []).append((number, person))
    return rooms


def faults(task: PlanTask, ways: MoveWays) -> set[int]:
    """The families in rooms with too few beds, or in which a rule refuses somebody: empty for a plan that may be applied."""
    found = set[int]()
    for index, people in in_rooms(task, ways).items():
        room = task.rooms[index]
        untils = [task.families[number].until for number, _person in people]
        broken = broken_in(task, room, [person for _number, person in people])
        if not have_beds(room, untils) or has_refusal(broken):
            found |= {number for number, _person in people}
    return found


def have_beds(room: PlanRoom, untils: Sequence[datetime.date | None]) -> bool:
    """Whether people who stay until these days fit into the room. All begin on one night, so that the longest choose first."""
    wanted = sorted(untils, key=_latest, reverse=True)
    beds = sorted(room.beds, key=_latest, reverse=True)
    return len(wanted) <= len(beds) and all(
        bed is None or (until is not None and until <= bed)
        for until, bed in zip(wanted, beds, strict=False)
    )


def _latest(day: datetime.date | None) -> datetime.date:
    return day or datetime.date.max


def has_refusal(broken: Iterable[Breach]) -> bool:
    return any(breach.rule.severity == Severity.REFUSE for breach in broken)


def label_of(people: Sequence[Sleeper], needs: Needs) -> str:
    """Who of several families may share a room without a reason: `men`, `women` with their children, or `children` whose
    adults sleep elsewhere, each among their like. Empty for people beside whom nobody else should sleep."""
    adults = [each for each in people if not each.is_child]
    if any(RoomNeed.SINGLE_ROOM in needs.get(each.person, ()) for each in people):
        return ""
    if not adults:
        return "children"
    if any(each.is_in_doubt for each in adults):
        return ""
    if all(each.sex == Sex.FEMALE for each in adults):
        return "women"
    is_men = len(adults) == len(people) and all(each.sex == Sex.MALE for each in adults)
    return "men" if is_men else ""


def alike(task: PlanTask) -> list[list[int]]:
    """The indexes of the families, those together for which the same ways exist at the same cost. The order of people counts.

    A family with needs, with bonds to others or with members elsewhere is like no other.
    """
    special = {
        *task.needs,
        *task.bonds.related,
        *(one for pair in task.bonds.apart for one in pair),
    }
    kinds: dict[object, list[int]] = {}
    for number, family in enumerate(task.families):
        is_special = family.others or any(one.person in special for one in family.people)
        kind: object = family.key
        if not is_special:
            people = tuple((one.sex, _band(one)) for one in family.people)
            kind = (people, family.bed_nights, family.until, tuple(sorted(family.moves.items())))
        kinds.setdefault(kind, []).append(number)
    return list(kinds.values())


def _band(one: Sleeper) -> tuple[bool, bool, bool]:
    return one.is_small, one.is_child, one.least_age is None


def greedy(task: PlanTask, ways: Mapping[int, Sequence[MoveWay]]) -> dict[int, MoveWay]:
    """The largest family first, each into its cheapest way that still fits: what somebody would do by hand."""
    chosen: dict[int, MoveWay] = {}
    rooms: dict[int, list[tuple[datetime.date | None, Sleeper]]] = {}
    order = sorted(range(len(task.families)), key=lambda number: -len(task.families[number].people))
    for number in order:
        family = task.families[number]
        for way in ways[number]:
            if all(
                _still_fits(task, task.rooms[index], rooms.get(index, []), family, part)
                for index, part in way.parts().items()
            ):
                chosen[number] = way
                for person, index in zip(family.people, way.rooms, strict=True):
                    rooms.setdefault(index, []).append((family.until, person))
                break
    return chosen


def _still_fits(
    task: PlanTask,
    room: PlanRoom,
    inside: Sequence[tuple[datetime.date | None, Sleeper]],
    family: PlanFamily,
    part: Sequence[int],
) -> bool:
    untils = [until for until, _person in inside] + [family.until] * len(part)
    if not have_beds(room, untils):
        return False
    people = [person for _until, person in inside] + [family.people[person] for person in part]
    return not inside or not has_refusal(broken_in(task, room, people))
