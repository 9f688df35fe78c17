"""Small numbers: none shown, none to be worked out."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.rules.suppression import TOTAL, protect


def table(cells: list[list[int]], k: int = 5):
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


def solutions(protected, cells) -> list[dict]:
    """Every table of non-negative counts that agrees with all that is shown (brute force)."""
    body = [(row, column) for row in protected.rows for column in protected.columns]
    greatest = max(max(row) for row in cells) + 7
    free = [
        range(greatest + 1) if key in protected.hidden else [protected.counts[key]] for key in body
    ]
    found = []
    for values in product(*free):
        full = dict(zip(body, values, strict=True))
        agrees = all(
            sum(full[cell] for cell in line[:-1] if cell in full) == protected.counts[line[-1]]
            for line in protected.lines()
            if line[-1] not in protected.hidden and all(cell in full for cell in line[:-1])
        )
        grand = protected.counts[TOTAL, TOTAL]
        if agrees and ((TOTAL, TOTAL) in protected.hidden or sum(values) == grand):
            found.append(full)
    return found


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=2), min_size=2, max_size=2),
    st.integers(3, 5),
)
def test_no_small_number_is_shown_or_can_be_told_from_a_larger_one(cells, k):
    protected = table(cells, k)
    shown = [count for key, count in protected.counts.items() if key not in protected.hidden]
    assert [count for count in shown if 0 < count < k] == []
    possible = solutions(protected, cells)
    for key in protected.hidden:
        if key in possible[0] and 0 < protected.counts[key] < k:
            assert max(solution[key] for solution in possible) >= k, key
