"""How further numbers were chosen once: the cheapest for one small number after the other.

A control: what the table of February 2019 lost then is held against what it loses now.
"""

from collections.abc import Iterable, Mapping, Sequence

import highspy

from reporting.rules.reader import NO_LIMIT, Key, Status, add_lines, new_solver, run
from reporting.rules.suppression import TOTAL, ProtectedTable, with_totals

OLD_TOTAL_LOSS = 4.0
OLD_ZERO_LOSS = 2.0


def withheld_one_after_the_other(
    counts: Mapping[Key, int], *, rows: Sequence[str], columns: Sequence[str], k: int
) -> set[Key]:
    """Every count from 1 to k-1, and for each of them what let it be k or more; all were printed as small."""
    table = ProtectedTable(rows, columns, with_totals(counts, rows, columns))
    lines = list(table.lines())
    small = [key for key, count in table.counts.items() if 0 < count < k]
    hidden, safe = set(small), set()
    for key in sorted(small, key=lambda key: table.counts[key]):
        if key in safe:
            continue
        possible = table_with(table.counts, lines, hidden, key, k)
        if possible is None:
            hidden |= cheapest_for_one(table.counts, lines, hidden, key, k)
            possible = table_with(table.counts, lines, hidden, key, k)
        safe |= {each for each in small if possible and possible[each] >= k}
    return hidden


def table_with(
    counts: Mapping[Key, int], lines: list[list[Key]], hidden: set[Key], key: Key, k: int
) -> dict[Key, int] | None:
    """A table that agrees with all that is shown and has k or more there."""
    at = {each: place for place, each in enumerate(counts)}
    solver = new_solver()
    for each, count in counts.items():
        solver.addVar(0 if each in hidden else count, NO_LIMIT if each in hidden else count)
    add_lines(solver, lines, at)
    solver.changeColBounds(at[key], k, NO_LIMIT)
    if run(solver, Status.kOptimal, Status.kInfeasible) == Status.kInfeasible:
        return None
    values = solver.getSolution().col_value
    return {each: round(values[place]) for each, place in at.items()}


def cheapest_for_one(
    counts: Mapping[Key, int], lines: Iterable[list[Key]], hidden: set[Key], key: Key, k: int
) -> set[Key]:
    """Which shown numbers must go so that this one could be k."""
    step = k - counts[key]
    solver, at = new_solver(), {each: place for place, each in enumerate(counts)}
    for count in counts.values():
        solver.addVar(-min(count, step), step)
    solver.changeColBounds(at[key], step, step)
    add_lines(solver, lines, at)
    chosen = {}
    everybody = counts[TOTAL, TOTAL] + 1
    for each in [each for each in counts if each not in hidden]:
        loss = OLD_TOTAL_LOSS if TOTAL in each else OLD_ZERO_LOSS if counts[each] == 0 else 1
        chosen[each] = column = solver.getNumCol()
        solver.addVar(0, 1)
        solver.changeColCost(column, loss + counts[each] / everybody / 10)
        solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        solver.addRow(-NO_LIMIT, 0, 2, [at[each], column], [1, -step])
        solver.addRow(0, NO_LIMIT, 2, [at[each], column], [1, min(counts[each], step)])
    run(solver, Status.kOptimal)
    values = solver.getSolution().col_value
    return {each for each, column in chosen.items() if round(values[column])}
