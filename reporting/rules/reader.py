"""What a reader with a solver could compute from a table with withheld numbers.

Lines are equations: cells first, their total last. Every number is in one row and one column, so the equations describe a
network flow. So the maxima and minima are integers without a constraint, and for each there is a table that agrees with
everything shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import highspy

# The row and the column of a number; in a system of several tables preceded by the name of its table.
Key = tuple[str, ...]
# The minimum and the maximum of a number; None where nothing limits it.
Limits = tuple[int, int | None]
Status = highspy.HighsModelStatus
NO_LIMIT = highspy.kHighsInf
# Tolerance for the solver's fractions.
TOLERANCE = 1e-6


class Unsolved(Exception):
    """The solver gave no answer; the caller must show nothing."""


class Reader:
    """A reader who knows every line, every shown number, and the limits that the marks of hidden numbers state."""

    def __init__(
        self,
        counts: Mapping[Key, int],
        lines: Iterable[Sequence[Key]],
        hidden: Mapping[Key, Limits],
    ) -> None:
        self._column_of = {key: column for column, key in enumerate(counts)}
        self._solver = new_solver()
        for key, count in counts.items():
            least, greatest = hidden.get(key, (count, count))
            self._solver.addVar(least, NO_LIMIT if greatest is None else greatest)
        add_lines(self._solver, lines, self._column_of)

    def bounds(self, key: Key) -> Limits:
        """The minimum and the maximum that the number can have; None where nothing limits it."""
        least, greatest = self._extreme(key, 1), self._extreme(key, -1)
        return least or 0, greatest

    def _extreme(self, key: Key, cost: int) -> int | None:
        self._solver.changeColCost(self._column_of[key], cost)
        status = run(self._solver, Status.kOptimal, Status.kUnbounded)
        self._solver.changeColCost(self._column_of[key], 0)
        if status == Status.kUnbounded:
            return None
        return round(self._solver.getSolution().col_value[self._column_of[key]])


def width(limits: Limits) -> float:
    """The difference between maximum and minimum."""
    least, greatest = limits
    return NO_LIMIT if greatest is None else greatest - least


def new_solver() -> highspy.Highs:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    # With one thread the same table always gets the same marks.
    solver.setOptionValue("threads", 1)
    # Without presolve each run starts at the last solution, and "unbounded" differs from "infeasible".
    solver.setOptionValue("presolve", "off")
    solver.setOptionValue("mip_rel_gap", 0.0)
    return solver


def add_lines(
    solver: highspy.Highs, lines: Iterable[Sequence[Key]], column_of: Mapping[Key, int]
) -> None:
    for *cells, total in lines:
        columns = [column_of[cell] for cell in (*cells, total)]
        solver.addRow(0, 0, len(columns), columns, [1.0] * len(cells) + [-1.0])


def run(solver: highspy.Highs, *expected: highspy.HighsModelStatus) -> highspy.HighsModelStatus:
    solver.run()
    status = solver.getModelStatus()
    if status not in expected:
        raise Unsolved(f"The solver ended with: {solver.modelStatusToString(status)}")
    return status


# Numbers are solved together until IDLE_ROUNDS rounds in a row each settled a smaller share than HARDLY_ANY.
IDLE_ROUNDS = 3
HARDLY_ANY = 0.03


def possibly_too_narrow(
    solver: highspy.Highs, column_of: Mapping[Key, int], needs: Mapping[Key, float]
) -> list[Key]:
    """Keys of numbers for which no two solutions were found that differ as much as needed: each is to be solved separately.

    All numbers are pushed together, some up and some down, then the other way, so that a few solutions settle most numbers.
    The directions are random with a fixed seed, so that the same table always gets the same marks.
    """
    random = Random(0)  # noqa: S311 (no secret)
    ranges = {key: (NO_LIMIT, -NO_LIMIT) for key, need in needs.items() if need > TOLERANCE}
    idle = 0
    while ranges and idle < IDLE_ROUNDS:
        before = len(ranges)
        costs = {key: random.choice((1.0, -1.0)) for key in ranges}
        for direction in (1, -1):
            for key, cost in costs.items():
                solver.changeColCost(column_of[key], direction * cost)
            run(solver, Status.kOptimal)
            values = solver.getSolution().col_value
            for key, (least, greatest) in ranges.items():
                value = values[column_of[key]]
                ranges[key] = min(least, value), max(greatest, value)
        for key in costs:
            solver.changeColCost(column_of[key], 0)
        ranges = {
            key: (least, greatest)
            for key, (least, greatest) in ranges.items()
            if greatest - least < needs[key] - TOLERANCE
        }
        idle = idle + 1 if len(ranges) > before * (1 - HARDLY_ANY) else 0
    return list(ranges)
