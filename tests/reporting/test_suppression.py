"""Small numbers: none shown, none to be worked out, and as few others withheld as there can be."""

from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.rules.companions import ProtectionTask, companions, span_of
from reporting.rules.reader import Key, width
from reporting.rules.suppression import (
    TOTAL,
    Mark,
    ProtectedTable,
    feasible_bounds,
    losses,
    protect,
    with_totals,
)


def marks(k: int) -> list[str]:
    return [Mark.SMALL.format(k=k), Mark.WITHHELD]


def table(cells: list[list[int]], k: int = 5) -> ProtectedTable:
    rows = [f"r{n}" for n in range(len(cells))]
    columns = [f"c{n}" for n in range(len(cells[0]))]
    counts = {
        (row, column): cells[i][j] for i, row in enumerate(rows) for j, column in enumerate(columns)
    }
    return protect(counts, rows=rows, columns=columns, k=k)


def test_a_table_without_small_numbers_is_shown_whole():
    assert table([[10, 20], [30, 0]]).hidden == set()


def test_zeros_are_shown():
    assert table([[0, 20], [30, 40]]).shown("r0", "c0") == 0


def test_a_small_cell_takes_companions_so_that_subtraction_does_not_bring_it_back():
    protected = table([[3, 20], [30, 40]])
    assert protected.shown("r0", "c0") == "<5"
    assert protected.shown("r0", "c1") == Mark.WITHHELD == "s"
    assert protected.hidden == {("r0", "c0"), ("r0", "c1"), ("r1", "c0"), ("r1", "c1")}


def test_a_small_total_is_withheld_too():
    protected = table([[1, 2], [0, 0]])
    assert protected.shown(TOTAL, TOTAL) in set(marks(5))
    assert protected.shown("r0", TOTAL) in set(marks(5))


def hiding(
    cells: list[list[int]], hidden: set[Key], small: frozenset[Key] = frozenset(), k: int = 5
) -> ProtectedTable:
    """The table with just these withheld, some of them marked as small."""
    protected = table(cells, k=1)
    protected.hidden, protected.small, protected.k = hidden, set(small), k
    return protected


def solutions(protected: ProtectedTable, greatest: int) -> list[dict[Key, int]]:
    """Every table of counts up to `greatest` that agrees with all that is shown and with the marks."""
    body = [(row, column) for row in protected.rows for column in protected.columns]
    free = [
        range(greatest + 1) if key in protected.hidden else [protected.counts[key]] for key in body
    ]
    shown = protected.counts.items() - {(key, protected.counts[key]) for key in protected.hidden}
    found = []
    for values in product(*free):
        full = with_totals(dict(zip(body, values, strict=True)), protected.rows, protected.columns)
        if shown <= full.items() and all(0 < full[key] < protected.k for key in protected.small):
            found.append(full)
    return found


def pencil_bounds(protected: ProtectedTable) -> dict[Key, list[int]]:
    """What a reader finds who looks at one line after the other until nothing moves (our own method once)."""
    most = protected.counts[TOTAL, TOTAL] * 2 + 1
    bounds = {
        key: [0, most] if key in protected.hidden else [count, count]
        for key, count in protected.counts.items()
    }
    before = None
    while before != (before := str(bounds)):
        for *cells, total in protected.lines():
            for key in (*cells, total):
                others = [bounds[cell] for cell in cells if cell != key]
                low, high = sum(low for low, _ in others), sum(high for _, high in others)
                if key != total:
                    low, high = bounds[total][0] - high, bounds[total][1] - low
                bounds[key] = [max(bounds[key][0], low), min(bounds[key][1], high)]
    return {key: bounds[key] for key in protected.hidden}


CELLS = st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), min_size=2, max_size=2)
KEYS = list(product(["r0", "r1", TOTAL], ["c0", "c1", TOTAL]))


@settings(max_examples=40, deadline=None)
@given(CELLS, st.sets(st.sampled_from(KEYS), min_size=1))
def test_the_bounds_are_those_of_all_tables_that_agree_with_what_is_shown(cells, hidden):
    protected = hiding(cells, hidden)
    everybody = protected.counts[TOTAL, TOTAL]
    some, more = solutions(protected, everybody + 1), solutions(protected, everybody + 2)
    for key, (least, greatest) in feasible_bounds(protected).items():
        assert least == min(solution[key] for solution in some)
        reached = max(solution[key] for solution in some)
        if greatest is None:
            assert max(solution[key] for solution in more) > reached
        else:
            assert greatest == reached


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=2), min_size=2, max_size=2),
    st.integers(2, 4),
)
def test_no_small_number_is_shown_or_narrowed_down_further_than_by_its_mark(cells, k):
    protected = table(cells, k)
    shown = [count for key, count in protected.counts.items() if key not in protected.hidden]
    assert [count for count in shown if 0 < count < k] == []
    possible = solutions(protected, max(max(row) for row in cells) + k)
    for key, count in protected.counts.items():
        if 0 < count < k:
            values = [solution[key] for solution in possible]
            assert max(values) - min(values) >= span_of(k), key


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(0, 12), min_size=width, max_size=width), min_size=1, max_size=8
        )
    ),
    st.sampled_from([5, 10]),
)
def test_nor_in_a_table_of_any_shape(cells, k):
    protected = table(cells, k)
    bounds = feasible_bounds(protected)
    for key, count in protected.counts.items():
        if 0 < count < k:
            assert width(bounds[key]) >= span_of(k)
        if key in protected.small:
            assert (0 < count < k, bounds[key]) == (True, (1, k - 1))


