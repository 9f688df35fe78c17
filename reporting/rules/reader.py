"""What a reader with a solver could work out of a table, and which further numbers keep it from them.

Lines are equations: cells first, their total last. Every number stands in one line across and one line
down, so the equations describe a flow in a network: the solver's greatest and least values are whole
numbers without being asked to be, and each is reached by a table that agrees with all that is shown.
"""

from collections.abc import Iterable, Mapping, Sequence

import highspy

Key = tuple[str, str]
Status = highspy.HighsModelStatus
NO_LIMIT = highspy.kHighsInf


class Unsolved(Exception):
    """The solver gave no answer; whoever asked shows nothing."""


class Reader:
    """Knows every line, every number that is shown, and that no number is below zero."""

    def __init__(
        self,
        counts: Mapping[Key, int],
        lines: Iterable[Sequence[Key]],
        hidden: Iterable[Key],
    ) -> None:
        self._at = {key: at for at, key in enumerate(counts)}
        self._solver = _solver()
        for count in counts.values():
            self._solver.addVar(count, count)
        _add_lines(self._solver, lines, self._at)
        self.loses(hidden)

    def loses(self, keys: Iterable[Key]) -> None:
        """From now on these are hidden too."""
        for key in keys:
            self._solver.changeColBounds(self._at[key], 0, NO_LIMIT)

    def bounds(self, key: Key) -> tuple[int, int | None]:
        """The least and the greatest value that the hidden number can have; None where nothing limits it."""
        least, greatest = self._extreme(key, 1), self._extreme(key, -1)
        return least or 0, greatest

    def _extreme(self, key: Key, cost: int) -> int | None:
        self._solver.changeColCost(self._at[key], cost)
        status = _run(self._solver, Status.kOptimal, Status.kUnbounded)
        self._solver.changeColCost(self._at[key], 0)
        if status == Status.kUnbounded:
            return None
        return round(self._solver.getSolution().col_value[self._at[key]])

    def table_with(self, key: Key, *, at_least: int) -> dict[Key, int] | None:
        """A table that agrees with all that is shown and has so much at `key`; None where there is none."""
        self._solver.changeColBounds(self._at[key], at_least, NO_LIMIT)
        status = _run(self._solver, Status.kOptimal, Status.kInfeasible)
        self._solver.changeColBounds(self._at[key], 0, NO_LIMIT)
        if status == Status.kInfeasible:
            return None
        values = self._solver.getSolution().col_value
        return {each: round(values[at]) for each, at in self._at.items()}


def companions(
    counts: Mapping[Key, int],
    lines: Iterable[Sequence[Key]],
    *,
    losses: Mapping[Key, float],
    key: Key,
    at_least: int,
) -> set[Key]:
    """Which shown numbers to hide, at the least loss, so that the hidden `key` could be `at_least`.

    `losses` holds what hiding each number costs, and nothing of those that are hidden already. A number
    moves by `at_least` minus `key`'s count at most: a greater detour would be a circle of its own.
    """
    step = at_least - counts[key]
    solver, at = _solver(), {each: place for place, each in enumerate(counts)}
    for count in counts.values():
        solver.addVar(-min(count, step), step)
    solver.changeColBounds(at[key], step, step)
    _add_lines(solver, lines, at)
    chosen = {}
    for each, loss in losses.items():
        chosen[each] = column = solver.getNumCol()
        solver.addVar(0, 1)
        solver.changeColCost(column, loss)
        solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        # It moves only if it is chosen, up or down.
        solver.addRow(-NO_LIMIT, 0, 2, [at[each], column], [1, -step])
        solver.addRow(0, NO_LIMIT, 2, [at[each], column], [1, min(counts[each], step)])
    _run(solver, Status.kOptimal)
    values = solver.getSolution().col_value
    return {each for each, column in chosen.items() if round(values[column])}


def _solver() -> highspy.Highs:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    # Each question begins at the answer to the last one, and "unlimited" is told from "impossible".
    solver.setOptionValue("presolve", "off")
    solver.setOptionValue("mip_rel_gap", 0.0)
    return solver


def _add_lines(
    solver: highspy.Highs, lines: Iterable[Sequence[Key]], at: Mapping[Key, int]
) -> None:
    for *cells, total in lines:
        places = [at[cell] for cell in (*cells, total)]
        solver.addRow(0, 0, len(places), places, [1.0] * len(cells) + [-1.0])


def _run(solver: highspy.Highs, *expected: highspy.HighsModelStatus) -> highspy.HighsModelStatus:
    solver.run()
    status = solver.getModelStatus()
    if status not in expected:
        raise Unsolved(f"The solver ended with: {solver.modelStatusToString(status)}")
    return status
