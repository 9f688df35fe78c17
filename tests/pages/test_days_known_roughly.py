"""The one reader and the one field of days of which the month or the year may be all that is known."""

import copy
import datetime
import pickle

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from pages.dates import NoSuchDay, RoughDay, last_of, short_date, typed_date, typed_roughly
from pages.rough_field import RoughDateField

TODAY = datetime.date(2026, 11, 20)


@pytest.mark.parametrize(
    ("typed", "parts", "words"),
    [
        ("2019", (2019,), "2019"),
        ("3/2019", (2019, 3), "mar 2019"),
        ("03/2019", (2019, 3), "mar 2019"),
        ("03-2019", (2019, 3), "mar 2019"),
        ("3 2019", (2019, 3), "mar 2019"),
        ("2019-03", (2019, 3), "mar 2019"),
        ("2019/3", (2019, 3), "mar 2019"),
        ("mar 2019", (2019, 3), "mar 2019"),
        ("Mar. 2019", (2019, 3), "mar 2019"),
        ("marzo de 2019", (2019, 3), "mar 2019"),
        ("MARZO DEL 2019", (2019, 3), "mar 2019"),
        ("March 2019", (2019, 3), "mar 2019"),
        ("ago 1990", (1990, 8), "ago 1990"),
        ("aug-1990", (1990, 8), "ago 1990"),
        ("setiembre 2018", (2018, 9), "sep 2018"),
        ("12/3/2019", (2019, 3, 12), "12 mar 2019"),
        ("2019-03-12", (2019, 3, 12), "12 mar 2019"),
        ("12 de marzo de 2019", (2019, 3, 12), "12 mar 2019"),
        ("12032019", (2019, 3, 12), "12 mar 2019"),
        ("ayer", (2026, 11, 19), "19 nov 2026"),
    ],
)
def test_a_day_is_read_as_far_as_it_is_known_and_again_as_it_was_kept_and_shown(
    typed, parts, words
):
    day = typed_roughly(typed, today=TODAY, latest=TODAY)
    assert day.parts == parts
    assert typed_roughly(str(day), today=TODAY) == RoughDay.fromisoformat(str(day)) == day
    with translation.override("es"):
        assert short_date(day) == words
        assert typed_roughly(words, today=TODAY) == day


@pytest.mark.parametrize(
    "typed",
    ["13/2019", "0/2019", "2019-13", "1800", "0000", "3/19", "31/2/2019", "hace mucho", "5"],
)
def test_what_no_calendar_has_is_refused(typed):
    with pytest.raises(ValueError):  # noqa: PT011
        typed_roughly(typed, today=TODAY)


@pytest.mark.parametrize("typed", ["2019-03", "3/2019", "marzo 2019", "2019"])
def test_where_the_day_is_needed_both_notations_say_that_it_is_missing(typed):
    with pytest.raises(NoSuchDay, match="the day is missing"), translation.override("en"):
        typed_date(typed, today=TODAY)


def test_a_month_is_not_its_first_day_and_lies_before_nothing_within_it():
    month, first = RoughDay(2019, 3), datetime.date(2019, 3, 1)
    assert month != first
    assert first != month
    assert RoughDay(2019, 3, 1) == first
    assert hash(RoughDay(2019, 3, 1)) == hash(first)
    assert (last_of(RoughDay(2019)), last_of(month)) == (
        datetime.date(2019, 12, 31),
        datetime.date(2019, 3, 31),
    )
    assert last_of(RoughDay(2020, 2)) == datetime.date(2020, 2, 29)
    assert last_of(first) == first
    assert sorted([datetime.date(2019, 3, 12), RoughDay(2020), month, RoughDay(2018, 12)]) == [
        RoughDay(2018, 12),
        month,
        datetime.date(2019, 3, 12),
        RoughDay(2020),
    ]
    assert pickle.loads(pickle.dumps(month)) == copy.copy(month) == month  # noqa: S301


class AForm(forms.Form):
    on = RoughDateField(label="Day")


@pytest.mark.parametrize(
    ("day", "shown", "typed_anew"),
    [
        (RoughDay(2019), "2019", "1/1/2019"),
        (RoughDay(2019, 3), "03/2019", "1/3/2019"),
        (RoughDay(2019, 3, 1), "01/03/2019", "3/2019"),
    ],
)
def test_the_field_shows_what_is_known_and_knows_a_nearer_day_for_a_change(day, shown, typed_anew):
    assert f'value="{shown}"' in str(AForm(initial={"on": day})["on"])
    assert not AForm({"on": shown}, initial={"on": day}).has_changed()
    assert AForm({"on": typed_anew}, initial={"on": day}).has_changed()


def test_the_field_takes_the_month_of_today_and_refuses_one_that_is_still_to_come():
    today = timezone.localdate()
    assert RoughDateField().clean(f"{today:%m/%Y}") == RoughDay(today.year, today.month)
    assert RoughDateField().clean("") is None
    for ahead in (f"{today.year + 1}", f"12/{today.year + 1}"):
        with pytest.raises(ValidationError):
            RoughDateField().clean(ahead)
