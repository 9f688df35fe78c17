"""Reads who must move and which beds are free for them, makes the task of the solver, and looks at a plan again."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from accounts.models import User
from accounts.permissions import Permission
from shelters.board.choices import RunKind
from shelters.board.querysets import BoardBed, beds_of_board, not_offered, stays_of_board
from shelters.board.rules import BoardNights, cut, pieces
from shelters.models import Placement, Site
from shelters.neighbours import Neighbours, SleepingPlace
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.rules import MoveWay, PlanFamily, PlanRoom, PlanTask
from shelters.rules.protection import Breach, Sleeper
from shelters.rules.stays import held_until
from shelters.sleepers import sleeper

MAY_CHANGE = Permission.PLACEMENT_CHANGE
# Beyond this time a bed counts as free without an end.
LONG = datetime.timedelta(days=3650)


def moving_stays(plan: MovePlan) -> Any:
    """The stays that cannot go on at the site: of people who hold a place there on the first night or later, and are here."""
    rows = Placement.objects.overlapping(plan.leaves_on, None).filter(site=plan.site_id)
    if plan.rooms:
        rows = rows.filter(bed__room__in=plan.rooms)
    return rows.with_people().order_by("case__number", "individual__number")


@dataclass
class FreeBedOfPlan:
    bed: BoardBed
    until: datetime.date | None


class PlanFacts:
    """What a plan is made from, as it is now: people, free beds, neighbours. `by` sees the people and runs the sites."""

    def __init__(self, plan: MovePlan, *, by: User) -> None:
        self.plan, self.by, self.today = plan, by, by.today()
        everybody: list[Placement] = [
            stay for stay in moving_stays(plan) if not (stay.gone_on and stay.gone_on <= self.today)
        ]
        seen = set(
            moving_stays(plan).visible_to(by, MAY_CHANGE).order_by().values_list("pk", flat=True)
        )
        self.stays = [stay for stay in everybody if stay.pk in seen]
        # People whose case the reader does not see: somebody else must plan for them.
        self.unseen = len(everybody) - len(self.stays)
        self.sites = self._sites(by)
        self.free = self._free_beds()
        self.neighbours = Neighbours(
            [stay.individual for stay in self.stays],
            cases={stay.case_id for stay in self.stays},
            rooms={bed.bed.room_id for bed in self.free.values()},
            first=max(plan.leaves_on, self.today),
            today=self.today,
        )
        self.who = {
            stay.pk: sleeper(stay.individual, stay.case_id, self.today) for stay in self.stays
        }

    def _sites(self, by: User) -> dict[uuid.UUID, Site]:
        rows = Site.objects.visible_to(by, MAY_CHANGE).open_on(self.plan.leaves_on)
        if not self.plan.rooms:
            rows = rows.exclude(pk=self.plan.site_id)
        return {site.pk: site for site in rows.select_related("municipality")}

    def _free_beds(self) -> dict[uuid.UUID, FreeBedOfPlan]:
        """By bed, those that are free on the first night, and until when, in walking order."""
        first = self.plan.leaves_on
        nights, keys = BoardNights(first, first + LONG), list(self.sites)
        closures, _holds = not_offered(keys, nights)
        by_bed: dict[uuid.UUID | None, list[Any]] = {}
        for stay in stays_of_board(keys, nights):
            drawn = pieces(stay, today=self.today, unpaid_on=None)
            by_bed.setdefault(stay.bed_id, []).extend(drawn)
        free: dict[uuid.UUID, FreeBedOfPlan] = {}
        for bed in beds_of_board(keys, nights):
            if bed.room_id in self.plan.rooms:
                continue
            site = self.sites[bed.site_id]
            ends = [day for day in (bed.closed_on, site.closed_on, site.must_leave_on) if day]
            run, *_later = cut(
                nights,
                by_bed.get(bed.bed_id, []),
                closures=closures.get(bed.bed_id, ()),
                stands=(max(bed.opened_on, site.opened_on), min(ends, default=None)),
                today=self.today,
            )
            if run.kind == RunKind.FREE:
                free[bed.bed_id] = FreeBedOfPlan(bed, run.end if run.end < nights.end else None)
        return free

    def is_free_for(self, stay: Placement, bed: uuid.UUID) -> bool:
        """Whether the bed is free for as long as the person needs one."""
        if bed not in self.free:
            return False
        free_until, until = self.free[bed].until, self.until(stay)
        return free_until is None or (until is not None and until <= free_until)

    def kept(self, lines: Iterable[MoveLine]) -> dict[Placement, uuid.UUID]:
        """By stay the new bed that these lines give it, if it is still free for as long as the person needs one."""
        beds = {line.placement_id: line.bed_id for line in lines if line.bed_id}
        return {
            stay: beds[stay.pk]
            for stay in self.stays
            if stay.pk in beds and self.is_free_for(stay, beds[stay.pk])
        }

    def until(self, stay: Placement) -> datetime.date | None:
        """The first night on which the person needs no bed; None if nobody knows, as of somebody who should have left."""
        until = held_until(stay, self.today)
        return until if until and until > self.plan.first_night_of(stay) else None

    @cached_property
    def families(self) -> list[list[Placement]]:
        """Who moves together: the members of a case. Children without an adult go with those they belong to."""
        by_case: dict[uuid.UUID, list[Placement]] = {}
        for stay in self.stays:
            by_case.setdefault(stay.case_id, []).append(stay)
        together = self.neighbours.bonds.together
        for case, stays in list(by_case.items()):
            if all(self.who[stay.pk].is_child for stay in stays):
                for other, others in by_case.items():
                    is_kin = any(
                        together(self.who[one.pk], self.who[two.pk])
                        and not self.who[two.pk].is_child
                        for one in stays
                        for two in others
                    )
                    if other != case and is_kin:
                        others += by_case.pop(case)
                        break
        return [sorted(stays, key=self._youngest_first) for stays in by_case.values()]

    def _youngest_first(self, stay: Placement) -> tuple[int, str]:
        age = self.who[stay.pk].least_age
        return (999 if age is None else min(age, 18), stay.individual.sex)

    def place(self, stay: Placement, bed: BoardBed) -> SleepingPlace:
        who, first = self.who[stay.pk], self.plan.first_night_of(stay)
        return SleepingPlace.in_room(who, bed.facts, first, self.until(stay))

    def broken_by(self, beds: Mapping[Placement, uuid.UUID]) -> dict[Placement, list[Breach]]:
        """By stay the rules that these new beds break together, read as the actions read them."""
        places = [self.place(stay, self.free[bed].bed) for stay, bed in beds.items()]
        broken = self.neighbours.broken_by(places)
        return {
            stay: [breach for breach in broken if breach.person == stay.individual_id]
            for stay in beds
        }


@dataclass
class PlanQuestion:
    """The task of the solver, and what its indexes stand for."""

    task: PlanTask
    families: list[list[Placement]]
    beds: list[list[FreeBedOfPlan]] = field(default_factory=list)

    def assigned(self, ways: Mapping[int, MoveWay]) -> dict[Placement, uuid.UUID]:
        """The bed of everybody with a place. In a room, those who stay longest get the beds that are free longest."""
        in_room: dict[int, list[tuple[PlanFamily, Placement]]] = {}
        for number, way in sorted(ways.items()):
            for stay, room in zip(self.families[number], way.rooms, strict=True):
                in_room.setdefault(room, []).append((self.task.families[number], stay))
        beds: dict[Placement, uuid.UUID] = {}
        for room, people in in_room.items():
            people.sort(key=lambda pair: pair[0].until or datetime.date.max, reverse=True)
            free = sorted(
                self.beds[room], key=lambda bed: bed.until or datetime.date.max, reverse=True
            )
            for (_family, stay), bed in zip(people, free, strict=False):
                beds[stay] = bed.bed.bed_id
        return beds


def question(
    facts: PlanFacts,
    *,
    fixed: Mapping[Placement, uuid.UUID],
    left_out: Collection[uuid.UUID] = (),
) -> PlanQuestion:
    """The task for everybody but those whose bed is `fixed` by hand, who sleep there already, and stays that are left out."""
    families = [
        stays
        for stays in facts.families
        if not any(stay in fixed or stay.pk in left_out for stay in stays)
    ]
    rooms: dict[uuid.UUID, list[FreeBedOfPlan]] = {}
    for key, free in facts.free.items():
        if key not in fixed.values():
            rooms.setdefault(free.bed.room_id, []).append(free)
    sleeping: dict[uuid.UUID, list[Sleeper]] = {}
    for stay, key in fixed.items():
        sleeping.setdefault(facts.free[key].bed.room_id, []).append(facts.who[stay.pk])
    people = {facts.who[stay.pk].person for stays in families for stay in stays}
    task = PlanTask(
        families=[_family(facts, stays, people) for stays in families],
        rooms=[_room(facts, beds, sleeping.get(room, [])) for room, beds in rooms.items()],
        bonds=facts.neighbours.bonds,
        needs=facts.neighbours.needs,
        unpaid={site.pk: _unpaid_nights(facts.plan, site) for site in facts.sites.values()},
        at_site=_own_at_sites(facts, families),
    )
    return PlanQuestion(task, families, list(rooms.values()))


def _family(
    facts: PlanFacts, stays: Sequence[Placement], moving: Collection[uuid.UUID]
) -> PlanFamily:
    who = tuple(facts.who[stay.pk] for stay in stays)
    untils = [facts.until(stay) for stay in stays]
    members = [
        one
        for case in {stay.case_id for stay in stays}
        for one in facts.neighbours.families.get(case, ())
    ]
    own = facts.plan.site
    return PlanFamily(
        key=stays[0].case_id,
        people=who,
        bed_nights=sum(facts.plan.nights_of(stay, facts.until(stay)) for stay in stays),
        until=None if None in untils else max(filter(None, untils)),
        others=tuple(one for one in members if one.person not in moving),
        moves={
            site.pk: 0 if site == own else 1 + (site.municipality_id != own.municipality_id)
            for site in facts.sites.values()
        },
    )


def _room(facts: PlanFacts, beds: Sequence[FreeBedOfPlan], fixed: Iterable[Sleeper]) -> PlanRoom:
    bed, first = beds[0].bed, max(facts.plan.leaves_on, facts.today)
    there = facts.neighbours.in_room(bed.room_id, first, None)
    return PlanRoom(
        room_id=bed.room_id,
        site_id=bed.site_id,
        beds=tuple(each.until for each in beds),
        for_whom=bed.facts.for_whom,
        offers=bed.facts.offers,
        is_surge=all(each.bed.is_surge for each in beds),
        sleepers=(*(each.who for each in there), *fixed),
    )


def _unpaid_nights(plan: MovePlan, site: Site) -> int:
    """The nights of the plan that are not paid, not under contract or past a notice at the site."""
    first = site.first_night_unpaid(plan.leaves_on)
    return (
        (plan.counts_until - max(first, plan.leaves_on)).days
        if first and first < plan.counts_until
        else 0
    )


def _own_at_sites(
    facts: PlanFacts, families: Sequence[Sequence[Placement]]
) -> dict[uuid.UUID, list[Sleeper]]:
    """By site who sleeps there already and belongs to somebody who moves, or is to be kept apart from them."""
    cases = {stay.case_id for stays in families for stay in stays}
    bonds = facts.neighbours.bonds
    related = {*bonds.related, *(one for pair in bonds.apart for one in pair)}
    own: dict[uuid.UUID, list[Sleeper]] = {}
    for place in facts.neighbours.places:
        if place.who.family in cases or place.who.person in related:
            own.setdefault(place.site_id, []).append(place.who)
    return own
