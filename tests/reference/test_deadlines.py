"""Legal time, on the terms of Colombia's table."""

import datetime

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.choices import Unit
from reference.rules import add_months, due_on, is_business_day

D = datetime.date
COLOMBIA = frozenset(holidays.country_holidays("CO", years=[2019, 2020, 2021]))


@pytest.mark.parametrize(
    ("entered", "last_day"),
    [
        (D(2019, 2, 23), D(2019, 4, 23)),
        (D(2018, 12, 31), D(2019, 2, 28)),
        (D(2019, 12, 31), D(2020, 2, 29)),
        (D(2019, 12, 30), D(2020, 2, 29)),
    ],
)
def test_two_calendar_months_run_from_date_to_date_and_stop_at_short_months(entered, last_day):
    assert due_on(entered, amount=2, unit=Unit.MONTH) == last_day


@pytest.mark.parametrize(
    ("notified", "last_day"),
    [
        # Holy Week 2019: Thursday 18 and Friday 19 April are closed, and so is 1 May.
        (D(2019, 4, 12), D(2019, 4, 30)),
        (D(2019, 4, 17), D(2019, 5, 6)),
        # Ley Emiliani moves St Joseph to Monday 25 March 2019.
        (D(2019, 3, 15), D(2019, 4, 1)),
        # Notified on a Saturday: Monday is the first day.
        (D(2019, 2, 23), D(2019, 3, 8)),
    ],
)
def test_ten_business_days_skip_weekends_holy_week_and_moved_mondays(notified, last_day):
    assert due_on(notified, amount=10, unit=Unit.BUSINESS_DAY, closed_days=COLOMBIA) == last_day


def test_calendar_days_do_not_know_holidays():
    assert due_on(D(2019, 4, 12), amount=10, unit=Unit.CALENDAR_DAY, closed_days=COLOMBIA) == D(
        2019, 4, 22
    )


def test_counting_from_the_day_itself_ends_one_day_earlier():
    assert due_on(D(2019, 3, 1), amount=5, unit=Unit.CALENDAR_DAY, counts_from_next_day=False) == D(
        2019, 3, 5
    )


def test_twenty_four_hours_end_on_the_next_day():
    assert due_on(D(2019, 3, 1), amount=24, unit=Unit.HOUR) == D(2019, 3, 2)


def test_a_term_that_moves_to_an_open_day_leaves_the_weekend():
    assert due_on(
        D(2019, 3, 9), amount=1, unit=Unit.MONTH, extends_to_open_day=True, closed_days=COLOMBIA
    ) == D(2019, 4, 9)
    assert due_on(
        D(2019, 2, 13), amount=2, unit=Unit.MONTH, extends_to_open_day=True, closed_days=COLOMBIA
    ) == D(2019, 4, 15)


def test_a_unit_without_length_is_refused():
    with pytest.raises(ValueError, match="no length"):
        due_on(D(2019, 1, 1), amount=1, unit=Unit.DATE)


@given(start=st.dates(D(2019, 1, 1), D(2020, 12, 31)), amount=st.integers(1, 60))
def test_a_business_term_ends_on_a_business_day_and_holds_exactly_that_many(start, amount):
    last = due_on(start, amount=amount, unit=Unit.BUSINESS_DAY, closed_days=COLOMBIA)
    days = [start + datetime.timedelta(days=n) for n in range(1, (last - start).days + 1)]
    assert is_business_day(last, COLOMBIA)
    assert sum(is_business_day(day, COLOMBIA) for day in days) == amount


@given(start=st.dates(D(2000, 1, 1), D(2040, 12, 31)), months=st.integers(0, 36))
def test_months_never_end_on_a_later_day_of_the_month_than_they_began(start, months):
    end = add_months(start, months)
    assert (end.year - start.year) * 12 + end.month - start.month == months
    assert end.day <= start.day