def test_a_mark_never_says_small_of_a_number_that_is_not():
    """What a funder once read: fewer than five, in the cell of 357."""
    protected = table([[2, 357, 40], [12, 90, 70], [30, 20, 60]])
    withheld = {key: protected.shown(*key) for key in protected.hidden}
    assert len(withheld) > 1
    assert {protected.counts[key] < 5 for key, mark in withheld.items() if mark == "<5"} == {True}
    assert {mark for key, mark in withheld.items() if protected.counts[key] >= 5} == {"s"}


def test_what_the_marks_themselves_say_gives_nothing_away():
    """Two marked as small whose sum is 2 would both be 1: then the marks do not say so."""
    honest = hiding([[1, 1], [50, 60]], {("r0", "c0"), ("r0", "c1")})
    told = hiding([[1, 1], [50, 60]], {("r0", "c0"), ("r0", "c1")}, honest.hidden)
    small = {("r0", "c0"), ("r0", "c1"), ("r0", TOTAL)}
    assert feasible_bounds(told)["r0", "c0"] == (1, 1)
    protected = table([[1, 1], [50, 60]])
    bounds = feasible_bounds(protected)
    assert small <= protected.hidden
    assert min(width(bounds[key]) for key in small) >= 3


# Two squares of small numbers, joined by the 2 alone.
JOINED = [
    [4, 4, 2, 50, 50],
    [4, 4, 50, 50, 50],
    [50, 50, 4, 4, 50],
    [50, 50, 4, 4, 50],
    [50, 50, 50, 50, 50],
]


def test_a_number_that_only_several_lines_together_give_away_is_protected_too():
    """Rows 0 and 1 less columns 0 and 1 leave the 2; line by line it could be anything up to 10."""
    small = {(f"r{i}", f"c{j}") for i in range(5) for j in range(5) if JOINED[i][j] < 5}
    unguarded = hiding(JOINED, small)
    assert pencil_bounds(unguarded)["r0", "c2"] == [0, 10]
    assert min(high for _low, high in pencil_bounds(unguarded).values()) >= 5
    assert feasible_bounds(unguarded)["r0", "c2"] == (2, 2)

    protected = table(JOINED)
    assert width(feasible_bounds(protected)["r0", "c2"]) >= 3
    assert protected.hidden > small


def every_choice(task: ProtectionTask) -> set[frozenset[Key]]:
    """All sets of numbers that may go."""
    keys = list(task.losses)
    sizes = (combinations(keys, number) for number in range(len(keys) + 1))
    return {frozenset(choice) for choice in chain.from_iterable(sizes)}


def protects(task: ProtectionTask, protected: ProtectedTable, choice: frozenset[Key]) -> bool:
    """Whether every small number keeps its range, by trying every table (brute force)."""
    protected.hidden = {*task.small, *choice}
    protected.small = protected.hidden - choice
    values = solutions(protected, max(protected.counts.values()) + task.span)
    return all(
        max(each[key] for each in values) - min(each[key] for each in values) >= task.span
        for key in task.small
    )


@pytest.mark.parametrize(
    "cells",
    [
        [[1, 4], [3, 0]],
        [[0, 1], [5, 4]],
        [[2, 0], [0, 6]],
        [[1, 1], [1, 1]],
        [[3, 5], [4, 7]],
        [[0, 3], [0, 5]],
        [[1, 2], [0, 0]],
    ],
)
def test_nothing_cheaper_would_protect_a_small_table_than_what_was_chosen(cells):
    """Every set of numbers that costs less is tried, with every table that it leaves possible."""
    k = 4
    protected = hiding(cells, set(), k=k)
    costs = losses(protected)
    task = ProtectionTask(protected.counts, list(protected.lines()), costs, k)
    chosen = companions(task)
    assert protects(task, protected, frozenset(chosen))
    spent = sum(costs[key] for key in chosen)
    cheaper = [
        choice for choice in every_choice(task) if sum(costs[key] for key in choice) < spent - 1e-6
    ]
    assert [choice for choice in cheaper if protects(task, protected, choice)] == []


def test_fewer_numbers_go_before_anything_else_is_weighed():
    """One more number costs more than all other wishes together."""
    protected = hiding([[3, 40, 0], [50, 0, 60]], set())
    costs = losses(protected)
    one_more = min(cost for key, cost in costs.items() if protected.counts[key] not in {1, 2, 3, 4})
    wishes = [cost - 1 for cost in costs.values() if cost >= 1] + [
        c for c in costs.values() if c < 1
    ]
    assert sum(wishes) < one_more


def test_where_nobody_can_be_a_zero_hides_nothing():
    """Of pregnant men there are none: whoever reads the table knows it without being told."""
    cells = {("r0", "c0"): 3, ("r0", "c1"): 0, ("r1", "c0"): 0, ("r1", "c1"): 60, ("r2", "c0"): 50}
    rows, columns = ["r0", "r1", "r2"], ["c0", "c1"]
    known = {("r0", "c1"), ("r1", "c0")}
    protected = protect(
        cells, rows=rows, columns=columns, k=5, impossible=lambda *key: key in known
    )
    assert {protected.shown(*key) for key in known} == {0}
    assert width(feasible_bounds(protected)["r0", "c0"]) >= 3


def test_a_small_place_costs_the_others_little():
    """A row of ones among rows of many: its numbers, its companions, and no other line."""
    protected = table([[1, 0, 1, 2], [20, 30, 40, 50], [60, 70, 80, 90]])
    assert {row for row, _column in protected.hidden} <= {"r0", "r1", TOTAL}
    assert len(protected.hidden) <= 8
