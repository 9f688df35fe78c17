"""Chooses the smallest set of further numbers to withhold so that no small one can be computed.

It is an integer programme with one choice per number: for a large number, whether it is withheld; for a small one, whether
its mark hides that it is small. A flow problem then gives, for each reader, the range of each small number. If a range is too
narrow, the minimum cut of the flow names numbers, and enough of these must be chosen. The programme is solved again with
that constraint, until every small number has its range. Every choice that protects satisfies each constraint, so the first
solution that protects is the cheapest (Fischetti and Salazar-Gonzalez, 2001: cell suppression by cuts).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import highspy

from reporting.rules.reader import (
    NO_LIMIT,
    TOLERANCE,
    Key,
    Limits,
    Status,
    Unsolved,
    new_solver,
    possibly_too_narrow,
    run,
)

# With more movable numbers than this, the choice starts at `first_choice` and is not the cheapest.
MOST_FOR_THE_CHEAPEST = 1000
MOST_ROUNDS = 1000
# One cut protects many numbers, so the programme is solved again before all are checked.
MOST_CUTS = 100


@dataclass(frozen=True)
class ProtectionTask:
    """A table to protect against one reader. `losses` is the cost of withholding each number that may be withheld.

    For a small number it is the cost of hiding that it is small. `known_limits` are the limits of hidden numbers of other
    tables; every other number is known. `k` is the smallest number this reader may see, `marks_below` the number in the
    mark of this table.
    """

    counts: Mapping[Key, int]
    lines: Sequence[Sequence[Key]]
    losses: Mapping[Key, float]
    k: int
    known_limits: Mapping[Key, Limits] = field(default_factory=dict)
    marks_below: int = 0

    @property
    def span(self) -> int:
        """The required difference between the maximum and the minimum of a small number."""
        return span_of(self.k)

    @property
    def small(self) -> list[Key]:
        """The keys of numbers that need a range: small ones that this reader does not see."""
        return [key for key in (*self.losses, *self.known_limits) if 0 < self.counts[key] < self.k]

    def slack(self, key: Key, *, chosen: bool) -> tuple[int, int]:
        """How far below and above its value the reader can place a number.

        Limited to `span`: to move one number by `span`, no other has to move further.
        """
        count = self.counts[key]
        marks_below = self.marks_below or self.k
        least, greatest = count, count
        if key in self.known_limits:
            least, most = self.known_limits[key]
            greatest = count + self.span if most is None else most
        elif chosen:
            least, greatest = 0, count + self.span
        elif 0 < count < marks_below:
            least, greatest = 1, marks_below - 1
        return max(least - count, -self.span), min(greatest - count, self.span)


def span_of(k: int) -> int:
    """The width of 1 to k-1, which the mark of a small number states; at least one."""
    return max(1, k - 2)


def companions(*tasks: ProtectionTask, first_choice: Iterable[Key] = ()) -> set[Key]:
    """The keys of the cheapest choice of further numbers to withhold that leaves every small number its range.

    Each task is the same table for another reader. A range that is too narrow even if everything is withheld is ignored.
    With many other tables the result is `first_choice` and what it lacks, not the cheapest: an optimum takes hours.
    """
    losses = tasks[0].losses
    chooser, flows = _Chooser(losses), [_Flow(task) for task in tasks]
    is_large = any(flow.size > MOST_FOR_THE_CHEAPEST for flow in flows)
    needs = [flow.possible_ranges(set(losses)) for flow in flows]
    chosen = losses.keys() & set(first_choice) if is_large else set()
    for _round in range(MOST_ROUNDS):
        flows_with_needs = zip(flows, needs, strict=True)
        cuts = [cut for flow, need in flows_with_needs for cut in flow.cuts(chosen, need)]
        if not cuts:
            break
        chosen = chosen.union(*(c.weights for c in cuts)) if is_large else chooser.choice_with(cuts)
    else:
        raise Unsolved("No choice of companions was found.")
    return chosen


def narrows(task: ProtectionTask, chosen: set[Key]) -> bool:
    """Whether this choice narrows a small number further than withholding everything would."""
    flow = _Flow(task)
    needs = flow.possible_ranges(set(task.losses))
    return flow.has_too_narrow(chosen, needs)


def is_exposed(task: ProtectionTask) -> bool:
    """Whether the reader can narrow a small number in `known_limits` further than its mark does."""
    return _Flow(task).has_too_narrow(set(), dict.fromkeys(task.small, float(task.span)))


@dataclass(frozen=True)
class Cut:
    """A constraint: the weights of the chosen numbers must reach the missing amount."""

    missing: float
    weights: Mapping[Key, float]


class _Chooser:
    """The integer programme: one choice per number that may be withheld, at its loss."""

    def __init__(self, losses: Mapping[Key, float]) -> None:
        self._solver = new_solver()
        self._column_of = {}
        for key, loss in losses.items():
            self._column_of[key] = column = self._solver.getNumCol()
            self._solver.addVar(0, 1)
            self._solver.changeColCost(column, loss)
            self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)

    def choice_with(self, cuts: Iterable[Cut]) -> set[Key]:
        """The cheapest choice that satisfies these cuts and all earlier ones."""
        for cut in cuts:
            weights = {
                self._column_of[key]: min(weight, cut.missing)
                for key, weight in cut.weights.items()
            }
            columns, values = list(weights), list(weights.values())
            self._solver.addRow(cut.missing, NO_LIMIT, len(columns), columns, values)
        run(self._solver, Status.kOptimal)
        values = self._solver.getSolution().col_value
        return {key for key, column in self._column_of.items() if round(values[column])}


class _Flow:
    """How far a number can be from its value, if all hidden numbers may change within their marks."""

    def __init__(self, task: ProtectionTask) -> None:
        self._task = task
        # Known numbers are constant, so they are in no constraint.
        self._keys = [*task.losses, *task.known_limits]
        self._column_of = {key: column for column, key in enumerate(self._keys)}
        self._solver = new_solver()
        for _key in self._keys:
            self._solver.addVar(0, 0)
        for *cells, total in task.lines:
            signs = {self._column_of[cell]: 1.0 for cell in cells if cell in self._column_of}
            if total in self._column_of:
                signs[self._column_of[total]] = -1.0
            if signs:
                self._solver.addRow(0, 0, len(signs), list(signs), list(signs.values()))

    def _set_bounds(self, chosen: set[Key]) -> None:
        """Sets the bounds of every number, with `chosen` withheld by the mark that does not say "small"."""
        for key, column in self._column_of.items():
            self._solver.changeColBounds(column, *self._task.slack(key, chosen=key in chosen))

    @property
    def size(self) -> int:
        return len(self._keys)

    def has_too_narrow(self, chosen: set[Key], needs: Mapping[Key, float]) -> bool:
        """Whether a number has a narrower range than it needs."""
        return next(self._too_narrow(chosen, needs), None) is not None

    def _too_narrow(
        self, chosen: set[Key], needs: Mapping[Key, float]
    ) -> Iterator[tuple[Key, float]]:
        """Each number with a narrower range than it needs, with the range that it has."""
        self._set_bounds(chosen)
        for key in possibly_too_narrow(self._solver, self._column_of, needs):
            range_found = sum(self._push(key, direction)[0] for direction in (1, -1))
            if range_found < needs[key] - TOLERANCE:
                yield key, range_found

    def possible_ranges(self, everything: set[Key]) -> dict[Key, float]:
        """The range of each small number if everything were withheld, at most the required one."""
        needs = dict.fromkeys(self._task.small, float(self._task.span))
        return needs | dict(self._too_narrow(everything, needs))

    def cuts(self, chosen: set[Key], needs: Mapping[Key, float]) -> list[Cut]:
        """The cuts that limit numbers to a range narrower than they need; empty if there are none."""
        self._set_bounds(chosen)
        candidates = possibly_too_narrow(self._solver, self._column_of, needs)
        cuts = (cut for key in candidates if (cut := self._cut_at(key, needs[key])))
        return list(islice(cuts, MOST_CUTS))

    def _cut_at(self, key: Key, needed: float) -> Cut | None:
        range_found, missing = 0.0, needed
        weights: dict[Key, float] = {}
        for direction in (1, -1):
            distance, prices = self._push(key, direction)
            range_found += distance
            for each, price in prices:
                bound = price < 0
                unchosen = -price * self._task.slack(each, chosen=False)[bound]
                missing -= unchosen
                withheld = -price * self._task.slack(each, chosen=True)[bound]
                weights[each] = weights.get(each, 0) + withheld - unchosen
        if range_found > needed - TOLERANCE:
            return None
        return Cut(
            missing, {each: weight for each, weight in weights.items() if weight > TOLERANCE}
        )

    def _push(self, key: Key, direction: int) -> tuple[float, list[tuple[Key, float]]]:
        """How far the number can move in that direction, and the numbers whose bounds limit it, with dual prices."""
        column = self._column_of[key]
        self._solver.changeColCost(column, -direction)
        run(self._solver, Status.kOptimal)
        solution = self._solver.getSolution()
        self._solver.changeColCost(column, 0)
        prices = [
            (each, price)
            for each, price in zip(self._keys, solution.col_dual, strict=True)
            if abs(price) > TOLERANCE
        ]
        return direction * solution.col_value[column], prices
