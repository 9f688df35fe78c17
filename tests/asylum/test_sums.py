"""The sum behind a legal term: what did not count on the way, and the day off from which the last day moved on."""

import datetime

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from asylum.terms.rules import computation_of
from asylum.terms.sums import MOST_HOLIDAYS_NAMED, sum_in_words
from reference.choices import Unit
from reference.models import DeadlineRule
from reference.rules import Calendar, deadline

D = datetime.date
DAY = datetime.timedelta(days=1)
# Holy Week and Labour Day of 2019 in Colombia.
EASTER = Calendar(frozenset({D(2019, 4, 18), D(2019, 4, 19), D(2019, 5, 1)}))


def a_rule(amount: int | None = 10, unit: str = Unit.BUSINESS_DAY, **facts) -> DeadlineRule:
    return DeadlineRule(code="test", amount=amount, unit=unit, **facts)


def in_words(rule: DeadlineRule, start: datetime.date, calendar: Calendar, language="en") -> str:
    last = deadline(rule, start, calendar)
    with translation.override(language):
        return sum_in_words(rule, start, last, calendar)


def test_ten_business_days_over_holy_week_and_labour_day():
    start = D(2019, 4, 16)
    assert deadline(a_rule(), start, EASTER) == D(2019, 5, 3)
    said = "10 business days from 16 Apr 2019, without 18 Apr, 19 Apr and 1 May"
    assert in_words(a_rule(), start, EASTER) == said
    dicho = "10 días hábiles desde el 16 abr 2019, sin contar 18 abr, 19 abr y 1 may"
    assert in_words(a_rule(), start, EASTER, "es") == dicho


def test_a_last_day_on_a_day_off_moves_on_and_says_so():
    rule = a_rule(3, Unit.CALENDAR_DAY, extends_to_open_day=True)
    said = "3 calendar days from 16 Apr 2019, 19 Apr is a day off, so the next working day counts"
    assert in_words(rule, D(2019, 4, 16), EASTER) == said


def test_suspended_days_are_counted_and_holidays_among_them_named_once():
    days = frozenset(D(2019, 4, 17) + n * DAY for n in range(4))
    calendar = Calendar(EASTER.holidays, days)
    done = computation_of(a_rule(2, stops_when_suspended=True), D(2019, 4, 16), calendar)
    assert done is not None
    assert (done.suspended, done.holidays, done.last) == (4, (), D(2019, 4, 23))
    assert computation_of(a_rule(2), D(2019, 4, 16), calendar).suspended == 0


@pytest.mark.parametrize(
    "rule", [a_rule(None), a_rule(5, fixed_on=D(2019, 5, 30)), a_rule(None, Unit.DATE)]
)
def test_without_a_length_there_is_no_sum(rule):
    assert computation_of(rule, D(2019, 4, 16), EASTER) is None
    assert sum_in_words(rule, D(2019, 4, 16), D(2019, 5, 30), EASTER) == ""


def test_another_day_than_the_sum_leads_to_is_not_explained_by_it():
    assert sum_in_words(a_rule(), D(2019, 4, 16), D(2019, 5, 2), EASTER) == ""


def test_many_days_off_are_counted():
    holidays = frozenset(D(2019, 3, 1) + n * 3 * DAY for n in range(40))
    said = in_words(a_rule(60), D(2019, 3, 1), Calendar(holidays))
    skipped = len(computation_of(a_rule(60), D(2019, 3, 1), Calendar(holidays)).holidays)
    assert skipped > MOST_HOLIDAYS_NAMED
    assert said.endswith(f"without {skipped} public holidays")


days = st.dates(D(2018, 1, 1), D(2021, 12, 31))


@given(
    days,
    st.integers(1, 40),
    st.sampled_from([Unit.BUSINESS_DAY, Unit.CALENDAR_DAY, Unit.MONTH, Unit.HOUR]),
    st.frozensets(days, max_size=60),
    st.frozensets(days, max_size=20),
    st.booleans(),
)
def test_the_sum_leads_to_the_day_of_the_rule_and_adds_up(
    start, amount, unit, holidays, suspended, extends
):
    rule = a_rule(amount, unit, extends_to_open_day=extends, stops_when_suspended=True)
    calendar = Calendar(holidays, suspended)
    done = computation_of(rule, start, calendar)
    assert done.last == deadline(rule, start, calendar)
    if unit == Unit.BUSINESS_DAY:
        until = done.moved_from or done.last
        passed = [start + n * DAY for n in range(1, (until - start).days + 1)]
        weekends = sum(day.weekday() >= 5 for day in passed)
        off = sum(day.weekday() < 5 for day in passed if day in suspended)
        assert len(passed) - weekends - off - len(done.holidays) == amount
