import datetime

import pytest

from worklist.sources.warning_days import warning_step

TODAY = datetime.date(2019, 2, 20)


@pytest.mark.parametrize(
    ("days", "step"),
    [(15, None), (14, 14), (8, 14), (7, 7), (2, 7), (1, 1), (0, 1), (-1, -1), (-40, -1)],
)
def test_each_day_has_the_warning_of_the_nearest_step_ahead(days: int, step: int | None) -> None:
    assert warning_step(TODAY + datetime.timedelta(days=days), TODAY) == step


def test_a_reader_who_missed_a_warning_gets_only_the_current_one() -> None:
    due = TODAY + datetime.timedelta(days=20)
    steps = [warning_step(due, TODAY + datetime.timedelta(days=day)) for day in (0, 14, 21)]
    assert steps == [None, 7, -1]
