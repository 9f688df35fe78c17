"""Which further numbers to withhold, as few as there can be, so that no small one can be worked out.

An integer programme with one choice per number: whether a shown one goes, and whether the mark of a
small one says that it is small. For a choice the reader is asked how far each small number could be off
(a flow); where that is too little, the flow's cut says which numbers are in the way: of these, enough
must be chosen. The programme is solved again with that line, until every small number has its range.
Each line is true of every choice that protects, so the first that protects is the cheapest
(Fischetti and Salazar-Gonzalez, 2001: cell suppression by cuts).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import highspy

from reporting.rules.reader import (
    HAIR,
    NO_LIMIT,
    Key,
    Status,
    Unsolved,
    a_solver,
    add_lines,
    run,
)

MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Task:
    """A table to protect. `losses` holds what withholding each number costs that may be withheld.

    For a small number that is what it costs not to say that it is small. `gone` are withheld in any
    case. `span` is how far apart the least and the greatest must be that a small number can be.
    """

    counts: Mapping[Key, int]
    lines: Sequence[Sequence[Key]]
    losses: Mapping[Key, float]
    k: int
    gone: frozenset[Key] = frozenset()

    @property
    def span(self) -> int:
        return span_of(self.k)

    @property
    def small(self) -> list[Key]:
        return [key for key, count in self.counts.items() if 0 < count < self.k]

    def slack(self, key: Key, *, chosen: bool) -> tuple[int, int]:
        """How far the reader can think a number down and up from what it is.

        Nothing has to move further than `span`: a greater detour would be a circle of its own.
        """
        count = self.counts[key]
        if chosen:
            return -min(count, self.span), self.span
        if 0 < count < self.k:
            return max(1 - count, -self.span), min(self.k - 1 - count, self.span)
        return 0, 0


def span_of(k: int) -> int:
    """The width of 1 to k-1, which the mark of a small number says; one at the least."""
    return max(1, k - 2)


def companions(task: Task) -> set[Key]:
    """The cheapest choice from `task.losses` that leaves every small number its range."""
    chooser, flow = _Chooser(task), _Flow(task)
    chosen: set[Key] = {*task.gone}
    for _round in range(MOST_ROUNDS):
        flow.choose(chosen)
        cuts = [cut for key in task.small if (cut := flow.cut_at(key))]
        if not cuts:
            return chosen
        chosen = chooser.choice_with(cuts)
    raise Unsolved("No choice of companions was found.")


@dataclass(frozen=True)
class Cut:
    """Of these numbers, so many must go that their weights make up what is missing."""

    missing: float
    weights: Mapping[Key, float]


class _Chooser:
    """The integer programme: one choice per number that may go, at its loss."""

    def __init__(self, task: Task) -> None:
        self._solver = a_solver()
        self._at = {}
        for key, loss in task.losses.items():
            self._at[key] = column = self._solver.getNumCol()
            self._solver.addVar(1 if key in task.gone else 0, 1)
            self._solver.changeColCost(column, loss)
            self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)

    def choice_with(self, cuts: Iterable[Cut]) -> set[Key]:
        """The cheapest choice that these cuts allow, and all that were given before."""
        for cut in cuts:
            weights = {
                self._at[key]: min(weight, cut.missing)
                for key, weight in cut.weights.items()
                if key in self._at
            }
            places, values = list(weights), list(weights.values())
            self._solver.addRow(cut.missing, NO_LIMIT, len(places), places, values)
        run(self._solver, Status.kOptimal)
        values = self._solver.getSolution().col_value
        return {key for key, column in self._at.items() if round(values[column])}


class _Flow:
    """How far a number can be thought off, when everything else may move as far as its mark lets it."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._keys = list(task.counts)
        self._at = {key: at for at, key in enumerate(self._keys)}
        self._solver = a_solver()
        for _key in self._keys:
            self._solver.addVar(0, 0)
        add_lines(self._solver, task.lines, self._at)

    def choose(self, chosen: set[Key]) -> None:
        """From now on these are withheld without a word."""
        for key, at in self._at.items():
            self._solver.changeColBounds(at, *self._task.slack(key, chosen=key in chosen))

    def cut_at(self, key: Key) -> Cut | None:
        """What keeps the number from its range; None where it has it."""
        range_found, missing = 0.0, float(self._task.span)
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
        if range_found > self._task.span - HAIR:
            return None
        return Cut(missing, {each: weight for each, weight in weights.items() if weight > HAIR})

    def _push(self, key: Key, direction: int) -> tuple[float, list[tuple[Key, float]]]:
        """How far it goes that way, and which bounds hold it at which price."""
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
