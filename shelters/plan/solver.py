"""Chooses the way of every family together, with the solver HiGHS. Pure.

Few families are solved at once, and the answer is proven. For many, the plan begins with what is found by hand, and the families
of two sites at a time are solved again as long as it gets better. A smaller question (how many fit into each site, whatever
the rooms) says how many must stay without a place in any case.
"""

import datetime
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import highspy

from shelters.plan.choices import Proof
from shelters.plan.rules import (
    ALL_WAYS,
    REASON,
    MoveWay,
    MoveWays,
    PlanFamily,
    PlanTask,
    alike,
    faults,
    greedy,
    in_rooms,
    label_of,
    ways_of,
)
from shelters.rules.protection import Sleeper

# How long somebody waits for a plan, and for one step of a large one.
SECONDS, STEP_SECONDS = 7.0, 1.0
# Up to this number of ways all families are solved at once.
AT_ONCE = 1_500
# Beyond this number of kinds of families times rooms, ways over several rooms are only the likely ones.
LARGE = 1_000
# One step of a large plan need not find the best to the last surge place.
STEP_GAP = 0.02


@dataclass(frozen=True)
class SolvedPlan:
    """The chosen ways by the index of the family, and what is known about them."""

    ways: MoveWays
    proof: Proof


def solve(task: PlanTask, *, seconds: float = SECONDS) -> SolvedPlan:
    """The plan with the fewest bed-nights without a place; among these, the one that costs least by `rules.REASON` and the
    others. After `seconds` the best plan so far."""
    search = PlanSearch(task, seconds)
    answer = search.at_once() if search.is_small else search.by_sites()
    # The model and the rules agree, and a test says so. If they ever differ, the rules hold.
    if wrong := faults(task, answer.ways):
        kept = {number: way for number, way in answer.ways.items() if number not in wrong}
        return SolvedPlan(kept, Proof.NONE)
    return answer


class _Model:
    """A program of whole numbers."""

    def __init__(self, gap: float = 0.0) -> None:
        """`gap` is how far from the best an answer may be, as a part of it."""
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("threads", 1)
        self.solver.setOptionValue("mip_rel_gap", gap)
        self.columns = 0

    def add(self, most: int = 1) -> int:
        """A new column, from 0 to `most`."""
        self.solver.addCol(0.0, 0.0, float(most), 0, [], [])
        self.solver.changeColIntegrality(self.columns, highspy.HighsVarType.kInteger)
        self.columns += 1
        return self.columns - 1

    def at_most(self, limit: float, terms: Mapping[int, float]) -> None:
        columns = list(terms)
        values = [float(value) for value in terms.values()]
        self.solver.addRow(-highspy.kHighsInf, limit, len(columns), columns, values)

    def cheapest(
        self, costs: Mapping[int, float], seconds: float
    ) -> tuple[dict[int, int], float] | None:
        """The columns above 0 in the best answer in time, and the proven least sum; None if there is no answer."""
        for column in range(self.columns):
            self.solver.changeColCost(column, float(costs.get(column, 0)))
        # The limit is on the time of all runs of this solver.
        limit = self.solver.getRunTime() + max(seconds, 0.05)
        self.solver.setOptionValue("time_limit", limit)
        self.solver.run()
        facts = self.solver.getInfo()
        if facts.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return None
        values = self.solver.getSolution().col_value
        return {at: round(value) for at, value in enumerate(values) if value > 0.5}, (
            facts.mip_dual_bound
        )


# A column of a model: the index of a kind of families, and their way.
Columns = Mapping[int, tuple[int, MoveWay]]


