"""A benchmark that misses a goal says so, and fails."""

from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.measure import (
    GROWN_TO,
    JUDGED_AT,
    Goal,
    Growth,
    Line,
    goals_at,
    growths,
    missed,
    printed,
)

SIGN = "<!-- the last run of make bench -->"
REACHED, MISSED = Goal(140.0, 150, "p95 150 ms"), Goal(26, 25, "25 statements")


def a_line(size: int = JUDGED_AT, *goals: Goal, ms: float = 10, steady: float = 4) -> Line:
    return Line("case list", size, ms, growth=1.3, steady=steady, goals=goals_at(size, *goals))


def test_a_missed_goal_is_told_and_one_that_was_reached_is_not() -> None:
    assert missed([a_line(JUDGED_AT, REACHED, MISSED)], []) == [
        "case list at 10,000: 26.00, goal 25 statements"
    ]
    assert "missed: goal 25 statements" in printed(a_line(JUDGED_AT, MISSED))


def test_goals_are_judged_in_the_world_that_they_are_set_for() -> None:
    small, large = a_line(1_000, MISSED), a_line(GROWN_TO, MISSED)
    assert (small.goals, large.goals) == ((), ())
    assert (small.reached, a_line(JUDGED_AT, MISSED).reached) == ("", "NO")


@pytest.mark.parametrize(
    ("ms", "steady", "told"),
    [
        (13.0, 4, []),
        (14.0, 4, ["case list, from 10,000 to 100,000: 1.40, goal 1.3x"]),
        # The machine was slower by half then.
        (14.0, 6, []),
    ],
)
def test_growth_is_judged_from_ten_thousand_people_to_a_hundred_thousand(
    ms: float, steady: float, told: list[str]
) -> None:
    lines = [a_line(1_000), a_line(JUDGED_AT), a_line(GROWN_TO, ms=ms, steady=steady)]
    assert missed(lines, growths(lines)) == told
    [of_small] = growths([a_line(1_000), a_line(JUDGED_AT, ms=99)])
    assert isinstance(of_small, Growth)
    assert of_small.goal is None


@pytest.mark.parametrize(("goal", "code"), [(REACHED, 0), (MISSED, 1)])
def test_a_run_that_misses_a_goal_fails_after_its_whole_table(
    goal: Goal, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [a_line(JUDGED_AT, goal), a_line(GROWN_TO)]
    monkeypatch.setattr(bench, "measured", lambda sizes, only: iter(lines))
    monkeypatch.setattr(bench, "machine", lambda: "2 cores")
    assert bench.main(["10000", "100,000", "pages"]) == code
    told = capsys.readouterr().out
    assert all(printed(line) in told for line in lines)
    assert ("goals missed: 1" in told) is bool(code)


def test_what_a_run_said_takes_the_place_of_the_last_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "deploying.md"
    document.write_text(f"Before.\n\n{SIGN}\n```\nan older\ntable\n```\n\nAfter.\n")
    monkeypatch.setattr(bench, "DOCUMENT", document)
    monkeypatch.setattr(bench, "measured", lambda sizes, only: iter([a_line()]))
    monkeypatch.setattr(bench, "machine", lambda: "2 cores")
    assert bench.main(["10000"]) == 0
    assert "an older" in document.read_text()
    assert bench.main(["--write", "10000"]) == 0
    said = capsys.readouterr().out
    before, _fence, table_and_rest = document.read_text().partition("```\n")
    table, _fence, after = table_and_rest.partition("```\n")
    assert (before, after) == (f"Before.\n\n{SIGN}\n", "\nAfter.\n")
    assert said.endswith(table)
    assert printed(a_line()) in table


def test_the_document_has_a_place_for_the_table() -> None:
    assert len(bench.LAST_TABLE.findall(bench.DOCUMENT.read_text())) == 1


def test_where_both_were_computed_the_ratio_is_that_of_what_was_computed() -> None:
    by_the_clock = Line("case list", JUDGED_AT, 30, beside=10)
    computed = Line("case list", JUDGED_AT, 30, beside=10, processor=12, beside_processor=10)
    assert (by_the_clock.ratio, computed.ratio) == (3, 1.2)
    grown = Line("case list", GROWN_TO, 90, processor=18)
    [growth] = growths([computed, grown])
    assert (growth.times, growth.alone) == (1.5, 3)
