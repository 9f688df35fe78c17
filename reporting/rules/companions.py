"""Chooses the smallest set of further numbers to withhold so that no small one can be computed.

It is an integer programme with one choice per number: whether a shown one is withheld, and whether the mark of a small one
says that it is small. For a given choice, a flow problem tells for each reader how far each small number could be off. Where
that is too little, the flow's cut names the numbers in the way: enough of these must be chosen. The programme is solved
again with that constraint, until every small number has its range. Each constraint is true of every protecting choice, so
the first solution that protects is the cheapest (Fischetti and Salazar-Gonzalez, 2001: cell suppression by cuts).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import highspy

from reporting.rules.reader import (
    HAIR,
    NO_LIMIT,
    Key,
    Limits,
    Status,
    Unsolved,
    a_solver,
    run,
    too_narrow,
)

# With more movable numbers than this, the choice starts at `first_choice` and is not the cheapest.
MOST_FOR_THE_CHEAPEST = 1000
MOST_ROUNDS = 1000
# One cut protects many numbers, so the programme is solved again before all are checked.
MOST_CUTS = 100


@dataclass(frozen=True)
class Task:
    """A table to protect against one reader. `losses` is the cost of withholding each number that may be withheld.

    For a small number it is the cost of not saying that it is small. `told` is what the reader knows of some numbers from
    elsewhere; every other number is known. `k` is the smallest number this reader may see, `marks_below` the limit that the
    table's own mark for small numbers names.
    """

    counts: Mapping[Key, int]
    lines: Sequence[Sequence[Key]]
    losses: Mapping[Key, float]
    k: int
    told: Mapping[Key, Limits] = field(default_factory=dict)
    marks_below: int = 0

    @property
    def span(self) -> int:
        """The required difference between the maximum and the minimum of a small number."""
        return span_of(self.k)

    @property
    def small(self) -> list[Key]:
        """The numbers that need a range: small ones that this reader does not see."""
        return [key for key in (*self.losses, *self.told) if 0 < self.counts[key] < self.k]

    def slack(self, key: Key, *, chosen: bool) -> tuple[int, int]:
        """How far below and above its value the reader can place a number.

        Limited to `span`: a longer path would be a cycle of its own.
        """
        count = self.counts[key]
        marks_below = self.marks_below or self.k
        least, greatest = count, count
        if key in self.told:
            least, most = self.told[key]
            greatest = count + self.span if most is None else most
        elif chosen:
            least, greatest = 0, count + self.span
        elif 0 < count < marks_below:
            least, greatest = 1, marks_below - 1
        return max(least - count, -self.span), min(greatest - count, self.span)


def span_of(k: int) -> int:
    """The width of 1 to k-1, which the mark of a small number states; at least one."""
    return max(1, k - 2)


def companions(*tasks: Task, first_choice: Iterable[Key] = ()) -> set[Key]:
    """The cheapest choice that leaves every small number its range, for every reader.

    The tasks are one table before several readers. Numbers that a reader knows whatever is withheld are left out. Beside
    many other tables it returns the first choice plus what that lacks, which is not the cheapest: an optimum would take
    hours.
    """
    losses = tasks[0].losses
    chooser, flows = _Chooser(losses), [_Flow(task) for task in tasks]
    is_large = any(flow.size > MOST_FOR_THE_CHEAPEST for flow in flows)
    needs = [flow.within_reach(set(losses)) for flow in flows]
    chosen = losses.keys() & set(first_choice) if is_large else set()
    for _round in range(MOST_ROUNDS):
        asked = zip(flows, needs, strict=True)
        cuts = [cut for flow, needed in asked for cut in flow.cuts(chosen, needed)]
        if not cuts:
            break
        chosen = chosen.union(*(c.weights for c in cuts)) if is_large else chooser.choice_with(cuts)
    else:
        raise Unsolved("No choice of companions was found.")
    return chosen


def narrowed(task: Task, chosen: set[Key]) -> bool:
    """Whether this choice narrows a small number further than withholding everything would."""
    flow = _Flow(task)
    needs = flow.within_reach(set(task.losses))
    return flow.narrow(chosen, needs)


def exposed(task: Task) -> bool:
    """Whether the reader can narrow a small number in `told` further than its mark does."""
    return _Flow(task).narrow(set(), dict.fromkeys(task.small, float(task.span)))


@dataclass(frozen=True)
class Cut:
    """Withhold as many of these numbers as it takes for their weights to reach the missing amount."""

    missing: float
    weights: Mapping[Key, float]


class _Chooser:
    """The integer programme: one choice per number that may be withheld, at its loss."""

    def __init__(self, losses: Mapping[Key, float]) -> None:
        self._solver = a_solver()
        self._at = {}
        for key, loss in losses.items():
            self._at[key] = column = self._solver.getNumCol()
            self._solver.addVar(0, 1)
            self._solver.changeColCost(column, loss)
            self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)

    def choice_with(self, cuts: Iterable[Cut]) -> set[Key]:
        """The cheapest choice that satisfies these cuts and all earlier ones."""
        for cut in cuts:
            weights = {
                self._at[key]: min(weight, cut.missing) for key, weight in cut.weights.items()
            }
            places, values = list(weights), list(weights.values())
            self._solver.addRow(cut.missing, NO_LIMIT, len(places), places, values)
        run(self._solver, Status.kOptimal)
        values = self._solver.getSolution().col_value
        return {key for key, column in self._at.items() if round(values[column])}


class _Flow:
    """How far a number can be from its value, when everything else may move within its mark."""

    def __init__(self, task: Task) -> None:
        self._task = task
        # Known numbers cannot move, so they are in no constraint.
        self._keys = [*task.losses, *task.told]
        self._at = {key: at for at, key in enumerate(self._keys)}
        self._solver = a_solver()
        for _key in self._keys:
            self._solver.addVar(0, 0)
        for *cells, total in task.lines:
            signs = {self._at[cell]: 1.0 for cell in cells if cell in self._at}
            if total in self._at:
                signs[self._at[total]] = -1.0
            if signs:
                self._solver.addRow(0, 0, len(signs), list(signs), list(signs.values()))

    def _choose(self, chosen: set[Key]) -> None:
        """Withholds these with the mark that does not say "small"."""
        for key, at in self._at.items():
            self._solver.changeColBounds(at, *self._task.slack(key, chosen=key in chosen))

    @property
    def size(self) -> int:
        return len(self._keys)

    def narrow(self, chosen: set[Key], needs: Mapping[Key, float]) -> bool:
        """Whether a number lacks the range that it needs."""
        return next(self._narrow(chosen, needs), None) is not None

    def _narrow(self, chosen: set[Key], needs: Mapping[Key, float]) -> Iterator[tuple[Key, float]]:
        """Each such number with the range that it has."""
        self._choose(chosen)
        for key in too_narrow(self._solver, self._at, needs):
            reached = sum(self._push(key, direction)[0] for direction in (1, -1))
            if reached < needs[key] - HAIR:
                yield key, reached

    def within_reach(self, everything: set[Key]) -> dict[Key, float]:
        """The range of each small number if everything were withheld, up to the required one."""
        needs = dict.fromkeys(self._task.small, float(self._task.span))
        return needs | dict(self._narrow(everything, needs))

    def cuts(self, chosen: set[Key], needs: Mapping[Key, float]) -> list[Cut]:
        """The cuts that keep numbers from their range; empty if all have it."""
        self._choose(chosen)
        asked = too_narrow(self._solver, self._at, needs)
        found = (cut for key in asked if (cut := self._cut_at(key, needs[key])))
        return list(islice(found, MOST_CUTS))

    def _cut_at(self, key: Key, needed: float) -> Cut | None:
        range_found, missing = 0.0, needed
        weights: dict[Key, float] = {}
        for direction in (1, -1):
            reached, prices = self._push(key, direction)
            range_found += reached
            for each, price in prices:
                bound = price < 0
                as_it_is = -price * self._task.slack(each, chosen=False)[bound]
                missing -= as_it_is
                gone = -price * self._task.slack(each, chosen=True)[bound]
                weights[each] = weights.get(each, 0) + gone - as_it_is
        if range_found > needed - HAIR:
            return None
        return Cut(missing, {each: weight for each, weight in weights.items() if weight > HAIR})

    def _push(self, key: Key, direction: int) -> tuple[float, list[tuple[Key, float]]]:
        """How far it can move in that direction, and which bounds limit it, with their dual prices."""
        at = self._at[key]
        self._solver.changeColCost(at, -direction)
        run(self._solver, Status.kOptimal)
        solution = self._solver.getSolution()
        self._solver.changeColCost(at, 0)
        prices = [
            (each, price)
            for each, price in zip(self._keys, solution.col_dual, strict=True)
            if abs(price) > HAIR
        ]
        return direction * solution.col_value[at], prices
