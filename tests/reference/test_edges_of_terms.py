"""The first and the last day: of a version of a rule, and of a term whose last day was suspended."""

import datetime
from dataclasses import dataclass

import pytest

from reference.choices import Unit
from reference.rules import due_on, in_force

D = datetime.date


@dataclass(frozen=True)
class Version:
    valid_from: datetime.date | None
    valid_to: datetime.date | None


def test_on_the_day_a_version_ends_the_next_one_counts_or_none() -> None:
    old, last = Version(None, D(2020, 3, 1)), Version(D(2020, 3, 1), D(2021, 1, 1))
    days = (D(2020, 2, 29), D(2020, 3, 1), D(2020, 12, 31), D(2021, 1, 1))
    assert [in_force([old, last], day) for day in days] == [old, last, last, None]


@pytest.mark.parametrize(
    ("suspended", "last"),
    [
        ({D(2020, 3, 2)}, D(2020, 3, 5)),
        ({D(2020, 3, 3)}, D(2020, 3, 6)),
        ({D(2020, 3, 5)}, D(2020, 3, 6)),
        ({D(2020, 3, 5), D(2020, 3, 6)}, D(2020, 3, 7)),
        ({D(2020, 3, 6)}, D(2020, 3, 5)),
    ],
)
def test_a_day_that_was_suspended_moves_the_end_unless_it_lies_outside(
    suspended: set[datetime.date], last: datetime.date
) -> None:
    term = {"amount": 3, "unit": Unit.CALENDAR_DAY, "suspended": frozenset(suspended)}
    assert due_on(D(2020, 3, 2), **term) == last  # type: ignore[arg-type]
