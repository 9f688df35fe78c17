"""Small numbers: none shown, none to be worked out."""

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.rules.reader import Key, Reader, companions
from reporting.rules.suppression import TOTAL, ProtectedTable, feasible_bounds, protect, with_totals


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
    assert protected.shown("r0", "c0") is None
    assert protected.hidden == {("r0", "c0"), ("r0", "c1"), ("r1", "c0"), ("r1", "c1")}


def test_a_small_total_is_withheld_too():
    protected = table([[1, 2], [0, 0]])
    assert protected.shown(TOTAL, TOTAL) is None
    assert protected.shown("r0", TOTAL) is None


def hiding(cells: list[list[int]], hidden: set[Key]) -> ProtectedTable:
    """The table with just these withheld."""
    protected = table(cells, k=1)
    protected.hidden = hidden
    return protected


def solutions(protected: ProtectedTable, greatest: int) -> list[dict[Key, int]]:
    """Every table of counts up to `greatest` that agrees with all that is shown (brute force)."""
    body = [(row, column) for row in protected.rows for column in protected.columns]
    free = [
        range(greatest + 1) if key in protected.hidden else [protected.counts[key]] for key in body
    ]
    shown = protected.counts.items() - {(key, protected.counts[key]) for key in protected.hidden}
    found = []
    for values in product(*free):
        full = with_totals(dict(zip(body, values, strict=True)), protected.rows, protected.columns)
        if shown <= full.items():
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
def test_no_small_number_is_shown_or_can_be_told_from_a_larger_one(cells, k):
    protected = table(cells, k)
    shown = [count for key, count in protected.counts.items() if key not in protected.hidden]
    assert [count for count in shown if 0 < count < k] == []
    possible = solutions(protected, max(max(row) for row in cells) + k)
    for key in protected.hidden:
        if 0 < protected.counts[key] < k:
            assert max(solution[key] for solution in possible) >= k, key


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
            assert bounds[key][1] is None or bounds[key][1] >= k


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
    least, greatest = feasible_bounds(protected)["r0", "c2"]
    assert (least, greatest >= 5) == (0, True)
    assert protected.hidden > small


@settings(max_examples=10, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 20), min_size=2, max_size=2), min_size=2, max_size=2),
)
def test_nothing_cheaper_than_the_companions_would_protect_a_number(cells):
    counts = {**table(cells, k=1).counts, ("r0", "c0"): 3}
    counts = with_totals(
        {key: count for key, count in counts.items() if TOTAL not in key},
        ["r0", "r1"],
        ["c0", "c1"],
    )
    lines = list(ProtectedTable(["r0", "r1"], ["c0", "c1"], counts).lines())
    losses = {key: 1 + place / 100 for place, key in enumerate(counts) if key != ("r0", "c0")}
    chosen = companions(counts, lines, losses=losses, key=("r0", "c0"), at_least=5)
    spent = sum(losses[key] for key in chosen)
    for number in range(len(losses) + 1):
        for others in combinations(losses, number):
            reader = Reader(counts, lines, [("r0", "c0"), *others])
            if reader.table_with(("r0", "c0"), at_least=5):
                assert sum(losses[key] for key in others) >= spent - 1e-6


def test_a_small_place_costs_the_others_little():
    """A row of ones among rows of many: its numbers, its companions, and no other line."""
    protected = table([[1, 0, 1, 2], [20, 30, 40, 50], [60, 70, 80, 90]])
    assert {row for row, _column in protected.hidden} <= {"r0", "r1", TOTAL}
    assert len(protected.hidden) <= 8