class PlanSearch:
    """The search for one task. `ways` are the ways of every family; families that are alike share them."""

    def __init__(self, task: PlanTask, seconds: float) -> None:
        self.task, self.end = task, time.monotonic() + seconds
        self.kinds = alike(task)
        self.sites = sorted({room.site_id for room in task.rooms})
        is_large = len(self.kinds) * len(task.rooms) > LARGE
        found = [
            ways_of(task, task.families[kind[0]], most=0 if is_large else ALL_WAYS)
            for kind in self.kinds
        ]
        self.is_complete = all(is_complete for _ways, is_complete in found)
        self.of_kind = [ways for ways, _is_complete in found]
        self.kind_of = {number: at for at, kind in enumerate(self.kinds) for number in kind}
        self.ways = {number: self.of_kind[kind] for number, kind in self.kind_of.items()}
        self.is_small = sum(map(len, self.of_kind)) <= AT_ONCE

    @property
    def seconds_left(self) -> float:
        return self.end - time.monotonic()

    def at_once(self) -> SolvedPlan:
        """All families together; the best that is found in time."""
        everybody = self.kind_of
        chosen, is_fewest, is_best = self._pack(everybody, self.sites, self.seconds_left)
        if self.is_complete and is_fewest:
            return SolvedPlan(chosen, Proof.BEST if is_best else Proof.FEWEST)
        return SolvedPlan(chosen, self._proof(chosen, self._fewest_without(self.seconds_left)))

    def by_sites(self) -> SolvedPlan:
        """From what is found by hand, two sites at a time, until it gets no better."""
        chosen = greedy(self.task, self.ways)
        least = self._fewest_without(self.seconds_left / 4)
        is_better = True
        while is_better and self.seconds_left > 0:
            is_better = False
            # Sites with places left for those without one come first.
            sites = sorted(self.sites, key=lambda site: (-self._free(site, chosen), site))
            for pair in combinations(sites, 2):
                if self.seconds_left <= 0:
                    break
                if better := self._again(pair, chosen, least):
                    chosen, is_better = better, True
        return SolvedPlan(chosen, self._proof(chosen, least))

    def _proof(self, chosen: MoveWays, least: float) -> Proof:
        return Proof.FEWEST if self._nights_without(chosen) <= least + 0.5 else Proof.NONE

    def _again(
        self, sites: Sequence[uuid.UUID], chosen: MoveWays, least: float
    ) -> dict[int, MoveWay] | None:
        """The plan with the families of these sites, and those without a place, solved again; None if it is no better."""
        there = {number for number, way in chosen.items() if way.site_id in sites}
        without = self._nights_without(chosen)
        waiting = set(self.kind_of) - set(chosen) if without > least + 0.5 else set[int]()
        nights = sum(self.task.families[number].bed_nights for number in there)
        found, _is_fewest, _is_best = self._pack(
            there | waiting,
            sites,
            min(STEP_SECONDS, self.seconds_left),
            gap=STEP_GAP,
            placed=0 if waiting else nights,
        )
        kept = {number: way for number, way in chosen.items() if number not in there}
        plan = {**kept, **found}
        return plan if self.rank(plan) < self.rank(chosen) else None

    def rank(self, chosen: MoveWays) -> tuple[int, int]:
        """Lower is better: bed-nights without a place, then what the ways and the mixed rooms cost."""
        mixed = 0
        for people in in_rooms(self.task, chosen).values():
            parts: dict[int, list[Sleeper]] = {}
            for number, person in people:
                parts.setdefault(number, []).append(person)
            labels = [label_of(part, self.task.needs) for part in parts.values()]
            mixed += len(parts) > 1 and (len(set(labels)) > 1 or not labels[0])
        cost = sum(way.cost for way in chosen.values()) + mixed * REASON
        return self._nights_without(chosen), cost

    def _nights_without(self, chosen: MoveWays) -> int:
        families = self.task.families
        return sum(families[number].bed_nights for number in self.kind_of if number not in chosen)

    def _free(self, site: uuid.UUID, chosen: MoveWays) -> int:
        beds = sum(len(room.beds) for room in self.task.rooms if room.site_id == site)
        return beds - sum(len(way.rooms) for way in chosen.values() if way.site_id == site)

    def _fewest_without(self, seconds: float) -> float:
        """The fewest bed-nights without a place if rooms did not matter: no plan has fewer."""
        model, columns = _Model(), dict[int, tuple[int, uuid.UUID]]()
        for at, kind in enumerate(self.kinds):
            mine = {
                model.add(len(kind)): site
                for site in dict.fromkeys(way.site_id for way in self.of_kind[at])
            }
            columns |= {column: (at, site) for column, site in mine.items()}
            model.at_most(len(kind), dict.fromkeys(mine, 1))
        for site in self.sites:
            rooms = [room for room in self.task.rooms if room.site_id == site]
            beds = [until for room in rooms for until in room.beds]
            takes = [
                (column, at, len(self._family(at).people))
                for column, (at, there) in columns.items()
                if there == site
            ]
            self._limit(model, beds, takes)
        nights = {column: -self._family(at).bed_nights for column, (at, _site) in columns.items()}
        found = model.cheapest(nights, seconds) if columns else ({}, 0.0)
        return self.task.bed_nights + found[1] if found else 0.0

    def _family(self, kind: int) -> PlanFamily:
        return self.task.families[self.kinds[kind][0]]

    def _limit(
        self,
        model: _Model,
        beds: Sequence[datetime.date | None],
        takes: Sequence[tuple[int, int, int]],
    ) -> None:
        """Limits people to the beds: all of them, and those who stay longer than some of the beds are free.

        `takes` are columns with the index of the kind and how many beds each of its families takes.
        """
        for end in dict.fromkeys([None, *beds]):
            long = {
                column: float(size)
                for column, kind, size in takes
                if end is None or _is_past(self._family(kind).until, end)
            }
            if long:
                free = sum(end is None or _is_past(until, end) for until in beds)
                model.at_most(free, long)

    def _pack(
        self,
        families: Iterable[int],
        sites: Sequence[uuid.UUID],
        seconds: float,
        *,
        gap: float = 0.0,
        placed: int = 0,
    ) -> tuple[dict[int, MoveWay], bool, bool]:
        """The best ways of these families at these sites, and whether fewest nights and least cost are proven.

        `placed` are the bed-nights that have a place for certain; without it the most are found first.
        """
        model, columns = _Model(gap), dict[int, tuple[int, MoveWay]]()
        members: dict[int, list[int]] = {}
        for number in sorted(families):
            members.setdefault(self.kind_of[number], []).append(number)
        for kind, mine in members.items():
            ways = [way for way in self.of_kind[kind] if way.site_id in sites]
            own = {model.add(len(mine)): way for way in ways}
            columns |= {column: (kind, way) for column, way in own.items()}
            model.at_most(len(mine), dict.fromkeys(own, 1))
        if not columns:
            return {}, True, True
        costs = {column: way.cost for column, (_kind, way) in columns.items()}
        for index, takes in self._by_room(columns).items():
            sizes = [(column, columns[column][0], len(part)) for column, part in takes]
            self._limit(model, self.task.rooms[index].beds, sizes)
            mixed = self._keep_alike(model, columns, takes, members)
            if mixed is not None:
                costs[mixed] = REASON
            self._keep_apart(model, columns, takes)
        nights = {at: -self._family(kind).bed_nights for at, (kind, _way) in columns.items()}
        first = None if placed else model.cheapest(nights, seconds * 0.6)
        if first is None and not placed:
            return {}, False, False
        on, bound = first or ({}, 0.0)
        most = sum(nights[at] * times for at, times in on.items() if at in nights) or -placed
        model.at_most(most + 0.5, nights)
        second = model.cheapest(costs, seconds * (1.0 if placed else 0.4))
        on, least = second or (on, -1.0)
        cost = sum(costs.get(at, 0) * times for at, times in on.items())
        is_fewest = most <= bound + 0.5
        return _shared_out(on, columns, members), is_fewest, is_fewest and cost <= least + 0.5

    def _by_room(self, columns: Columns) -> dict[int, list[tuple[int, list[int]]]]:
        """By room the columns that take beds in it, with the indexes of the people."""
        rooms: dict[int, list[tuple[int, list[int]]]] = {}
        for column, (_kind, way) in columns.items():
            for index, part in way.parts().items():
                rooms.setdefault(index, []).append((column, part))
        return rooms

    def _keep_alike(
        self,
        model: _Model,
        columns: Columns,
        takes: Sequence[tuple[int, list[int]]],
        members: Mapping[int, Sequence[int]],
    ) -> int | None:
        """Families who are not alike share a room for a reason only, and children without an adult not even so.

        Returns the column that is 1 if the room is mixed; None if it cannot be.
        """
        by_label: dict[str, list[int]] = {}
        for column, part in takes:
            people = self._family(columns[column][0]).people
            label = label_of([people[person] for person in part], self.task.needs)
            by_label.setdefault(label, []).append(column)
        alone = by_label.pop("", [])
        families = sum(len(members[columns[column][0]]) for column in alone)
        if len(by_label) + families < 2:
            return None
        mixed, kinds = model.add(), dict.fromkeys(alone, 1.0)
        for label, mine in by_label.items():
            kind = model.add()
            for column in mine:
                model.at_most(0, {column: 1, kind: -len(members[columns[column][0]])})
            kinds[kind] = 1.0
            if label == "children":
                model.at_most(1, {kind: 1, mixed: 1})
        model.at_most(1, {**kinds, mixed: -float(len(by_label) + families)})
        return mixed

    def _keep_apart(
        self, model: _Model, columns: Columns, takes: Sequence[tuple[int, list[int]]]
    ) -> None:
        """Two who are to be kept apart share no room."""
        for pair in self.task.bonds.apart:
            with_one: dict[int, float] = {}
            for column, part in takes:
                people = self._family(columns[column][0]).people
                if any(people[person].person in pair for person in part):
                    with_one[column] = 1.0
            if len({columns[column][0] for column in with_one}) > 1:
                model.at_most(1, with_one)


def _is_past(day: datetime.date | None, end: datetime.date) -> bool:
    return day is None or day > end


def _shared_out(
    on: Mapping[int, int], columns: Columns, members: Mapping[int, Sequence[int]]
) -> dict[int, MoveWay]:
    """The ways of each kind, given to its families in turn."""
    left = {kind: list(mine) for kind, mine in members.items()}
    return {
        left[kind].pop(): way
        for column, (kind, way) in columns.items()
        for _each in range(on.get(column, 0))
    }
